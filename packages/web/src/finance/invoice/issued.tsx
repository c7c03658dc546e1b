export { IssuedList as default } from './lists'
