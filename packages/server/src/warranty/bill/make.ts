// Drafts that the settlement of an order makes, a manufacturer one, and what becomes of them when it is undone (business/three-guarantees 3.3).
import { div, equals, isZero, money, mul, round, sub } from '@chepu/contract/kernel/decimal'
import { pricedUnits, repairTotals } from '@chepu/contract/kernel/repair-figures'
import type { RepairSection } from '@chepu/contract/kernel/repair-document'
import { stateLabel } from '@chepu/contract/kernel/states'
import { type makeBill, warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import { shanghaiDay } from '../../kernel/base/calendar'
import { refuse } from '../../kernel/base/errors'
import { audit } from '../../kernel/db/audit'
import { nextDocument } from '../../kernel/db/numbering'
import type { CallerTx } from '../../kernel/db/tx'
import { insertRows, sendRow } from '../../kernel/document/rows'
import type { BodyOf } from '../../kernel/http/bind'
import { repairDocuments } from '../../kernel/repair/repo'
import type { RepairDocument } from '../../kernel/repair/types'
import { type ClaimedLine, claimedLines, isOpen, looseLines } from './claimed'
import { judged } from './judged'
import { heldSettlement, openLines } from './traits'

const { kind, prefix } = warrantyBill
const table = 'repair_document'

/** Makes a draft for every manufacturer whom a settlement has billed, with the lines of it that no bill claims, at the amounts that he was billed. */
export async function makeBills(tx: CallerTx, settlement: RepairDocument, order: RepairDocument): Promise<void> {
  const lines = (await claimedLines(tx, settlement.id)).filter(isOpen)
  await insertBills(tx, settlement, order, lines)
}

/** 按工单开单: the draft of one manufacturer of a settlement that has none. @throws Failure invalid or refusal */
export async function makeBillOf(tx: CallerTx, body: BodyOf<typeof makeBill>): Promise<{ id: number }> {
  const settlement = await heldSettlement(tx, body.settlementId, 'settlementId')
  const lines = await openLines(tx, settlement, body.manufacturerId, 'manufacturerId')
  const order = await repairDocuments.read(tx, 'work_order', settlement.workOrderId as number)
  if (!order) throw new Error('a settlement has no order')
  const [id] = await insertBills(tx, settlement, order, lines)
  return { id: id as number }
}

/** One draft a manufacturer of the lines; answers their ids. */
async function insertBills(
  tx: CallerTx,
  settlement: RepairDocument,
  order: RepairDocument,
  lines: readonly ClaimedLine[],
): Promise<number[]> {
  const makers = [...new Set(lines.map(({ manufacturerId }) => manufacturerId))]
  const invoicedOn = makers.length > 0 ? await invoiceDay(tx, settlement.vehicleId) : null
  const ids: number[] = []
  for (const manufacturerId of makers) {
    const rows = lines.filter((line) => line.manufacturerId === manufacturerId).map(lineRow)
    const header = { ...headerOf(settlement, order, rows), manufacturerId, invoicedOn, boughtOn: null }
    const partIds = rows.flatMap(({ partId }) => (partId === null ? [] : [partId]))
    const { columns, policy } = await judged(tx, { ...header, partIds, policyTermId: null })
    const returnsOldPart = policy?.returnsOldParts ?? false
    const own = rows.map((row) => ({ ...row, returnsOldPart: row.partId !== null && returnsOldPart }))
    ids.push(await insertBill(tx, { ...header, ...columns }, own))
  }
  return ids
}

async function invoiceDay(tx: CallerTx, vehicleId: number | null): Promise<string | null> {
  const car = await tx.one<{ invoicedOn: string | null }>({
    name: 'invoice-day-of-car',
    text: 'select invoiced_on from vehicle where group_id = $1 and id = $2',
    values: [tx.groupId, vehicleId],
  })
  return car?.invoicedOn ?? null
}

type BillLine = ReturnType<typeof lineRow>

/** What was outsourced is a fee of the bill; all else stays where it is. */
const sections: Readonly<Record<RepairSection, RepairSection>> = {
  labour: 'labour',
  materials: 'materials',
  extras: 'extras',
  outsourced: 'extras',
}

/** A line of a bill for a settled one: what is left of it, at a price that comes to the fen to what was billed; without one, as a whole. */
function lineRow(line: ClaimedLine) {
  const netAmount = money(sub(line.claimed, line.backAmount))
  const { pricingMode, stdHours } = line
  const qty = sub(line.qty, line.backQty)
  const units = pricedUnits({ qty, pricingMode, stdHours })
  const price = isZero(units) ? null : round(div(netAmount, units), 4)
  const isExact = price !== null && equals(money(mul(units, price)), netAmount)
  const priced =
    isExact || (price !== null && line.partId !== null)
      ? { qty, price, pricingMode }
      : { qty: '1', price: netAmount, pricingMode: pricingMode && ('fixed' as const) }
  return {
    section: sections[line.section],
    sourceLineId: line.id,
    name: line.name,
    serviceItemId: line.serviceItemId,
    partId: line.partId,
    stdHours,
    ...priced,
    amount: netAmount,
    netAmount,
    taxRate: line.taxRate,
    payer: 'warranty',
    payerPartnerId: line.manufacturerId,
    agreement: 'agreed',
  }
}

function headerOf(settlement: RepairDocument, order: RepairDocument, lines: readonly BillLine[]) {
  const { bizDate, period, partnerId, vehicleId, departmentId, workOrderId, id: settlementId } = settlement
  const { complaint, completedAt, mileage, salespersonId, contactName, contactMobile, businessTypeId } = order
  const parts = lines.flatMap(({ partId }) => (partId === null ? [] : [partId]))
  return {
    bizDate,
    period,
    partnerId,
    vehicleId,
    departmentId,
    salespersonId,
    contactName,
    contactMobile,
    businessTypeId,
    workOrderId,
    settlementId,
    complaint,
    mileage,
    repairedOn: completedAt === null ? bizDate : shanghaiDay(new Date(completedAt)),
    handling: parts.length > 0 ? 'replace' : 'repair',
    causePartId: parts.length === 1 ? (parts[0] as number) : null,
    taxIncluded: true,
    ...repairTotals(lines, true),
  }
}

async function insertBill(tx: CallerTx, header: object, lines: readonly BillLine[]): Promise<number> {
  const { id, billNo } = await nextDocument(tx, prefix, table)
  const { orgId, userId } = tx.caller
  const state = 'draft'
  sendRow(tx, table, { groupId: tx.groupId, id, ...header, orgId, kind, state, billNo, creatorId: userId })
  const numbered = lines.map((line, i) => ({
    ...line,
    lineNo: lines.slice(0, i + 1).filter(({ section }) => section === line.section).length,
  }))
  await insertRows(
    tx,
    'repair_line',
    numbered.map((line) => ({ ...line, groupId: tx.groupId, documentId: id })),
  )
  const detail = { lines: lines.length }
  await audit(tx, { entity: kind, entityId: id, action: 'add', toState: state, detail })
  return id
}

/**
 * Voids the drafts of a settlement that is undone, with version and log; bills that came to nothing let go of its lines. Asked behind its lock.
 * @throws Failure refusal where a bill of it is more than a draft
 */
export async function dropBills(tx: CallerTx, settlement: Pick<RepairDocument, 'id' | 'billNo'>): Promise<void> {
  const bills = await tx.query<{ id: number; billNo: string; state: string; isRed: boolean }>({
    name: 'hold-bills-of-settlement',
    text: `select id, bill_no, state, is_red from repair_document where group_id = $1 and kind = '${kind}' and settlement_id = $2
      order by id for no key update`,
    values: [tx.groupId, settlement.id],
  })
  if (bills.length === 0) return
  const gone = (state: string) => ['voided', 'reversed'].includes(state)
  const standing = bills.filter(({ state, isRed }) => !gone(state) && !isRed)
  const further = standing.find(({ state }) => state !== 'draft')
  if (further)
    refuse(
      `三包单 ${further.billNo} 当前为「${stateLabel(warrantyBill, further.state)}」，结算单 ${settlement.billNo} 不能反结算，请先撤回或反审核三包单`,
    )
  tx.send({
    name: 'void-bills-of-settlement',
    text: `update repair_document set state = 'voided', version = version + 1 where group_id = $1 and id = any ($2::bigint[])`,
    values: [tx.groupId, standing.map(({ id }) => id)],
  })
  looseLines(
    tx,
    bills.map(({ id }) => id),
  )
  const log = { entity: kind, action: 'void', fromState: 'draft', toState: 'voided', reason: '结算单反结算' }
  await audit(tx, ...standing.map(({ id }) => ({ ...log, entityId: id })))
}
