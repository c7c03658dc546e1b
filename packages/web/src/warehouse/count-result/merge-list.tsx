import { partMerge } from '@chepu/contract/basics/part-merge'
import { resultList } from './list'

export default resultList(partMerge)
