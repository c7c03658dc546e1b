import { type Caller, sees } from './caller'

/** A mobile number as the caller may see it: 138****1234 without the field permission (DOMAIN 10.5). */
export const maskedMobile = (caller: Caller, mobile: string): string =>
  sees(caller, 'mobile_full') ? mobile : mobile.replace(/^(\d{3})\d{4}(\d{4})$/, '$1****$2')

/** True for a masked number that came back from a form: the stored one stays. */
export const isMasked = (mobile: string): boolean => mobile.includes('*')
