// What other areas may use of the shell.
export { callerOf, hashToken } from './sign-in/session'
export { unbindIdentity } from './sign-in/identities'
export { assertOwnPassword } from './sign-in/own-password'
export { menuPoints } from './permission-points/menu-points'
export { maskOutbox } from './sign-in/sms-code'
