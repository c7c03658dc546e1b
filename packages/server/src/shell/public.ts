export { callerOf, hashToken } from '../app/session'
