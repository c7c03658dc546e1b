import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { containing, startingWith } from '../../kernel/scope'

/**
 * Partners that the lower-case text names: part of the name, beginning of code, pinyin or initials, or the last 4 and
 * more digits of a mobile number (DOMAIN 2.14 rule 10).
 */
export function namesPartner(q: string): RawBuilder<SqlBool> {
  const ways = [
    sql<SqlBool>`lower(p.name) like ${containing(q)}`,
    sql<SqlBool>`lower(p.code) like ${startingWith(q)}`,
    sql<SqlBool>`p.initials like ${startingWith(q)}`,
    sql<SqlBool>`p.pinyin like ${startingWith(q)}`,
  ]
  if (/^\d{4,}$/.test(q)) ways.push(sql<SqlBool>`p.mobile like ${`%${q}`}`)
  return sql<SqlBool>`(${sql.join(ways, sql` or `)})`
}
