import { countGain } from '@chepu/contract/warehouse/count-results'
import { resultPaper } from './paper'

export default resultPaper(countGain)
