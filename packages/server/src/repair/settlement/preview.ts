import { add, money } from '@chepu/contract/kernel/decimal'
import { repairSectionNames } from '@chepu/contract/kernel/repair-document'
import type { BodyOf } from '@chepu/contract/kernel/route'
import { type SettledInsurer, type SettlementPreview, settlementPreview } from '@chepu/contract/repair/settlement'
import { paidAhead } from '../../finance/public'
import { shanghaiDay } from '../../kernel/base/calendar'
import { forbidden } from '../../kernel/base/errors'
import { sees } from '../../kernel/caller/caller'
import type { CallerTx } from '../../kernel/db/tx'
import type { Bind } from '../../kernel/http/bind'
import { excessesOf } from './rules'
import { offersOf } from './offers'
import { memberPrices } from './member-prices'
import { coverable, type Figures, figuresOf, giftMostOf, orderOf } from './settled'

export const bindSettlementPreview = (bind: Bind): void =>
  bind(settlementPreview, (tx, { body }) => previewOf(tx, body))

/** What an order would come to, payers side by side, with all that stands in its way (business/repair-settlement 10). */
async function previewOf(
  tx: CallerTx,
  { workOrderId, orderDiscount, insurers, packageUses, couponNos, couponNo }: BodyOf<typeof settlementPreview>,
): Promise<SettlementPreview> {
  if (!sees(tx.caller, 'doc_price')) forbidden('您没有查看单据价格与金额的权限')
  const order = await orderOf(tx, workOrderId, 'read')
  const given = {
    orderDiscount: orderDiscount ?? '0',
    insurers: (insurers ?? []) as SettledInsurer[],
    packageUses: packageUses ?? [],
    coupons: { numbers: couponNos ?? [] },
  }
  const settlementId = await draftOf(tx, order)
  const known = await figuresOf(tx, order, given, { bizDate: shanghaiDay(), settlementId })
  const { figures, insurers: ofCases, problems, taxIncluded } = known
  const offered = await offersOf(tx, order, known, { couponNo: couponNo ?? '', settlementId })
  const [payers, advances, memberRateOf] = await Promise.all([
    payersOf(tx, figures, order.partnerId),
    paidAhead(tx, order.partnerId, order),
    memberPrices(tx, order, offered.cards.length > 0 ? figures.lines : []),
  ])
  const excesses = excessesOf(tx, figures.lines, { taxIncluded, orderDiscount: figures.orderDiscount })
  const { total, deductible, salvage, customerDue } = figures
  return {
    payers,
    total,
    orderDiscount: figures.orderDiscount,
    deductible,
    salvage,
    customerDue,
    packaged: figures.packaged,
    couponAmount: figures.coupon,
    giftMost: giftMostOf(figures),
    lines: asOnPaper(figures.lines).map((each) => ({ ...shownLine(each), memberRate: memberRateOf(each) })),
    problems: problems.map((message) => ({ message })),
    excesses: excesses.map((message) => ({ message })),
    insurers: ofCases,
    ...(advances && { advances }),
    ...offered,
  }
}

/** The settlement that the order has, by which its coupons may be held. */
async function draftOf(tx: CallerTx, { id }: { id: number }): Promise<number | undefined> {
  const row = await tx.one<{ id: number }>({
    name: 'draft-of-order',
    text: `select id from repair_document where group_id = $1 and kind = 'repair_settlement' and work_order_id = $2 and state <> 'voided'`,
    values: [tx.groupId, id],
  })
  return row?.id
}

/** A line with what it bears of the whole, and what packages are asked of it. */
function shownLine(each: Figures['lines'][number]) {
  const { serviceItemId, partId, isUncharged } = coverable(each)
  return {
    id: each.line.id,
    section: each.line.section,
    name: each.name,
    payer: each.payer,
    qty: each.line.qty,
    serviceItemId,
    partId,
    isUncharged,
    taxed: each.taxed,
    packageValue: each.packageValue,
    couponShare: each.couponShare,
    discountShare: each.discountShare,
    deductibleShare: each.deductibleShare,
    customerDue: each.customerDue,
    payerDue: each.payerDue,
  }
}

const placeOf = ({ line }: Figures['lines'][number]) => repairSectionNames.indexOf(line.section)

/** Lines in the order of the order's tables, which is that of its papers. */
const asOnPaper = (lines: Figures['lines']) =>
  lines.toSorted((a, b) => placeOf(a) - placeOf(b) || a.line.lineNo - b.line.lineNo)

async function payersOf(tx: CallerTx, { lines, receivables }: Figures, customerId: number) {
  const rows = await tx.query<{ id: number; name: string }>({
    name: 'names-of-payers',
    text: 'select id, name from partner where group_id = $1 and id = any ($2::bigint[])',
    values: [tx.groupId, [customerId, ...lines.flatMap(({ payerPartnerId }) => payerPartnerId ?? [])]],
  })
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  const sums = new Map<string, SettlementPreview['payers'][number]>()
  for (const { payer, payerPartnerId, taxed } of lines) {
    const partnerId = payer === 'customer' ? customerId : payerPartnerId
    const known = sums.get(`${payer} ${partnerId}`)
    const owed = receivables.find((each) => each.payer === payer && each.partnerId === partnerId)
    sums.set(`${payer} ${partnerId}`, {
      payer,
      partnerId,
      partnerName: names.get(partnerId ?? 0) ?? '',
      amount: money(add(known?.amount ?? '0', taxed)),
      due: owed?.amount ?? '0.00',
    })
  }
  return [...sums.values()]
}
