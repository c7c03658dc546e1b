import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Tx } from './db'
import { containing, startingWith } from './scope'

/** F-part of DOMAIN section 2. */
export interface PartFilters {
  part?: string | undefined
  brandId?: number | undefined
  categoryId?: number | undefined
  fitment?: string | undefined
  spec?: string | undefined
}

/** What a part filter asks of the alias `p` of table part; a category includes everything below it. */
export function partConditions(tx: Tx, filters: PartFilters): RawBuilder<SqlBool>[] {
  const { part, brandId, categoryId, fitment, spec } = filters
  return [
    ...(part ? [namesPart(tx, part)] : []),
    ...(brandId ? [sql<SqlBool>`p.brand_id = ${brandId}`] : []),
    ...(categoryId
      ? [
          sql<SqlBool>`exists (select 1 from part_category c where c.group_id = p.group_id and c.id = p.category_id
            and (c.id = ${categoryId} or c.path like ${`%/${categoryId}/%`}))`,
        ]
      : []),
    ...(fitment ? [sql<SqlBool>`p.fitment ilike ${containing(fitment)}`] : []),
    ...(spec ? [sql<SqlBool>`p.spec ilike ${containing(spec)}`] : []),
  ]
}

/** A part number as it is compared: upper case without spaces, dots and hyphens, also full-width ones (DOMAIN 3.1, oe_norm). */
export const normNumber = (number: string): string => number.toUpperCase().replace(/[\s.\-·．－—]/g, '')

/**
 * The one search for parts, of the alias of table part: every word of the text, in any order, is in the part's search text
 * or names its brand; or the text is one part number in any spelling. A word is also found by the other names that
 * 配件俗称 of 数据字典 gives it, and by its parts where spaces may have been left out (`cutsOf`).
 */
export function namesPart(tx: Tx, text: string, alias = 'p'): RawBuilder<SqlBool> {
  const words = wordsOf(text)
  const found = sql.ref(`${alias}.search_text`)
  const asTyped = (word: string) =>
    sql<SqlBool>`(${found} like any (${spellingsOf(tx, word)}) or ${sql.ref(`${alias}.brand_id`)} = any (${brandsOf(tx, word)}))`
  const ways = words.map((word) => {
    const cut = cutsOf(word).map((parts) => sql<SqlBool>`(${sql.join(parts.map(asTyped), sql` and `)})`)
    return sql<SqlBool>`(${sql.join([asTyped(word), ...cut], sql` or `)})`
  })
  const all = sql<SqlBool>`(${sql.join(ways.length > 0 ? ways : [sql`true`], sql` and `)})`
  const number = normNumber(text).toLowerCase()
  if (number.length < 3 || words[0] === number) return all
  return sql<SqlBool>`(${all} or ${found} like ${containing(number)})`
}

const wordsOf = (text: string): string[] => [...new Set(text.toLowerCase().split(/\s+/).filter(Boolean))]

const han = /\p{Script=Han}/u
/** A longer run of Chinese is a sentence; each further cut costs a look at every part. */
const longestRun = 8

/**
 * Ways to part a word that was typed without spaces: where Chinese meets letters and digits, and a run of Chinese once besides,
 * each part of at least two characters, since one stands inside most names.
 */
export function cutsOf(word: string): string[][] {
  const runs = word.match(/\p{Script=Han}+|\P{Script=Han}+/gu) ?? []
  const halved = runs.flatMap((run, at) =>
    han.test(run) && run.length <= longestRun
      ? Array.from({ length: Math.max(0, run.length - 3) }, (_, i) => [
          ...runs.slice(0, at),
          run.slice(0, i + 2),
          run.slice(i + 2),
          ...runs.slice(at + 1),
        ])
      : [],
  )
  const cuts = [...(runs.length > 1 ? [[...runs]] : []), ...halved]
  return cuts.filter((parts) => parts.every((part) => part.length >= 2))
}

/**
 * Documents of the alias `d` with a line of a part that the text names. The parts are found once, then their lines by index,
 * however many documents there are.
 */
export const hasPartNamed = (tx: Tx, text: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`exists (select 1 from goods_document_line l where l.group_id = d.group_id and l.document_id = d.id
    and l.part_id = any (array(select p.id from part p where p.group_id = ${tx.groupId} and ${namesPart(tx, text)})))`

/**
 * Patterns of the word and of the word with the slang in it exchanged; of several slang words the longest counts, since 刹车
 * is also in 刹车油. Depends on no row, so that it is worked out once a statement.
 */
const spellingsOf = (tx: Tx, word: string): RawBuilder<string[]> => sql<string[]>`array(
    select ${containing(word)}::text union all (
      select replace(${containing(word)}, slang.word, other.word)
      from dictionary d, string_to_table(lower(d.name), '=') slang (word), string_to_table(lower(d.name), '=') other (word)
      where d.group_id = ${tx.groupId} and d.kind = 'part_synonym' and d.is_active
        and slang.word <> other.word and position(slang.word in ${word}) > 0
      order by length(slang.word) desc fetch first 1 row with ties))`

/** Brands that the word names: part of the name, beginning of its pinyin or initials. */
const brandsOf = (tx: Tx, word: string): RawBuilder<number[]> => sql<number[]>`array(
    select b.id from brand b where b.group_id = ${tx.groupId} and (lower(b.name) like ${containing(word)}
      or b.pinyin like ${startingWith(word)} or b.initials like ${startingWith(word)}))`
