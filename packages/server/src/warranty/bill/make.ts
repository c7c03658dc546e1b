// Drafts that the settlement of an order makes, a manufacturer one, and what becomes of them when it is undone (business/three-guarantees 3.3).
import { div, equals, isPositive, isZero, money, mul, round, sub } from '@chepu/contract/kernel/decimal'
import { pricedUnits, repairTotals } from '@chepu/contract/kernel/repair-figures'
import type { RepairSection } from '@chepu/contract/kernel/repair-document'
import { stateLabel } from '@chepu/contract/kernel/states'
import { warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import { shanghaiDay } from '../../kernel/base/calendar'
import { refuse } from '../../kernel/base/errors'
import { audit } from '../../kernel/db/audit'
import { nextDocument } from '../../kernel/db/numbering'
import type { CallerTx } from '../../kernel/db/tx'
import { insertRows, sendRow } from '../../kernel/document/rows'
import type { RepairDocument } from '../../kernel/repair/types'
import { type ClaimedLine, claimedLines, looseLines } from './claimed'

const { kind, prefix } = warrantyBill
const table = 'repair_document'

/** Makes a draft for every manufacturer whom a settlement has billed, with the lines of it that no bill claims, at the amounts that he was billed. */
export async function makeBills(tx: CallerTx, settlement: RepairDocument, order: RepairDocument): Promise<void> {
  const lines = (await claimedLines(tx, settlement.id)).filter(
    ({ billNo, claimed, backAmount }) => billNo === null && isPositive(sub(claimed, backAmount)),
  )
  const makers = [...new Set(lines.map(({ manufacturerId }) => manufacturerId))]
  const invoicedOn = makers.length > 0 ? await invoiceDay(tx, settlement.vehicleId) : null
  for (const manufacturerId of makers) {
    const own = lines.filter((line) => line.manufacturerId === manufacturerId).map(lineRow)
    await insertBill(tx, { ...headerOf(settlement, order, own), manufacturerId, invoicedOn }, own)
  }
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
    causePartId: parts.length === 1 ? parts[0] : null,
    taxIncluded: true,
    ...repairTotals(lines, true),
  }
}

async function insertBill(tx: CallerTx, header: object, lines: readonly BillLine[]): Promise<void> {
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
