import { plainCode, plainDigits } from '@chepu/contract/kernel/typed'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Caller } from '../../kernel/caller/caller'
import { endsMobile } from '../../kernel/caller/mobile'
import { containing, startingWith } from '../../kernel/caller/scope'

/** Pinyin of fewer letters stands inside nearly every name. */
const lettersInside = 3

/**
 * Partners that the text names: part of the name or of its initials, of the pinyin from three letters on, the beginning of
 * the code, or the end of the mobile.
 */
export function namesPartner(caller: Caller, text: string): RawBuilder<SqlBool> {
  const q = text.toLowerCase()
  const ways = [
    sql<SqlBool>`lower(p.name) like ${containing(q)}`,
    sql<SqlBool>`lower(p.code) like ${startingWith(plainCode(q))}`,
    sql<SqlBool>`p.initials like ${containing(q)}`,
    sql<SqlBool>`p.pinyin like ${q.length < lettersInside ? startingWith(q) : containing(q)}`,
    ...endsMobile(caller, 'p.mobile', plainDigits(q)),
  ]
  return sql<SqlBool>`(${sql.join(ways, sql` or `)})`
}

/** Order of found partners: the very one, beginnings, the rest, and those that the system keeps. */
export function closeness(text: string): RawBuilder<unknown> {
  const q = text.toLowerCase()
  const begins = startingWith(q)
  return sql`case when lower(p.code) = ${q} or p.name = ${text} then 0
    when p.system_kind is not null then 3
    when lower(p.name) like ${begins} or p.initials like ${begins} or p.pinyin like ${begins} then 1
    else 2 end`
}
