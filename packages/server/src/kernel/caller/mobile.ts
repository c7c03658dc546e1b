import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Caller, sees } from './caller'
import { containing } from './scope'

/** 138****1234. */
export const maskOf = (mobile: string): string => mobile.replace(/^(\d{3})\d{4}(\d{4})$/, '$1****$2')

/** A mobile number as the caller may see it: masked without the field permission (business/access 8). */
export const maskedMobile = (caller: Caller, mobile: string): string =>
  sees(caller, 'mobile_full') ? mobile : maskOf(mobile)

/** The same in a SELECT. `column` is written by us, never by a caller. */
export const mobileColumn = (caller: Caller, column: string): RawBuilder<string> =>
  sees(caller, 'mobile_full') ? sql<string>`${sql.ref(column)}` : maskedColumn(column)

/** A mobile number that nobody sees whole, in a SELECT: that of a customer outside the caller's scope. `column` is written by us. */
export const maskedColumn = (column: string): RawBuilder<string> =>
  sql<string>`regexp_replace(${sql.ref(column)}, '^(\\d{3})\\d{4}(\\d{4})$', '\\1****\\2')`

/**
 * The condition that digits name the mobile in `column`, or none for another text. A number is found by its end
 * (business/lists 2.10); who may not see mobiles gives the last 4 or all 11 digits, since more and more of them would tell him the rest
 * (business/access 8). `column` is written by us, never by a caller.
 */
export function endsMobile(caller: Caller, column: string, text: string): RawBuilder<SqlBool>[] {
  const tail = sees(caller, 'mobile_full') ? /^\d{4,11}$/ : /^(\d{4}|\d{11})$/
  return tail.test(text) ? [sql<SqlBool>`${sql.ref(column)} like ${`%${text}`}`] : []
}

/** The same of one's own people, whom any part of a number finds for who may see it. */
export const partOfMobile = (caller: Caller, column: string, text: string): RawBuilder<SqlBool>[] =>
  sees(caller, 'mobile_full')
    ? [sql<SqlBool>`${sql.ref(column)} like ${containing(text)}`]
    : endsMobile(caller, column, text)

/** True for a masked number that came back from a form: the stored one stays. */
export const isMasked = (mobile: string): boolean => mobile.includes('*')
