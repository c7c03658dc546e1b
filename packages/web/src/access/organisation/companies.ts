export { Companies as default } from './small-masters'
