import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { askedFitment } from '@chepu/contract/kernel/fitment'
import { halfWidth } from '@chepu/contract/kernel/typed'
import type { Tx } from '../db/tx'
import { type AskedWord, askedOf, closeTo, type KnownWords, type Way, wordsOf } from './part-words'
import { allOf, containing, isAnyOf, startingWith } from '../caller/scope'

/** Filters of parts (business/lists 1.2). */
interface PartFilters {
  part?: string | undefined
  brandId?: number | undefined
  categoryId?: number | undefined
  fitment?: string | undefined
  spec?: string | undefined
}

/** What a part filter asks of the alias `p` of table part; a category includes everything below it. */
export async function partConditions(tx: Tx, filters: PartFilters): Promise<RawBuilder<SqlBool>[]> {
  const { part, brandId, categoryId, fitment, spec } = filters
  return [
    ...(part ? [await namesPart(tx, part)] : []),
    ...(brandId ? [sql<SqlBool>`p.brand_id = ${brandId}`] : []),
    ...(categoryId
      ? [
          sql<SqlBool>`exists (select 1 from part_category c where c.group_id = p.group_id and c.id = p.category_id
            and (c.id = ${categoryId} or c.path like ${`%/${categoryId}/%`}))`,
        ]
      : []),
    ...(fitment ? [fits(tx, fitment)] : []),
    ...(spec ? [sql<SqlBool>`p.spec ilike ${containing(spec)}`] : []),
  ]
}

/**
 * Parts of the alias `p` that fit what is asked: a text of their 适用车型; a series, by its rows or by rows in words that name it; or a
 * model, by its own rows, and by those of its series and in words whose years hold the model's (business/basics 3.2).
 */
export function fits(tx: Tx, asked: string): RawBuilder<SqlBool> {
  const fitment = askedFitment(asked)
  if ('text' in fitment) return sql<SqlBool>`p.fitment ilike ${containing(fitment.text)}`
  const ofSeries = sql<SqlBool>`(f.series_id = s.id or (f.series_id is null and strpos(lower(f.model_text), lower(s.name)) > 0))`
  if ('seriesId' in fitment)
    return sql<SqlBool>`p.id in (select f.part_id from car_series s join part_fitment f on f.group_id = s.group_id and ${ofSeries}
      where s.group_id = ${tx.groupId} and s.id = ${fitment.seriesId})`
  return sql<SqlBool>`p.id in (select f.part_id from car_model m
    join car_series s on s.group_id = m.group_id and s.id = m.series_id
    join part_fitment f on f.group_id = s.group_id and (f.model_id = m.id or (f.model_id is null and ${ofSeries}
      and coalesce(f.year_from, m.year) <= m.year and coalesce(f.year_to, m.year) >= m.year))
    where m.group_id = ${tx.groupId} and m.id = ${fitment.modelId})`
}

/** A part number as it is compared: plain signs in upper case without spaces, dots and hyphens (business/basics 3). */
export const normNumber = (number: string): string =>
  halfWidth(number)
    .toUpperCase()
    .replace(/[\s.\-·—]/g, '')

/** The words of the group by which a part search understands a text; read anew each time, so that a change holds at once. */
export async function knownWords(tx: Tx): Promise<KnownWords> {
  const [brands, categories, synonyms] = await Promise.all([
    tx.query<KnownWords['brands'][number]>({
      name: 'known-brands',
      text: 'select id, lower(name) as name, pinyin, initials from brand where group_id = $1',
      values: [tx.groupId],
    }),
    tx.query<{ name: string }>({
      name: 'known-categories',
      text: 'select distinct lower(name) as name from part_category where group_id = $1',
      values: [tx.groupId],
    }),
    tx.query<{ name: string }>({
      name: 'known-synonyms',
      text: `select lower(name) as name from dictionary where group_id = $1 and kind = 'part_synonym' and is_active`,
      values: [tx.groupId],
    }),
  ])
  return {
    brands,
    categories: categories.map(({ name }) => name),
    synonyms: synonyms.map(({ name }) => name.split('=')),
  }
}

/**
 * The one search for parts, of the alias of table part: every word of the text, in any order, is in the part's search text
 * or names its brand; or the text is one part number in any spelling. A word is also found by the other names that
 * 配件俗称 of 数据字典 gives it, and by its parts where spaces may have been left out.
 */
export const namesPart = async (tx: Tx, text: string, alias = 'p'): Promise<RawBuilder<SqlBool>> =>
  holdsText(text, await knownWords(tx), alias)

/** The same when the words of the group have been read. */
export function holdsText(text: string, known: KnownWords, alias = 'p'): RawBuilder<SqlBool> {
  const anyWay = (ways: readonly Way[]) =>
    anyOf(ways.map((way) => sql<SqlBool>`(${allOf(way.map((word) => holds(alias, word)))})`))
  const all = allOf(askedOf(text, known).map(anyWay))
  const number = normNumber(text).toLowerCase()
  // A part that holds the words without spaces between them holds each of them.
  if (number.length < 3 || number === wordsOf(text).join('')) return all
  return sql<SqlBool>`((${all}) or ${contains(alias, number)})`
}

const anyOf = (conditions: readonly RawBuilder<SqlBool>[]) => sql<SqlBool>`(${sql.join(conditions, sql` or `)})`

const holds = (alias: string, { brandIds, needles, reading }: AskedWord) =>
  anyOf([
    ...(brandIds.length > 0 ? [isAnyOf(`${alias}.brand_id`, brandIds)] : []),
    ...needles.map((needle) => contains(alias, needle)),
    ...(reading
      ? [sql<SqlBool>`(${contains(alias, reading.begin)} and ${sql.ref(`${alias}.search_text`)} ~ ${reading.pattern})`]
      : []),
  ])

// Cheaper than LIKE, of which the planner besides expects a single row where thousands are found.
const contains = (alias: string, needle: string) =>
  sql<SqlBool>`strpos(${sql.ref(`${alias}.search_text`)}, ${needle}) > 0`

/**
 * How well a part of the alias `p`, found by the text, is named by it; less is better: its brand by a word, then its name, which
 * begins with a word or another name of it, then its name, which contains one.
 */
export function closenessOf(text: string, known: KnownWords): RawBuilder<unknown> {
  const { brandIds, names } = closeTo(text, known)
  const like = (pattern: (text: string) => string) => sql`lower(p.name) like any (${names.map(pattern)}::text[])`
  return sql`not ${isAnyOf('p.brand_id', brandIds)},
    case when ${like(startingWith)} then 0 when ${like(containing)} then 1 else 2 end`
}

/**
 * Documents of the alias `d` with a line of a part that the text names. The parts are found once, then their lines by index,
 * however many documents there are.
 */
export const hasPartNamed = async (tx: Tx, text: string): Promise<RawBuilder<SqlBool>> =>
  sql<SqlBool>`exists (select 1 from goods_document_line l where l.group_id = d.group_id and l.document_id = d.id
    and l.part_id = any (array(select p.id from part p where p.group_id = ${tx.groupId} and ${await namesPart(tx, text)})))`
