import { workOrder } from '@chepu/contract/repair/work-order'
import { compare, isPositive, trimZeros } from '@chepu/contract/kernel/decimal'
import type { StateOf } from '@chepu/contract/kernel/document'
import type { FieldError } from '@chepu/contract/kernel/errors'
import { isEntered } from '@chepu/contract/kernel/states'
import { button } from '@chepu/contract/access/catalogue'
import { forbidden, invalid } from '../../kernel/base/errors'
import { own } from '../../kernel/base/own'
import { mayPress } from '../../kernel/caller/caller'
import type { CallerTx } from '../../kernel/db/tx'
import { endLinksOf } from '../../kernel/links/desk'
import { repairDocuments } from '../../kernel/repair/repo'
import type { PreparedLine, RepairDocument, RepairLine, RepairRequest, RepairTraits } from '../../kernel/repair/types'
import { sql } from 'kysely'
import { assertArrival } from '../arrival'
import { passInspections } from '../inspection/pass'
import { asksAgain } from './asks-again'
import { assertMovable, isMoved } from './hangs'
import { assertNotPicked, holdMaterial, netIssued } from './material'
import { grantMemberDiscount } from './member'
import { assertRepeats } from './rework'
import { namesPartner, payerFault, rolesOfPayers } from '../payers'
import { profitOfRows } from '../queries/settled-days'

export type WorkOrder = RepairDocument<StateOf<typeof workOrder>>

/** What the books earned by the settlement of order `d`, without tax and work for own departments (business/repair-settlement 4); nothing before. */
const bookedProfit = sql`(select ${profitOfRows} from pnl_ledger p where p.group_id = d.group_id and p.doc_kind = 'repair_settlement' and p.doc_id = d.settlement_id)`

/** 工单 on the server. */
export const workOrderTraits: RepairTraits<typeof workOrder> = {
  def: workOrder,
  sells: true,
  formers: { reservationId: 'reservation', receptionId: 'reception', reworkOfId: 'work_order' },
  columns: {
    settlement: sql`case when d.state in ('settled', 'delivered') then 'settled' when d.state = 'refunded' then 'refunded' when d.state = 'cancelled' then 'none' else 'open' end`,
    grossProfit: bookedProfit,
    stayHours: sql`round(extract(epoch from coalesce(d.delivered_at, clock_timestamp()) - coalesce(d.arrived_at, d.created_at)) / 3600, 1)`,
  },
  async prepare(tx, request, lines, before) {
    const orderKind = kindOf(request, before)
    if (request.header.vehicleId === null && orderKind !== 'goods')
      invalid([{ path: 'header.vehicleId', message: '请选择车辆' }])
    await assertArrival(tx, request, before)
    const isOthers = await assertMovable(tx, request, before)
    for (const { columns } of lines) if (!namesPartner(columns['payer'] as string)) columns['payerPartnerId'] = null
    await nameInsurer(tx, request, lines)
    await assertPayers(tx, request, lines, before)
    assertLabour(lines)
    for (const { columns } of lines) if (columns['isCustomerSupplied'] === true) columns['price'] = '0'
    await grantMemberDiscount(tx, request, lines, before)
    await assertRework(tx, request, lines, before)
    await assertSources(tx, request, lines, before)
    if (before && !isEntered(workOrder, before.state)) {
      prepareChange(tx, lines, before, isOthers)
      withdrawDispatch(tx, lines, before)
    }
    if (before) await assertNotPicked(tx, before, new Set(lines.map(({ id }) => id)))
    // What it was made of is said once: it was executed then.
    return before ? { orderKind, receptionId: before.receptionId, reservationId: before.reservationId } : { orderKind }
  },
  async saved(tx, id, request, before) {
    const receptionId = own(request.header, 'receptionId')
    if (!before && typeof receptionId === 'number') passInspections(tx, receptionId, id)
    if (isMoved(request, before)) await endLinksOf(tx, { kind: workOrder.kind, id })
    // Its lines may want more or less now, or out of another warehouse; as long as nobody has agreed to them they want nothing.
    const order = request.id === undefined ? undefined : await repairDocuments.read(tx, workOrder.kind, id)
    if (order) await holdMaterial(tx, order, order.lines)
  },
}

/** What kind an order is stays; nobody but the fast counter says another one than an ordinary one. */
const kindOf = ({ header }: RepairRequest, before: WorkOrder | undefined): string =>
  before?.orderKind ?? (own(header, 'orderKind') as string | undefined) ?? 'normal'

/** A rework repeats an order of its own car and organisation, and each of its lines one of that car's (business/repair 7.3). */
async function assertRework(
  tx: CallerTx,
  { header }: RepairRequest,
  lines: readonly PreparedLine[],
  before: WorkOrder | undefined,
): Promise<void> {
  const stood = new Set(before?.lines.map(({ reworkOfLineId }) => reworkOfLineId))
  const repeated = lines.flatMap(({ columns: { reworkOfLineId } }) =>
    typeof reworkOfLineId === 'number' && !stood.has(reworkOfLineId) ? [reworkOfLineId] : [],
  )
  await assertRepeats(tx, header.vehicleId, repeated, 'labour')
  const id = own(header, 'reworkOfId')
  if (typeof id !== 'number' || id === before?.reworkOfId) return
  const former = await tx.one<{ vehicleId: number }>({
    name: 'rework-of',
    text: `select vehicle_id from repair_document where group_id = $1 and org_id = $2 and id = $3 and kind = 'work_order'
      and state in ('settled', 'delivered')`,
    values: [tx.groupId, tx.caller.orgId, id],
  })
  if (former?.vehicleId !== header.vehicleId)
    invalid([{ path: 'header.reworkOfId', message: '返工原单不存在、未结算或不是这辆车的' }])
}

/** Lines are taken over from earlier ones of the same car: what was planned, declined or done then (business/repair 7). */
async function assertSources(
  tx: CallerTx,
  request: RepairRequest,
  lines: readonly PreparedLine[],
  before: WorkOrder | undefined,
): Promise<void> {
  // Of another car they are taken over anew.
  const stood = new Set(isMoved(request, before) ? [] : before?.lines.map(({ sourceLineId }) => sourceLineId))
  const taken = lines.filter(
    ({ columns: { sourceLineId } }) => typeof sourceLineId === 'number' && !stood.has(sourceLineId),
  )
  if (taken.length === 0) return
  const rows = await tx.query<{ id: number }>({
    name: 'lines-of-car',
    text: `select l.id from repair_line l join repair_document d on d.group_id = l.group_id and d.id = l.document_id
      where l.group_id = $1 and l.id = any ($2::bigint[]) and d.vehicle_id = $3`,
    values: [tx.groupId, taken.map(({ columns }) => columns['sourceLineId'] as number), request.header.vehicleId],
  })
  const ofCar = new Set(rows.map(({ id }) => id))
  const errors = taken
    .filter(({ columns }) => !ofCar.has(columns['sourceLineId'] as number))
    .map((line) => faultOf(lines, line, 'sourceLineId', '引用的明细不是这辆车的'))
  if (errors.length > 0) invalid(errors)
}

/** Lines that an insurer pays and that name none are paid by the one whose case the order, or its car, has (business/repair-insurance 1.4). */
async function nameInsurer(tx: CallerTx, { id, header }: RepairRequest, lines: readonly PreparedLine[]): Promise<void> {
  const unnamed = lines.filter(({ columns }) => columns['payer'] === 'insurance' && !columns['payerPartnerId'])
  if (unnamed.length === 0 || header.vehicleId === null) return
  const rows = await tx.query<{ insurerId: number }>({
    name: 'insurers-of-car',
    text: `select distinct insurer_id from repair_document where group_id = $1 and org_id = $2 and kind = 'insurance_case' and vehicle_id = $3
      and state in ('reported', 'assessed', 'in_repair') and (work_order_id is null or work_order_id = $4::bigint)`,
    values: [tx.groupId, tx.caller.orgId, header.vehicleId, id ?? null],
  })
  const [only] = rows
  if (only && rows.length === 1) for (const { columns } of unnamed) columns['payerPartnerId'] = only.insurerId
}

/** Lines that others than the customer pay say who, and he is one who pays such lines (business/repair-settlement 1). */
async function assertPayers(
  tx: CallerTx,
  { header }: RepairRequest,
  lines: readonly PreparedLine[],
  before: WorkOrder | undefined,
): Promise<void> {
  const given = <Value>(line: PreparedLine, name: string) => (line.columns[name] ?? null) as Value
  const partners = lines.flatMap((line) => given<number | null>(line, 'payerPartnerId') ?? [])
  const roles = await rolesOfPayers(tx, partners)
  const formerId = own(header, 'reworkOfId') ?? before?.reworkOfId ?? null
  const repeats = formerId !== null || lines.some((line) => given(line, 'reworkOfLineId') !== null)
  const errors = lines.flatMap((line): FieldError[] => {
    const paid = {
      section: line.section,
      payer: given<string>(line, 'payer'),
      payerPartnerId: given<number | null>(line, 'payerPartnerId'),
      payerDepartmentId: given<number | null>(line, 'payerDepartmentId'),
      reworkOfLineId: given<number | null>(line, 'reworkOfLineId'),
    }
    const fault = payerFault(paid, { roles, customerId: header.partnerId, repeats })
    return fault ? [faultOf(lines, line, fault.field, fault.message)] : []
  })
  if (errors.length > 0) invalid(errors)
}

const names = { labour: '项目', materials: '材料', extras: '附加费', outsourced: '外协' }

function faultOf(lines: readonly PreparedLine[], line: PreparedLine, field: string, message: string): FieldError {
  const i = lines.filter(({ section }) => section === line.section).indexOf(line)
  return { path: `${line.section}.${i}.${field}`, message: `${names[line.section]}第${i + 1}行 ${message}` }
}

/** Material names labour that stands on the same order. */
function assertLabour(lines: readonly PreparedLine[]): void {
  const labour = lines.filter(({ section }) => section === 'labour').length
  const wrong = lines.find(({ labourNo }) => labourNo && labourNo > labour)
  if (wrong) invalid([faultOf(lines, wrong, 'labourNo', '所属项目不存在')])
}

/**
 * What the customer has agreed to may be changed as long as it costs him no more; a line that does, and one that is added, needs his
 * consent again before anybody works on it (business/repair 4.2, 4.3). What a customer has agreed to another one has not.
 */
function prepareChange(tx: CallerTx, lines: readonly PreparedLine[], before: WorkOrder, isOthers: boolean): void {
  const errors: FieldError[] = []
  for (const line of lines) {
    const stood = before.lines.find(({ id }) => id === line.id)
    if (!stood) Object.assign(line.columns, { isAdded: true, agreement: 'open' })
    else errors.push(...changeFaults(lines, line, stood))
    if (
      stood &&
      (asksAgain(lineNow(line, stood), stood, tx.caller.org.config.priceTaxIncluded) ||
        (isOthers && stood.agreement === 'agreed'))
    )
      Object.assign(line.columns, { agreement: 'open', agreedAt: null })
  }
  followWork(lines, before)
  const kept = new Set(lines.map(({ id }) => id))
  for (const line of before.lines.filter(({ id }) => !kept.has(id))) errors.push(...removalFaults(line))
  if (errors.length > 0) invalid(errors)
  const isAdding = lines.some(({ id }) => id === undefined)
  if (isAdding && !mayPress(tx.caller, button('work_order', 'add_item'))) forbidden('您没有工单「增项」的权限')
}

/** What is used up with work costs the customer nothing: it waits for his word only as long as that work does (business/repair 4.2). */
function followWork(lines: readonly PreparedLine[], before: WorkOrder): void {
  const now = (line: PreparedLine, field: 'agreement' | 'isConsumable') =>
    line.columns[field] ?? before.lines.find(({ id }) => id === line.id)?.[field]
  const labour = lines.filter(({ section }) => section === 'labour')
  for (const line of lines) {
    if (now(line, 'isConsumable') !== true || now(line, 'agreement') !== 'open') continue
    const work = line.labourNo ? labour[line.labourNo - 1] : undefined
    if (work && now(work, 'agreement') === 'open') continue
    Object.assign(line.columns, { agreement: 'agreed', agreedAt: new Date().toISOString() })
  }
}

/** Nobody is dispatched to a line that is gone or that the customer is asked about anew, as long as he has not begun (business/repair 6.1). */
function withdrawDispatch(tx: CallerTx, lines: readonly PreparedLine[], before: WorkOrder): void {
  const kept = new Set(lines.flatMap(({ id, columns }) => (columns['agreement'] === 'open' ? [] : [id])))
  const gone = before.lines.filter(
    ({ id, section, workState }) => section === 'labour' && workState === 'waiting' && !kept.has(id),
  )
  if (gone.length === 0) return
  tx.send({
    name: 'withdraw-dispatch',
    text: 'delete from dispatch where group_id = $1 and line_id = any ($2::bigint[])',
    values: [tx.groupId, gone.map(({ id }) => id)],
  })
}

function changeFaults(lines: readonly PreparedLine[], line: PreparedLine, stood: RepairLine): FieldError[] {
  const at = (field: string, message: string) => [faultOf(lines, line, field, message)]
  const isChanged = (field: keyof RepairLine) =>
    line.columns[field] !== undefined && line.columns[field] !== stood[field]
  const hasHistory = stood.workState !== 'waiting' || isPositive(stood.issuedQty)
  if (hasHistory && isChanged('partId')) return at('partId', '已领料，不能换配件')
  if (hasHistory && isChanged('serviceItemId')) return at('serviceItemId', '已开工，不能换项目')
  const isOut = isPositive(netIssued(stood))
  if (isChanged('isConsumable') && !stood.isConsumable && (isOut || stood.agreement === 'agreed'))
    return at('isConsumable', '客户已同意付费，不能改为辅料；不收费的请改付费方为「赠送」，或删除此行')
  if (isChanged('isCustomerSupplied') && !stood.isCustomerSupplied && isOut)
    return at('isCustomerSupplied', `已领 ${trimZeros(netIssued(stood))}，不是自带件，请先退料`)
  const qty = line.columns['qty'] as string
  if (stood.section === 'materials' && compare(qty, netIssued(stood)) < 0)
    return at('qty', `已领 ${netIssued(stood)}，数量不能更少，请先退料`)
  return []
}

function removalFaults({ section, lineNo, workState, issuedQty, name, partCode }: RepairLine): FieldError[] {
  const words = `${names[section]}第${lineNo}行 [${partCode ?? name}] `
  if (workState !== 'waiting') return [{ path: section, message: `${words}已开工，不能删除` }]
  return isPositive(issuedQty) ? [{ path: section, message: `${words}有领料记录，不能删除` }] : []
}

/** A line as it would stand: what was typed, else what stands. */
function lineNow({ columns }: PreparedLine, stood: RepairLine): RepairLine {
  const typed = Object.entries(columns).filter(([, value]) => value !== undefined)
  return { ...stood, ...Object.fromEntries(typed) }
}
