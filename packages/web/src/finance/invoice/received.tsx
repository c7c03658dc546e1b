export { ReceivedList as default } from './lists'
