// Parts by the thousand, for imports.
import type { Grade } from '@chepu/contract/basics/part'
import { auditMany, chunks, insertMany, updateMany } from '../../kernel/master/bulk'
import { onViolation } from '../../kernel/db/failures'
import type { CallerTx } from '../../kernel/db/tx'
import { groupBy } from '../../kernel/base/group-by'
import { freshCodes } from '../../kernel/master/master'
import { normNumber } from '../../kernel/query/part-filter'
import { type LinkedText, linkedTexts } from '../car/fitted-cars'
import { derivePart } from './search-text'

/** A part as an import brings it (business/basics 10). Lists that are left out stay as they are on an existing part. */
export interface BulkPart {
  /** The part to overwrite; a new one without. */
  id?: number | undefined
  /** '' makes one: P and 6 digits. */
  code: string
  name: string
  brandId: number
  categoryId: number
  unitId: number
  taxRateId: number
  spec: string
  origin: string
  factoryNo: string
  /** Null takes the category's term on a new part. */
  warrantyMonths: number | null
  warrantyKm: string | null
  grade: Grade
  remark: string
  oeNos?: readonly string[] | undefined
  barcodes?: readonly string[] | undefined
  /** Fitted models as text, one each; what 车型库 knows becomes a row of it. */
  fitments?: readonly string[] | undefined
}

const columnTypes = {
  name: 'text',
  pinyin: 'text',
  initials: 'text',
  brandId: 'bigint',
  categoryId: 'bigint',
  unitId: 'bigint',
  taxRateId: 'bigint',
  spec: 'text',
  origin: 'text',
  factoryNo: 'text',
  factoryNorm: 'text',
  warrantyMonths: 'int',
  warrantyKm: 'numeric',
  grade: 'text',
  remark: 'text',
  oeNo: 'text',
  fitment: 'text',
  searchText: 'text',
  searchVersion: 'int',
}

interface Lists {
  oeNos: readonly string[]
  barcodes: readonly string[]
  fitments: readonly string[]
}

/**
 * Saves many parts in a number of statements that grows by the thousand, not by the part; all or nothing. Returns their
 * ids in order. The caller has checked them
 * in this transaction: nothing is checked again.
 */
export async function writePartsBulk(tx: CallerTx, typed: readonly BulkPart[]): Promise<number[]> {
  const links = await linkedTexts(tx, [...new Set(typed.flatMap(({ fitments = [] }) => fitments))])
  const parts = typed.map((part) => ({
    ...part,
    fitments: part.fitments?.map((text) => links.get(text)?.modelText ?? text),
  }))
  const stored = await storedLists(tx, parts)
  const terms = await categoryTerms(tx)
  const codes = await codesOf(tx, parts)
  const fresh = await freshOf(tx, parts)
  const rows: Row[] = []
  const modelsOf = (id: number | undefined) => (id === undefined ? undefined : stored.get(id)?.fitments) ?? []
  for await (const chunk of chunks(parts, derivedAtOnce)) {
    for (const part of chunk) {
      const code = part.code || codes.get(part.id) || (fresh.shift() as string)
      rows.push(rowOf({ ...part, code }, listsOf(part, stored), terms))
    }
  }
  return onViolation(raceMessages, async () => {
    const ids = await writeParts(tx, rows)
    const written = rows.map((row, i) => ({ ...row, id: ids[i] as number }))
    await writeLists(tx, written)
    await writeFitments(tx, written, modelsOf, new Map([...links.values()].map((link) => [link.modelText, link])))
    await auditMany(
      tx,
      written.map((row) => ({
        entity: 'part',
        entityId: row.id,
        action: row.part.id === undefined ? 'add' : 'update',
        detail: { import: true, code: row.columns.code, name: row.columns.name },
      })),
    )
    return ids
  })
}

/** Parts whose pinyin is made in one go: a few milliseconds. */
const derivedAtOnce = 40

function rowOf(part: BulkPart, lists: Lists, terms: ReadonlyMap<number, number>): Row {
  const takesTerm = part.id === undefined && part.warrantyMonths === null && part.warrantyKm === null
  return {
    part,
    lists,
    columns: {
      code: part.code,
      ...fieldsOf(part),
      ...derivePart({ ...part, ...lists }),
      warrantyMonths: takesTerm ? (terms.get(part.categoryId) ?? null) : part.warrantyMonths,
      oeNo: lists.oeNos[0] ?? '',
      fitment: [...new Set(lists.fitments)].join('；'),
    },
  }
}

/** What another user saved between check and write. */
const raceMessages = {
  part_group_id_code_key: '配件编码刚被他人使用，请重新校验',
  part_code_key: '配件编码刚被他人使用，请重新校验',
  part_factory_no: '厂家件号刚被他人使用，请重新校验',
  part_barcode_group_id_barcode_key: '条码刚被他人使用，请重新校验',
}

const fieldsOf = ({
  name,
  brandId,
  categoryId,
  unitId,
  taxRateId,
  spec,
  origin,
  factoryNo,
  warrantyKm,
  grade,
  remark,
}: BulkPart) => ({
  name,
  brandId,
  categoryId,
  unitId,
  taxRateId,
  spec,
  origin,
  factoryNo,
  warrantyKm,
  grade,
  remark,
})

/** Codes made for the new parts that bring none, in their order. */
async function freshOf(tx: CallerTx, parts: readonly BulkPart[]): Promise<string[]> {
  const count = parts.filter(({ id, code }) => id === undefined && code === '').length
  return count > 0 ? freshCodes(tx, 'part', 'P', 6, count) : []
}

/** Codes of the existing parts, which an import may leave out. */
async function codesOf(tx: CallerTx, parts: readonly BulkPart[]): Promise<Map<number | undefined, string>> {
  const rows = await tx.query<{ id: number; code: string }>({
    text: 'select id, code from part where group_id = $1 and id = any ($2::bigint[])',
    values: [tx.groupId, parts.flatMap(({ id }) => id ?? [])],
  })
  return new Map(rows.map(({ id, code }) => [id, code]))
}

const listsOf = (part: BulkPart, stored: ReadonlyMap<number, Lists>): Lists => {
  const old = part.id === undefined ? undefined : stored.get(part.id)
  return {
    oeNos: part.oeNos ? distinct(part.oeNos, normNumber) : (old?.oeNos ?? []),
    barcodes: part.barcodes ? distinct(part.barcodes, (barcode) => barcode) : (old?.barcodes ?? []),
    fitments: part.fitments ?? old?.fitments ?? [],
  }
}

const distinct = (values: readonly string[], keyOf: (value: string) => string): string[] => [
  ...new Map(values.filter((value) => keyOf(value) !== '').map((value) => [keyOf(value), value])).values(),
]

async function storedLists(tx: CallerTx, parts: readonly BulkPart[]): Promise<Map<number, Lists>> {
  const ids = parts.flatMap((part) => part.id ?? [])
  const read = async (table: string, column: string, order: string) =>
    groupBy(
      await tx.query<{ partId: number; value: string }>({
        text: `select part_id, ${column} as value from ${table} where group_id = $1 and part_id = any ($2::bigint[])
          order by part_id, ${order}`,
        values: [tx.groupId, ids],
      }),
      (row) => row.partId,
    )
  const [oes, barcodes, fitments] = [
    await read('part_oe', 'oe_no', 'is_primary desc, id'),
    await read('part_barcode', 'barcode', 'id'),
    await read('part_fitment', 'model_text', 'id'),
  ]
  const values = (rows: { value: string }[] | undefined) => (rows ?? []).map(({ value }) => value)
  return new Map(
    ids.map((id) => [
      id,
      { oeNos: values(oes.get(id)), barcodes: values(barcodes.get(id)), fitments: values(fitments.get(id)) },
    ]),
  )
}

async function categoryTerms(tx: CallerTx): Promise<Map<number, number>> {
  const rows = await tx.query<{ id: number; warrantyMonths: number }>({
    text: 'select id, warranty_months from part_category where group_id = $1 and warranty_months is not null',
    values: [tx.groupId],
  })
  return new Map(rows.map((row) => [row.id, row.warrantyMonths]))
}

interface Row {
  part: BulkPart
  lists: Lists
  columns: Record<string, unknown> & { code: string }
}

async function writeParts(tx: CallerTx, rows: readonly Row[]): Promise<number[]> {
  const added = await insertMany<{ id: number; code: string }>(
    tx,
    'part',
    rows.filter((row) => row.part.id === undefined).map((row) => ({ ...row.columns, createdBy: tx.caller.userId })),
    'returning id, code',
  )
  const idOf = new Map(added.map((row) => [row.code, row.id]))
  await updateMany(
    tx,
    'part',
    { ...columnTypes, code: 'text' },
    rows.flatMap((row) => (row.part.id === undefined ? [] : [{ ...row.columns, id: row.part.id }])),
  )
  return rows.map((row) => row.part.id ?? (idOf.get(row.columns.code) as number))
}

async function writeLists(tx: CallerTx, rows: readonly (Row & { id: number })[]): Promise<void> {
  const brings = (list: keyof Lists) => rows.filter((row) => row.part[list] !== undefined)
  const clear = (table: string, list: keyof Lists) =>
    tx.query({
      text: `delete from ${table} where group_id = $1 and part_id = any ($2::bigint[])`,
      values: [tx.groupId, brings(list).flatMap((row) => row.part.id ?? [])],
    })
  await clear('part_oe', 'oeNos')
  await clear('part_barcode', 'barcodes')
  for await (const chunk of chunks(brings('oeNos'))) await insertMany(tx, 'part_oe', chunk.flatMap(oeRows))
  for await (const chunk of chunks(brings('barcodes')))
    await insertMany(
      tx,
      'part_barcode',
      chunk.flatMap(({ id, lists }) => lists.barcodes.map((barcode) => ({ partId: id, barcode }))),
    )
}

/** Models that the file has and the part had already keep their years and places; the others come and go. */
async function writeFitments(
  tx: CallerTx,
  rows: readonly (Row & { id: number })[],
  modelsOf: (id: number | undefined) => readonly string[],
  links: ReadonlyMap<string, LinkedText>,
): Promise<void> {
  const pairs = rows.flatMap(({ id, part, lists }) => {
    if (part.fitments === undefined) return []
    const had = new Set(modelsOf(part.id))
    const has = new Set(lists.fitments)
    const gone = [...had].filter((model) => !has.has(model))
    const come = [...has].filter((model) => !had.has(model))
    return [...gone, ...come].map((modelText) => ({ partId: id, modelText, comes: has.has(modelText) }))
  })
  const gone = pairs.filter(({ comes }) => !comes)
  await tx.query({
    text: `delete from part_fitment f using unnest($2::bigint[], $3::text[]) as gone (part_id, model_text)
      where f.group_id = $1 and f.part_id = gone.part_id and f.model_text = gone.model_text`,
    values: [tx.groupId, gone.map(({ partId }) => partId), gone.map(({ modelText }) => modelText)],
  })
  for await (const chunk of chunks(pairs.filter(({ comes }) => comes)))
    await insertMany(
      tx,
      'part_fitment',
      chunk.map(({ partId, modelText }) => {
        const { seriesId = null, modelId = null, yearFrom = null, yearTo = null } = links.get(modelText) ?? {}
        return { partId, modelText, seriesId, modelId, yearFrom, yearTo }
      }),
    )
}

const oeRows = ({ id, lists }: Row & { id: number }) =>
  lists.oeNos.map((oeNo, i) => ({ partId: id, oeNo, oeNorm: normNumber(oeNo), isPrimary: i === 0 }))
