import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Caller, sees } from '../../kernel/caller'
import { containing, startingWith } from '../../kernel/scope'

/** Pinyin of fewer letters stands inside nearly every name. */
const lettersInside = 3

/**
 * Partners that the text names: part of the name or of its initials, of the pinyin from three letters on, or the beginning of
 * the code. Digits also find a mobile number by its end (DOMAIN 2.14 rule 10); who may not see mobiles gives the last 4 or all
 * 11 digits, since more and more of them would tell him the rest (DOMAIN 10.5).
 */
export function namesPartner(caller: Caller, text: string): RawBuilder<SqlBool> {
  const q = text.toLowerCase()
  const ways = [
    sql<SqlBool>`lower(p.name) like ${containing(q)}`,
    sql<SqlBool>`lower(p.code) like ${startingWith(q)}`,
    sql<SqlBool>`p.initials like ${containing(q)}`,
    sql<SqlBool>`p.pinyin like ${q.length < lettersInside ? startingWith(q) : containing(q)}`,
  ]
  if (endsMobile(caller).test(q)) ways.push(sql<SqlBool>`p.mobile like ${`%${q}`}`)
  return sql<SqlBool>`(${sql.join(ways, sql` or `)})`
}

const endsMobile = (caller: Caller) => (sees(caller, 'mobile_full') ? /^\d{4,11}$/ : /^(\d{4}|\d{11})$/)

/** Order of found partners: the very one, beginnings, the rest, and those that the system keeps. */
export function closeness(text: string): RawBuilder<unknown> {
  const q = text.toLowerCase()
  const begins = startingWith(q)
  return sql`case when lower(p.code) = ${q} or p.name = ${text} then 0
    when p.system_kind is not null then 3
    when lower(p.name) like ${begins} or p.initials like ${begins} or p.pinyin like ${begins} then 1
    else 2 end`
}
