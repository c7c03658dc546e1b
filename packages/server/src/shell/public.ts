// What other areas may use of the shell.
export { callerOf, hashToken } from '../app/session'
export { type MenuPoint, menuPoints } from './permission-points/menu-points'
