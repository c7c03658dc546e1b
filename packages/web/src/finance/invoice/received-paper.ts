export { receivedPaper as default } from './paper'
