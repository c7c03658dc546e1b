import { type RawBuilder, sql } from 'kysely'
import { type Caller, sees } from './caller'

/** A mobile number as the caller may see it: 138****1234 without the field permission (DOMAIN 10.5). */
export const maskedMobile = (caller: Caller, mobile: string): string =>
  sees(caller, 'mobile_full') ? mobile : mobile.replace(/^(\d{3})\d{4}(\d{4})$/, '$1****$2')

/** The same in a SELECT. `column` is written by us, never by a caller. */
export const mobileColumn = (caller: Caller, column: string): RawBuilder<string> =>
  sees(caller, 'mobile_full')
    ? sql<string>`${sql.ref(column)}`
    : sql<string>`regexp_replace(${sql.ref(column)}, '^(\\d{3})\\d{4}(\\d{4})$', '\\1****\\2')`

/** True for a masked number that came back from a form: the stored one stays. */
export const isMasked = (mobile: string): boolean => mobile.includes('*')
