import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Tx } from './db'
import { containing, literally } from './scope'

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
 * 配件俗称 of 数据字典 gives it, and by its parts where spaces may have been left out (`cutsOf`, `knownCut`).
 */
export function namesPart(tx: Tx, text: string, alias = 'p'): RawBuilder<SqlBool> {
  const words = wordsOf(text)
  const found = sql.ref(`${alias}.search_text`)
  const holds = (word: RawBuilder<string>) =>
    sql<SqlBool>`(${found} like any (array(select '%' || spelled || '%' from (${spellingsOf(tx, word)}) s (spelled)))
      or ${sql.ref(`${alias}.brand_id`)} = any (${brandsOf(tx, word)}))`
  const asTyped = (word: string) =>
    letters.test(word) ? sql<SqlBool>`(${holds(typed(word))} or ${found} ~ ${readAs(word)})` : holds(typed(word))
  const ways = words.map((word) => {
    const cut = cutsOf(word).map((parts) => parts.map(asTyped))
    const known = knownCut(tx, word).map((parts) => parts.map((part) => holds(part)))
    return anyOf([[asTyped(word)], ...cut, ...known].map((conditions) => allHold(conditions)))
  })
  const all = allHold(ways)
  const number = normNumber(text).toLowerCase()
  if (number.length < 3 || words[0] === number) return all
  return sql<SqlBool>`(${all} or ${found} like ${containing(number)})`
}

const allHold = (conditions: readonly RawBuilder<SqlBool>[]) =>
  sql<SqlBool>`(${sql.join(conditions.length > 0 ? conditions : [sql`true`], sql` and `)})`
const anyOf = (conditions: readonly RawBuilder<SqlBool>[]) => sql<SqlBool>`(${sql.join(conditions, sql` or `)})`

const typed = (word: string) => sql<string>`${literally(word)}::text`

/**
 * How well a part of the alias `p`, found by the text, is named by it; less is better: its brand by a word, then its name, which
 * begins with a word or another name of it, then its name, which contains one.
 */
export function closenessOf(tx: Tx, text: string): RawBuilder<unknown> {
  const words = wordsOf(text)
  const pieces = [...new Set(words.flatMap((word) => [word, ...cutsOf(word).flat()]))].filter(
    (word) => word.length >= 2,
  )
  const known = words.flatMap((word) => runsOf(word).filter(mayBeCut)).map((run) => knownPieces(tx, run))
  const asked = sql.join(
    [sql`${pieces.map(literally)}::text[]`, ...known].map((each) => sql`select unnest(${each})`),
    sql` union `,
  )
  const like = (before: string) => sql`array(select ${before}::text || s.spelled || '%' from (${asked}) asked (word),
    lateral (${spellingsOf(tx, sql<string>`asked.word`)}) s (spelled))`
  return sql`p.brand_id <> all (array(select b.id from brand b where b.group_id = ${tx.groupId}
      and lower(b.name) like any (array(select asked.word || '%' from (${asked}) asked (word))))),
    case when lower(p.name) like any (${like('')}) then 0 when lower(p.name) like any (${like('%')}) then 1 else 2 end`
}

const wordsOf = (text: string): string[] => [...new Set(text.toLowerCase().split(/\s+/).filter(Boolean))]

/** What may be the beginning of pinyin. */
const letters = /^[a-z][a-z0-9]*$/
/** Pattern of full pinyin in the search text that begins at a syllable: ngk is not in rong'fang'kai. */
const readAs = (word: string): string => `'${[...word.toUpperCase()].join("'?")}`

const han = /\p{Script=Han}/u
/** Where Chinese meets letters and digits, spaces may have been left out. */
const runsOf = (word: string): string[] => word.match(/\p{Script=Han}+|\P{Script=Han}+/gu) ?? []
/** A longer run of Chinese is a sentence; each further cut costs a look at every part. */
const longestRun = 8

/**
 * Ways to part a word that was typed without spaces: where Chinese meets letters and digits, and a run of Chinese once besides,
 * each part of at least two characters, since one stands inside most names.
 */
export function cutsOf(word: string): string[][] {
  const runs = runsOf(word)
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

const mostPieces = 5
const mayBeCut = (run: string) => han.test(run) && run.length >= 4

/** The way to part a word at the words that the group knows, where a run of Chinese may hold several: 曼牌 卡罗拉 机滤. */
function knownCut(tx: Tx, word: string): RawBuilder<string>[][] {
  const runs = runsOf(word)
  if (!runs.some(mayBeCut)) return []
  const parts = runs.flatMap((run) => {
    if (!mayBeCut(run)) return [typed(run)]
    const pieces = knownPieces(tx, run)
    // Without a first piece nothing is found; a further one that is not there asks for nothing.
    return Array.from({ length: mostPieces }, (_, i) =>
      i === 0 ? sql<string>`(${pieces})[1]` : sql<string>`coalesce((${pieces})[${sql.lit(i + 1)}], '')`,
    )
  })
  return [parts]
}

/**
 * A run of Chinese parted at every name of a brand or category and every word of 配件俗称 in it, the longest first; null when it
 * holds none or too many. Depends on no row, so that it is worked out once a statement.
 */
const knownPieces = (tx: Tx, run: string): RawBuilder<string[] | null> => sql<string[] | null>`(
    select cut.pieces from (
      select regexp_split_to_array(
        btrim(regexp_replace(${run}::text, '(' || string_agg(known.word, '|') || ')', ' \\1 ', 'g')), ' +') as pieces
      from (
        select lower(name) from brand where group_id = ${tx.groupId}
        union select lower(name) from part_category where group_id = ${tx.groupId}
        union select slang.word from dictionary d, string_to_table(lower(d.name), '=') slang (word)
          where d.group_id = ${tx.groupId} and d.kind = 'part_synonym' and d.is_active) known (word)
      where length(known.word) >= 2 and position(known.word in ${run}) > 0) cut
    where cardinality(cut.pieces) between 2 and ${sql.lit(mostPieces)})`

/**
 * Documents of the alias `d` with a line of a part that the text names. The parts are found once, then their lines by index,
 * however many documents there are.
 */
export const hasPartNamed = (tx: Tx, text: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`exists (select 1 from goods_document_line l where l.group_id = d.group_id and l.document_id = d.id
    and l.part_id = any (array(select p.id from part p where p.group_id = ${tx.groupId} and ${namesPart(tx, text)})))`

/**
 * Spellings of the word: itself and with the slang in it exchanged; of several slang words the longest counts, since 刹车
 * is also in 刹车油.
 */
const spellingsOf = (tx: Tx, word: RawBuilder<string>) => sql`
    select one.spelled from (select ${word}) asked (word), lateral (
      select asked.word union all (
        select replace(asked.word, slang.word, other.word)
        from dictionary d, string_to_table(lower(d.name), '=') slang (word), string_to_table(lower(d.name), '=') other (word)
        where d.group_id = ${tx.groupId} and d.kind = 'part_synonym' and d.is_active
          and slang.word <> other.word and position(slang.word in asked.word) > 0
        order by length(slang.word) desc fetch first 1 row with ties)) one (spelled)`

/** Brands that the word names: part of the name, beginning of its pinyin or initials. */
const brandsOf = (tx: Tx, word: RawBuilder<string>): RawBuilder<number[]> => sql<number[]>`array(
    select b.id from brand b, (select ${word}) asked (word) where b.group_id = ${tx.groupId}
      and (lower(b.name) like '%' || asked.word || '%'
      or b.pinyin like asked.word || '%' or b.initials like asked.word || '%'))`
