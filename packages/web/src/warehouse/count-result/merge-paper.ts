import { partMerge } from '@chepu/contract/basics/part-merge'
import { resultPaper } from './paper'

export default resultPaper(partMerge)
