import { besideImport, partHeadings } from '@chepu/contract/imports/import-headings'
import { type Grade, gradeLabels, partBarcode } from '@chepu/contract/basics/part'
import { code, miles, text, text255 } from '@chepu/contract/kernel/scalars'
import { z } from 'zod'
import { inTurns, selectMany } from '../kernel/master/bulk'
import { twinMessage } from '../kernel/master/code-twins'
import type { CallerTx } from '../kernel/db/tx'
import { finderOf } from '../kernel/master/spelling'
import { type BulkPart, writePartsBulk } from '../basics/public'
import { normNumber } from '../kernel/query/part-filter'
import { type Entry, importer, type Plan, type PrepareOptions } from './importer'
import { coded, FirstRows, listOf } from './lists'
import { type Found, type PartReferences, partReferences } from './part-references'

const list = (item: z.ZodType<string, string>, most: number) =>
  z
    .string()
    .transform(listOf)
    .pipe(z.array(item).max(most, `最多${most}个`))

const columns = [
  {
    key: 'code',
    ...partHeadings.code,
    schema: code(40),
    note: '空白时自动生成；与已有编码相同视为同一配件，不分大小写',
    example: 'SL-000001',
  },
  {
    key: 'name',
    ...partHeadings.name,
    required: true,
    schema: text(100),
    note: '最多100个字符',
    example: '机油滤清器',
  },
  {
    key: 'brand',
    ...partHeadings.brand,
    required: true,
    schema: text(60),
    note: '品牌管理中已有的名称',
    example: '博世',
  },
  {
    key: 'category',
    ...partHeadings.category,
    required: true,
    schema: text(200),
    note: '最末级分类的名称；重名时写全路径，用 / 分隔',
    example: '保养件/机油滤清器',
  },
  { key: 'unit', ...partHeadings.unit, required: true, schema: text(20), note: '已有的计量单位', example: '个' },
  { key: 'spec', ...partHeadings.spec, schema: text(100), note: '最多100个字符', example: '76*65mm' },
  { key: 'origin', ...partHeadings.origin, schema: text(60), note: '最多60个字符', example: '上海' },
  {
    key: 'factoryNo',
    ...partHeadings.factoryNo,
    schema: code(60),
    note: '编码空白时，品牌和厂家件号都相同视为同一配件',
    example: 'SL 000 001',
  },
  {
    key: 'oes',
    ...partHeadings.oes,
    schema: list(
      code(60).refine((oe) => normNumber(oe) !== '', 'OE号不能只有符号'),
      200,
    ),
    note: '多个用 ; 分隔，第一个为主OE号',
    example: '04152-YZZA1;04152-31090',
  },
  {
    key: 'barcodes',
    ...partHeadings.barcodes,
    schema: list(partBarcode, 50),
    note: '多个用 ; 分隔，不能与其他配件重复',
    example: '6900000000007',
  },
  {
    key: 'fitments',
    ...partHeadings.fitments,
    schema: list(text(100), 500),
    note: '多个用 ; 分隔',
    example: '丰田卡罗拉 1.6;丰田雷凌 1.8',
  },
  { key: 'taxRate', ...partHeadings.taxRate, schema: text(20), note: '如 13%；空白为默认税率', example: '13%' },
  {
    key: 'warrantyMonths',
    ...partHeadings.warrantyMonths,
    kind: 'number',
    schema: z
      .string()
      .regex(/^[1-9]\d{0,3}$/, '请输入正整数!')
      .transform((months) => Number.parseInt(months, 10)),
    note: '正整数；与三包公里都空白时取分类的默认三包期',
    example: '12',
  },
  {
    key: 'warrantyKm',
    ...partHeadings.warrantyKm,
    kind: 'number',
    schema: miles,
    note: '大于0，最多4位小数',
    example: '20000',
  },
  {
    key: 'grade',
    ...partHeadings.grade,
    schema: coded(gradeLabels),
    note: `${Object.values(gradeLabels).join('、')}；空白时已有配件不变，新增为${gradeLabels.aftermarket}`,
    example: gradeLabels.oes,
  },
  { key: 'remark', ...partHeadings.remark, schema: text255, note: '最多255个字符；空白时不变', example: '常备件' },
] as const

type PartEntry = Entry<typeof columns>

/** A part as it stands before the import. */
interface Before {
  id: number
  code: string
  brandId: number
  categoryId: number
  unitId: number
  spec: string
  origin: string
  factoryNo: string
  factoryNorm: string
  taxRateId: number
  warrantyMonths: number | null
  warrantyKm: string | null
  grade: Grade
  remark: string
}

interface Resolved {
  entry: PartEntry
  before: Before | undefined
  brandId: number
  categoryId: number
  unitId: number
  taxRateId: number
  /** What it refers to though nothing new may; a part that has it already keeps it. */
  stopped: { field: 'brandId' | 'categoryId' | 'taxRateId'; column: string; message: string }[]
}

/** Parts of the group; matched by code, else by brand and factory number (business/basics 10). */
export const partImporter = importer({
  title: '配件',
  headings: partHeadings,
  beside: besideImport.part,
  columns: () => columns,
  async examples(tx) {
    const [row = {}] = await tx.query<Record<string, string | null>>({
      text: `select (select name from brand where group_id = $1 and is_active and kind = 'part' order by id limit 1) as brand,
          (select name from part_category c where group_id = $1 and is_active
            and not exists (select from part_category b where b.group_id = $1 and b.parent_id = c.id)
            and not exists (select from part_category o where o.group_id = $1 and o.name = c.name and o.id <> c.id)
            order by id limit 1) as category,
          (select name from unit where group_id = $1 order by id limit 1) as unit,
          (select name from tax_rate where group_id = $1 and is_active order by is_goods_default desc, id limit 1) as tax_rate`,
      values: [tx.groupId],
    })
    return row
  },
  async prepare(tx, entries, options): Promise<Plan> {
    const references = await partReferences(tx)
    const known: Omit<Resolved, 'before'>[] = []
    for await (const entry of inTurns(entries)) known.push(...resolve(entry, references, options))
    const stock = await existingParts(tx, known, options.lock)
    const compare = comparing(stock, options)
    const found: Resolved[] = []
    for await (const row of inTurns(known)) {
      const matched = { ...row, before: stock.match(row) }
      compare(matched)
      found.push(matched)
    }
    return {
      added: found.filter((row) => !row.before).length,
      updated: found.filter((row) => row.before).length,
      write: async () => {
        await writePartsBulk(tx, found.map(partOf))
        return []
      },
    }
  },
})

/** The row with ids instead of names; nothing when a name is unknown. */
function resolve(entry: PartEntry, references: PartReferences, { fault }: PrepareOptions): Omit<Resolved, 'before'>[] {
  const { row, values } = entry
  const stopped: Resolved['stopped'] = []
  const take = (column: string, found: Found<number>, field?: Resolved['stopped'][number]['field']): number | null => {
    if ('message' in found) {
      fault(row, column, found.message)
      return null
    }
    if (field && found.stopped !== undefined) stopped.push({ field, column, message: found.stopped })
    return found.item
  }
  const brandId = take('品牌', references.brand(values.brand), 'brandId')
  const categoryId = take('分类', references.category(values.category), 'categoryId')
  const unitId = take('单位', references.unit(values.unit))
  const taxRateId = take('税率', references.taxRate(values.taxRate), 'taxRateId')
  if (brandId === null || categoryId === null || unitId === null || taxRateId === null) return []
  return [{ entry, brandId, categoryId, unitId, taxRateId, stopped }]
}

interface Existing {
  /** The part of this code, or those whose codes differ from it only in capitals. */
  coded(code: string): readonly Before[]
  match(row: Omit<Resolved, 'before'>): Before | undefined
  byFactory(brandId: number, factoryNo: string): Before | undefined
  /** Whose barcode it is. */
  owner(barcode: string): { partId: number; code: string } | undefined
  /** Stock of it has moved. */
  isStocked(partId: number): boolean
}

async function existingParts(
  tx: CallerTx,
  rows: readonly Omit<Resolved, 'before'>[],
  lock: boolean,
): Promise<Existing> {
  const codes = await selectMany(
    rows.flatMap(({ entry }) => entry.values.code?.toLowerCase() ?? []),
    (slice) => partsWith(tx, 'code_key = any ($2::text[])', [slice], lock),
  )
  const numbered = rows.flatMap(({ entry, brandId }) => {
    const norm = normNumber(entry.values.factoryNo ?? '')
    return norm === '' ? [] : [{ brandId, norm }]
  })
  const numbers = await selectMany(numbered, (slice) =>
    partsWith(
      tx,
      `factory_norm <> '' and brand_id = any ($2::bigint[]) and factory_norm = any ($3::text[])`,
      [[...new Set(slice.map(({ brandId }) => brandId))], slice.map(({ norm }) => norm)],
      lock,
    ),
  )
  const owners = await barcodeOwners(
    tx,
    rows.flatMap(({ entry }) => entry.values.barcodes ?? []),
  )
  const stocked = await stockedParts(
    tx,
    [...codes, ...numbers].map(({ id }) => id),
  )
  const coded = finderOf(codes, ({ code }) => code)
  const byNumber = new Map(numbers.map((part) => [`${part.brandId}/${part.factoryNorm}`, part]))
  const byFactory = (brandId: number, factoryNo: string) => {
    const norm = normNumber(factoryNo)
    return norm === '' ? undefined : byNumber.get(`${brandId}/${norm}`)
  }
  return {
    byFactory,
    coded,
    match({ entry: { values }, brandId }) {
      if (values.code === null) return byFactory(brandId, values.factoryNo ?? '')
      const [one, ...others] = coded(values.code)
      return others.length > 0 ? undefined : one
    },
    owner: (barcode) => owners.get(barcode),
    isStocked: (partId) => stocked.has(partId),
  }
}

// Each table is asked by itself: with thousands of values a join is planned badly while statistics are still old.

const partsWith = (
  tx: CallerTx,
  condition: string,
  values: readonly (readonly unknown[])[],
  lock: boolean,
): Promise<Before[]> =>
  tx.query<Before>({
    text: `select id, code, brand_id, category_id, unit_id, spec, origin, factory_no, factory_norm, tax_rate_id, warranty_months, warranty_km,
      grade, remark from part where group_id = $1 and ${condition} order by id ${lock ? 'for no key update' : ''}`,
    values: [tx.groupId, ...values],
  })

async function barcodeOwners(
  tx: CallerTx,
  barcodes: readonly string[],
): Promise<Map<string, { partId: number; code: string }>> {
  const rows = await selectMany(barcodes, (slice) =>
    tx.query<{ barcode: string; partId: number }>({
      text: 'select barcode, part_id from part_barcode where group_id = $1 and barcode = any ($2::text[])',
      values: [tx.groupId, slice],
    }),
  )
  const parts = await selectMany(rows, (slice) =>
    tx.query<{ id: number; code: string }>({
      text: 'select id, code from part where group_id = $1 and id = any ($2::bigint[])',
      values: [tx.groupId, slice.map(({ partId }) => partId)],
    }),
  )
  const codes = new Map(parts.map(({ id, code }) => [id, code]))
  return new Map(rows.map(({ barcode, partId }) => [barcode, { partId, code: codes.get(partId) as string }]))
}

async function stockedParts(tx: CallerTx, partIds: readonly number[]): Promise<Set<number>> {
  const rows = await selectMany(partIds, (slice) =>
    tx.query<{ partId: number }>({
      text: 'select distinct part_id from stock_cost where group_id = $1 and part_id = any ($2::bigint[])',
      values: [tx.groupId, slice],
    }),
  )
  return new Set(rows.map(({ partId }) => partId))
}

const standsAlready = (before: Before, code: string | null): string =>
  `${code === null || code === before.code ? `配件 ${before.code} 已存在` : twinMessage([before.code])}，如需更新请勾选“覆盖”`

/** Finds rows that hit the same part, or something that belongs to another part; asked row by row. */
function comparing(existing: Existing, { overwrite, fault }: PrepareOptions): (row: Resolved) => void {
  const first = new FirstRows()
  const repeats = (row: number, column: string, key: string, label: string) => {
    const before = first.seen(`${column}/${key}`, row)
    if (before !== undefined) fault(row, column, `${label}与第${before}行重复`)
  }
  const codeFaults = (row: number, code: string, before: Before | undefined) => {
    const others = before ? [] : existing.coded(code)
    if (others.length > 0) fault(row, '编码', twinMessage(others.map((other) => other.code)))
    const message = first.twin(code, row, before?.code === code)
    if (message !== undefined) fault(row, '编码', message)
  }
  return (resolved) => {
    const { entry, before, brandId, unitId, stopped } = resolved
    const { row, values } = entry
    for (const { field, column, message } of stopped)
      if (before?.[field] !== resolved[field]) fault(row, column, message)
    const repeated = before && first.seen(`part/${before.id}`, row)
    if (repeated !== undefined) fault(row, '编码', `与第${repeated}行是同一配件 ${before?.code}`)
    if (before && !overwrite) fault(row, values.code === null ? '厂家件号' : '编码', standsAlready(before, values.code))
    if (values.code !== null) codeFaults(row, values.code, before)
    if (values.factoryNo !== null) {
      const norm = normNumber(values.factoryNo)
      if (norm !== '') repeats(row, '厂家件号', `${brandId}/${norm}`, `厂家件号 ${values.factoryNo} `)
      const other = existing.byFactory(brandId, values.factoryNo)
      if (other && other.id !== before?.id) fault(row, '厂家件号', `该品牌的厂家件号已用于配件 ${other.code}`)
    }
    for (const barcode of values.barcodes ?? []) {
      repeats(row, '条码', barcode, `条码 ${barcode} `)
      const owner = existing.owner(barcode)
      if (owner && owner.partId !== before?.id) fault(row, '条码', `条码 ${barcode} 已用于配件 ${owner.code}`)
    }
    if (before && before.unitId !== unitId && existing.isStocked(before.id))
      fault(row, '单位', '已有库存流水，不能修改单位')
  }
}

/** The row as it will be saved; blank cells of an existing part leave it as it is. */
function partOf({ entry: { values }, before, brandId, categoryId, unitId, taxRateId }: Resolved): BulkPart {
  return {
    id: before?.id,
    code: before?.code ?? values.code ?? '',
    name: values.name,
    brandId,
    categoryId,
    unitId,
    taxRateId: values.taxRate === null ? (before?.taxRateId ?? taxRateId) : taxRateId,
    spec: values.spec ?? before?.spec ?? '',
    origin: values.origin ?? before?.origin ?? '',
    factoryNo: values.factoryNo ?? before?.factoryNo ?? '',
    warrantyMonths: values.warrantyMonths ?? before?.warrantyMonths ?? null,
    warrantyKm: values.warrantyKm ?? before?.warrantyKm ?? null,
    grade: values.grade ?? before?.grade ?? 'aftermarket',
    remark: values.remark ?? before?.remark ?? '',
    oeNos: values.oes ?? undefined,
    barcodes: values.barcodes ?? undefined,
    fitments: values.fitments ?? undefined,
  }
}
