export { StoreTypes as default } from './small-masters'
