export { OrgTypes as default } from './small-masters'
