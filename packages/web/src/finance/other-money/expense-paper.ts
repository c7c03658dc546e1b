import { paperOf } from './paper'

export default paperOf('out')
