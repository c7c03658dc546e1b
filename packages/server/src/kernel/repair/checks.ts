// What the lines and the header of a document of a car refer to: one statement a table, whatever the number of lines.
import type { FieldError } from '@chepu/contract/kernel/errors'
import { partnerRoles } from '@chepu/contract/kernel/partner-roles'
import type { RepairSection } from '@chepu/contract/kernel/repair-document'
import { type Decimal, equals, sumOf } from '@chepu/contract/kernel/decimal'
import { vinText } from '@chepu/contract/kernel/vin'
import { sql } from 'kysely'
import { invalid } from '../base/errors'
import { own } from '../base/own'
import { partnerScope, vehicleScope } from '../caller/partner-scope'
import type { CallerTx } from '../db/tx'
import { saleRateFaults } from '../document/sale-rates'
import { isTooMuch, type PartUnit, qtyProblem, unitsOf } from '../goods/line-checks'
import type { PreparedLine, RepairDocument, RepairRequest, RepairTraits } from './types'

/**
 * Refuses a car or a customer that the caller could not have picked; what the document named before stays. Both are held, so that neither is merged away.
 * A car that he does not see is one that his organisation has had, or one that stands before him: he says its plate or VIN (business/customers 6.3).
 */
export async function checkCar(
  tx: CallerTx,
  { header, car: word = '', holderId }: RepairRequest,
  before: RepairDocument | undefined,
): Promise<void> {
  const [car, partner] = await Promise.all([carOf(tx, header.vehicleId), partnerOf(tx, header.partnerId)])
  const isNamed = car && (car.isKnown || car.id === before?.vehicleId || isWhole(word, car))
  if (header.vehicleId !== null && !isNamed) invalid([{ path: 'header.vehicleId', message: '车辆不存在' }])
  if (car && !car.isActive && car.id !== before?.vehicleId)
    invalid([{ path: 'header.vehicleId', message: `车辆 ${car.plate || car.vin} 已停用` }])
  const isOwner = car?.partnerId === header.partnerId
  if (!partner || !(partner.isInScope || isOwner || [before?.partnerId, holderId].includes(partner.id)))
    invalid([{ path: 'header.partnerId', message: '客户不存在' }])
  if (!partner.isActive && partner.id !== before?.partnerId)
    invalid([{ path: 'header.partnerId', message: '客户已停用' }])
}

interface Car {
  id: number
  plate: string
  vin: string
  partnerId: number
  isActive: boolean
  /** The caller sees its owner, or a document of his organisation names it. */
  isKnown: boolean
}

const isWhole = (word: string, { plate, vin }: Car): boolean => word !== '' && [plate, vin].includes(vinText(word))

async function carOf(tx: CallerTx, id: number | null) {
  if (id === null) return undefined
  const [row] = await tx.selectKept<Car>(sql`select v.id, v.plate, v.vin, v.partner_id, v.is_active,
      coalesce(${vehicleScope(tx.caller)}, false) or exists (
        select from repair_document d where d.group_id = v.group_id and d.org_id = ${tx.caller.orgId} and d.vehicle_id = v.id) as is_known
    from vehicle v join partner p on p.group_id = v.group_id and p.id = v.partner_id
    where v.group_id = ${tx.groupId} and v.id = ${id} for key share of v`)
  return row
}

async function partnerOf(tx: CallerTx, id: number) {
  const [row] = await tx.selectKept<{ id: number; isActive: boolean; isInScope: boolean }>(
    sql`select p.id, p.is_active, ${partnerScope(tx.caller, partnerRoles.customer)} as is_in_scope from partner p
      where p.group_id = ${tx.groupId} and p.id = ${id} for key share of p`,
  )
  return row
}

/** Refuses a former document that is none of its kind and organisation; those that the document named before stay. */
export async function checkFormers(
  tx: CallerTx,
  { def, formers = {} }: RepairTraits,
  { header }: RepairRequest,
  before: RepairDocument | undefined,
): Promise<void> {
  const named = Object.entries(formers).flatMap(([column, kind]) => {
    const id = own(header, column)
    return typeof id === 'number' && id !== own({ ...before }, column) ? [{ column, kind, id }] : []
  })
  if (named.length === 0) return
  const rows = await tx.query<{ id: number; kind: string }>({
    name: 'repair-formers',
    text: `select id, kind from repair_document where group_id = $1 and org_id = $2 and id = any ($3::bigint[])`,
    values: [tx.groupId, tx.caller.orgId, named.map(({ id }) => id)],
  })
  const missing = named.find(({ id, kind }) => !rows.some((row) => row.id === id && row.kind === kind))
  if (!missing) return
  const title = String(own(def.header.shape, missing.column)?.meta()?.title ?? '前单')
  invalid([{ path: `header.${missing.column}`, message: `${title}不存在` }])
}

const titles: Record<RepairSection, string> = {
  labour: '项目',
  materials: '材料',
  extras: '附加费',
  outsourced: '外协',
}

/** Refuses lines that name what is not there, or a quantity that the unit of a part does not have. Says which line of which table. */
export async function checkLines(tx: CallerTx, lines: readonly PreparedLine[], before: RepairDocument | undefined) {
  const ids = (name: string) =>
    lines.flatMap(({ columns }) => {
      const id = own(columns, name)
      return typeof id === 'number' ? [id] : []
    })
  const [units, known] = await Promise.all([partUnits(tx, ids('partId')), knownRows(tx, ids, before)])
  const errors = lines.flatMap((line): FieldError[] => {
    const { section, columns } = line
    const at = (field: string, message: string) => [lineFault(lines, line, field, message)]
    if (section === 'materials') {
      const unit = units.get(columns['partId'] as number)
      if (!unit) return at('partId', '配件不存在或已停用')
      const problem = qtyProblem(columns['qty'] as string, unit)
      if (problem) return at('qty', problem)
    }
    const missing = Object.entries(rowsOf).find(
      ([field]) => typeof own(columns, field) === 'number' && !known.has(`${field} ${own(columns, field)}`),
    )
    return missing ? at(missing[0], `${missing[1].title}不存在或已停用`) : []
  })
  if (errors.length > 0) invalid(errors)
}

/**
 * Refuses a rate that a small-scale taxpayer cannot have, on a line that is new or bears another one than it did; what is taken over from an earlier document
 * bears the rate of that (business/basics 7.3).
 */
export async function checkSaleRates(
  tx: CallerTx,
  lines: readonly PreparedLine[],
  before: RepairDocument | undefined,
): Promise<void> {
  const stood = new Map(before?.lines.map(({ id, taxRate }) => [id, taxRate]))
  const rates = lines.map(({ id, columns }) => {
    const rate = own(columns, 'taxRate') as Decimal | undefined
    const former = id === undefined ? undefined : stood.get(id)
    if (rate === undefined || typeof own(columns, 'sourceLineId') === 'number') return undefined
    return former !== undefined && equals(former, rate) ? undefined : rate
  })
  const faults = await saleRateFaults(tx, rates)
  const errors = lines.flatMap((line, at): FieldError[] => {
    const fault = faults[at]
    return fault === undefined ? [] : [lineFault(lines, line, 'taxRate', fault)]
  })
  if (errors.length > 0) invalid(errors)
}

/** A fault of a line by its section and its place there. */
function lineFault(lines: readonly PreparedLine[], line: PreparedLine, field: string, message: string): FieldError {
  const { section } = line
  const i = lines.filter((other) => other.section === section).indexOf(line)
  return { path: `${section}.${i}.${field}`, message: `${titles[section]}第${i + 1}行 ${message}` }
}

/** Refuses amounts that no column can hold, by line, or of all lines together (business/documents 3). @throws Failure invalid */
export function assertAmounts(lines: readonly PreparedLine[]): void {
  const errors = lines.flatMap((line): FieldError[] =>
    isTooMuch(line.columns['amount'] as string) ? [lineFault(lines, line, 'price', '金额超出允许范围')] : [],
  )
  if (errors.length > 0) invalid(errors)
  const [first] = lines
  const total = sumOf(lines, ({ columns }) => columns['amount'] as string)
  if (first && isTooMuch(total)) invalid([{ path: first.section, message: '合计金额超出允许范围' }])
}

/** Active parts with their units, held so that none is merged away. */
async function partUnits(tx: CallerTx, partIds: readonly number[]): Promise<Map<number, PartUnit>> {
  if (partIds.length === 0) return new Map()
  const held = tx.query<{ id: number }>({
    name: 'hold-repair-parts',
    text: `select id from part where group_id = $1 and is_active and id = any ($2::bigint[]) order by id for key share`,
    values: [tx.groupId, [...partIds]],
  })
  const [active, units] = await Promise.all([held, unitsOf(tx, partIds)])
  return new Map(active.flatMap(({ id }) => (units.has(id) ? [[id, units.get(id) as PartUnit]] : [])))
}

/** What fields of lines may name. */
const rowsOf: Record<string, { title: string; from: string }> = {
  serviceItemId: { title: '服务项目', from: 'service_item t where t.group_id = $1 and t.is_active' },
  workerTypeId: { title: '工种', from: 'worker_type t where t.group_id = $1 and t.is_active' },
  supplierId: {
    title: '外协单位',
    from: `partner t where t.group_id = $1 and t.is_active and t.cus_flag & ${partnerRoles.supplier} <> 0`,
  },
  sourceLineId: { title: '来源明细', from: 'repair_line t where t.group_id = $1' },
  reworkOfLineId: {
    title: '返工原项目',
    from: `repair_line t where t.group_id = $1 and t.section = 'labour'`,
  },
  payerPartnerId: { title: '付费单位', from: 'partner t where t.group_id = $1 and t.is_active' },
  payerDepartmentId: {
    title: '承担部门',
    from: 'department t where t.group_id = $1 and t.is_active and t.org_id = $2',
  },
}

/** `field id` of every named row that is there, and of what the document named before. */
async function knownRows(
  tx: CallerTx,
  ids: (name: string) => number[],
  before: RepairDocument | undefined,
): Promise<Set<string>> {
  const fields = Object.keys(rowsOf)
  const parts = Object.entries(rowsOf).map(
    ([field, { from }], i) => `select '${field}' as field, t.id from ${from} and t.id = any ($${i + 3}::bigint[])`,
  )
  const rows = await tx.query<{ field: string; id: number }>({
    name: 'check-repair-lines',
    text: parts.join(' union all ').replace('$2', '$2::bigint'),
    values: [tx.groupId, tx.caller.orgId, ...fields.map(ids)],
  })
  const stood = (before?.lines ?? []).flatMap((line) =>
    fields.map((field) => `${field} ${own(line as unknown as Record<string, unknown>, field)}`),
  )
  return new Set([...rows.map(({ field, id }) => `${field} ${id}`), ...stood])
}
