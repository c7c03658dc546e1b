import { disassembly } from '@chepu/contract/warehouse/disassembly'
import { kitPaper } from '../kit/kit-paper'

export default kitPaper(disassembly)
