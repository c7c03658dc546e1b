export { ReceivedEditor as default } from './editor'
