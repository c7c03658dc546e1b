import { partMerge } from '@chepu/contract/basics/part-merge'
import { resultEditor } from './editor'

export default resultEditor(partMerge as never)
