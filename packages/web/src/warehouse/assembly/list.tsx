export { AssemblyList as default } from '../kit/kit-list'
