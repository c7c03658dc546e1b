import { countLoss } from '@chepu/contract/warehouse/count-results'
import { resultEditor } from './editor'

export default resultEditor(countLoss as never)
