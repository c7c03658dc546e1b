import { countGain } from '@chepu/contract/warehouse/count-results'
import { resultEditor } from './editor'

export default resultEditor(countGain as never)
