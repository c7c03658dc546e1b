import { countLoss } from '@chepu/contract/warehouse/count-results'
import { resultPaper } from './paper'

export default resultPaper(countLoss)
