import { countLoss } from '@chepu/contract/warehouse/count-results'
import { resultList } from './list'

export default resultList(countLoss)
