export { DisassemblyList as default } from '../kit/kit-list'
