import { countGain } from '@chepu/contract/warehouse/count-results'
import { resultList } from './list'

export default resultList(countGain)
