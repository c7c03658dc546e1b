export { issuedPaper as default } from './paper'
