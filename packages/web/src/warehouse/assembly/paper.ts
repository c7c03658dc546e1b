import { assembly } from '@chepu/contract/warehouse/assembly'
import { kitPaper } from '../kit/kit-paper'

export default kitPaper(assembly)
