export { IssuedEditor as default } from './editor'
