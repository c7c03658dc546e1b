// What other areas may use of access.
export { assertMayChange, changeableOrgs, visibleOrgs } from './organisation/visible'
