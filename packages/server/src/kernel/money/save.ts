import { abs, add, compare, isNegative, isZero, neg } from '@chepu/contract/kernel/decimal'
import type { FieldError } from '@chepu/contract/kernel/errors'
import type { SlipFigures } from '@chepu/contract/kernel/money-document'
import { anyRole } from '@chepu/contract/kernel/partner-roles'
import { sql } from 'kysely'
import type { CallerTx } from '../db/tx'
import { invalid } from '../base/errors'
import { type Saved, savedDraft } from '../document/run-action'
import { referenceTo } from '../document/references'
import { editable, typedColumns, writeHeader } from '../document/save'
import { seesBalance } from '../caller/balance-visibility'
import { partnerScope } from '../caller/partner-scope'
import { isAnyOf } from '../caller/scope'
import { isBillInSight } from './bill-scope'
import type { MoneySlip, MoneyTraits, OpenItem, SlipRequest } from './types'
import { moneySlips, openItemsById } from './repo'

/**
 * Saves a draft, new or changed: checks what it refers to, computes its figures and writes header, tenders and items.
 * Nothing is settled before the approval, which checks the balances again under lock.
 */
export async function saveSlip(tx: CallerTx, kind: MoneyTraits, asked: SlipRequest): Promise<Saved> {
  const { def } = kind
  const request = kind.tenders ? { ...asked, tenders: kind.tenders(asked) } : asked
  const before = await editable(tx, moneySlips, def, request)
  await checkPartners(tx, kind, request, before)
  if (!kind.tenders) await checkTenders(tx, request)
  const items = await checkItems(tx, kind, request, before)
  const figures = kind.figures(request, items)
  checkDiscount(tx, figures)
  const sourceKind = await checkSource(tx, kind, request, before)
  const tied = { ...request, header: { ...request.header, sourceKind } }
  await kind.check?.(tx, tied, figures, items)
  const completed = await kind.complete?.(tx, tied, figures)
  const columns = { ...typedColumns(def, tied.header), ...figures, sourceKind, ...completed }
  const note = { total: figures.total, items: items.length }
  const saved = await writeHeader(tx, moneySlips, def, { before, columns, note })
  if (before) await clearRows(tx, before.id)
  await writeRows(tx, kind, saved.id, request)
  return savedDraft(tx.caller, def, saved, before)
}

/** Partners whom the caller could pick or whose balances he sees, those whom the draft names already (ADR 0094), and who shows what his kind of document asks for. */
async function checkPartners(
  tx: CallerTx,
  kind: MoneyTraits,
  request: SlipRequest,
  before: MoneySlip | undefined,
): Promise<void> {
  const { header } = request
  const { partnerId = null } = header
  const payerId = typeof header.payerId === 'number' ? header.payerId : null
  const named = [partnerId, payerId].filter((id) => id !== null)
  if (named.length === 0) return
  const shown = await kind.presented?.(tx, request)
  const kept = [before?.partnerId, before?.payerId, shown].filter((id) => typeof id === 'number')
  const rows = await tx.select<{ id: number }>(
    sql`select p.id from partner p
      where p.group_id = ${tx.groupId} and ${isAnyOf('p.id', named)}
        and (${isAnyOf('p.id', kept)} or ${partnerScope(tx.caller, anyRole)} or ${partnerScope(tx.caller, anyRole, 'finance')})
      order by p.id for key share of p`,
  )
  const known = new Set(rows.map((row) => row.id))
  // A partner who left may still pay what he owes, so being inactive is no hindrance here.
  if (partnerId !== null && !known.has(partnerId))
    invalid([{ path: 'header.partnerId', message: `${kind.def.partnerTitle}不存在` }])
  if (payerId !== null && !known.has(payerId)) invalid([{ path: 'header.payerId', message: '所选单位不存在' }])
}

/** Refuses accounts that are none of the caller's organisation or out of use, and amounts that are none; says which line. */
export async function checkTenders(tx: CallerTx, { tenders }: Pick<SlipRequest, 'tenders'>): Promise<void> {
  if (tenders.length === 0) return
  const rows = await tx.query<{ id: number; name: string; isActive: boolean }>({
    name: 'check-accounts',
    text: `select id, name, is_active from store_account where group_id = $1 and org_id = $2 and id = any ($3::bigint[])`,
    values: [tx.groupId, tx.caller.orgId, tenders.map((tender) => tender.storeAccountId)],
  })
  const known = new Map(rows.map((row) => [row.id, row]))
  const errors = tenders.flatMap((tender, i): FieldError[] => {
    const account = known.get(tender.storeAccountId)
    const at = (field: string, message: string) => [
      { path: `tenders.${i}.${field}`, message: `第${i + 1}行 ${message}` },
    ]
    if (!account) return at('storeAccountId', '收付款账户不存在或不属于当前企业')
    if (!account.isActive) return at('storeAccountId', `账户 ${account.name} 已停用`)
    if (isZero(tender.amount)) return at('amount', '金额必须大于0')
    if (compare(tender.fee, tender.amount) > 0) return at('fee', '手续费不能大于金额')
    return []
  })
  if (errors.length > 0) invalid(errors)
}

/** The items, in order: each of this partner and account, in sight or named before, named once, within what is open (business/finance 2.1). */
async function checkItems(
  tx: CallerTx,
  kind: MoneyTraits,
  request: SlipRequest,
  before: MoneySlip | undefined,
): Promise<OpenItem[]> {
  const { items, header } = request
  if (items.length === 0) return []
  const ids = items.map((item) => item.openItemId)
  const instead = kind.settles?.instead?.(header.purpose)
  const known = await openItemsById(tx, ids, instead?.amount)
  const kept = new Set(before?.items.map(({ openItemId }) => openItemId))
  const sides = kind.settles?.sides(header.purpose) ?? []
  const errors = items.flatMap((item, i): FieldError[] => {
    const open = known.get(item.openItemId)
    const fault = (message: string) => [{ path: `items.${i}.amount`, message: `第${i + 1}行 ${message}` }]
    const isWrongPartner = open?.partnerId !== header.partnerId
    const isKnown = open?.isInSight || kept.has(item.openItemId)
    if (!open || !isKnown || (isWrongPartner && !kind.settles?.ofOthers?.(header.purpose, open.side)))
      return fault('核销明细不存在，或不属于所选单位')
    if (!sides.includes(open.side)) return fault(`单据 ${open.billNo} 不能在此核销`)
    if (open.isClaim && !isSetOff(kind, header.purpose, open))
      return fault(`单据 ${open.billNo} 是三包申报的款项，请先做三包结算单，再按结算单收款`)
    if (ids.indexOf(item.openItemId) !== i) return fault(`单据 ${open.billNo} 重复`)
    return itemFault(item, open, seesBalance(tx.caller, open.side), instead?.title).flatMap(fault)
  })
  if (errors.length > 0) invalid(errors)
  return items.map((item) => known.get(item.openItemId) as OpenItem)
}

/** What a settlement has billed a manufacturer is set off against refunds of it; what else his claims open goes its own way. */
const isSetOff = ({ settles }: MoneyTraits, purpose: string, { sourceKind }: OpenItem): boolean =>
  sourceKind === 'repair_settlement' && settles?.redBlue?.(purpose) === true

/** What is wrong with what is settled of an item; the open amount itself is told to who may see it. */
function itemFault(
  item: SlipRequest['items'][number],
  open: OpenItem,
  isSeen: boolean,
  instead: string | undefined,
): string[] {
  const total = add(item.amount, item.discount)
  const title = instead ?? '未结金额'
  if (isZero(open.balance)) return [`单据 ${open.billNo} ${instead ? `没有${instead}` : '已结清'}`]
  if (isZero(total)) return [`单据 ${open.billNo} 的核销金额不能为0`]
  const wrongSign = (value: string) => !isZero(value) && isNegative(value) !== isNegative(open.balance)
  if (wrongSign(item.amount) || wrongSign(item.discount))
    return [`单据 ${open.billNo} 的核销金额应与${title}${isSeen ? ` ${open.balance} ` : ''}同号`]
  if (compare(abs(total), abs(open.balance)) > 0)
    return [
      isSeen
        ? `单据 ${open.billNo} ${title} ${open.balance}，本次核销 ${total}`
        : `单据 ${open.billNo} 本次核销 ${total}，超过${title}`,
    ]
  return []
}

/** Discounts at settlement beyond the caller's authority (business/finance 2.1, business/access 10.2). */
function checkDiscount(tx: CallerTx, figures: SlipFigures): void {
  const { settleDiscount } = tx.caller.limits
  if (settleDiscount !== null && compare(abs(figures.discount), settleDiscount) > 0)
    invalid([{ path: 'items', message: `优惠合计 ${abs(figures.discount)} 超出您的权限，最多${settleDiscount}元` }])
}

/** The kind of document that a deposit is tied to, by name or as the only one there is; null when it is tied to none (business/finance 2.4). */
async function checkSource(
  tx: CallerTx,
  kind: MoneyTraits,
  { header }: SlipRequest,
  before: MoneySlip | undefined,
): Promise<string | null> {
  const { sourceId, partnerId = null } = header
  if (typeof sourceId !== 'number') return null
  const fault = (message: string) => invalid([{ path: 'header.sourceId', message }])
  const kinds = kind.deposit?.kinds(header.purpose) ?? []
  const sourceKind = kinds.find((name) => name === (header['sourceKind'] ?? kinds[0]))
  if (sourceKind === undefined) return fault('此类型不关联订单')
  const source = await referenceTo(tx, sourceKind, sourceId)
  const isStanding = source && !source.isRed && ['waiting', 'agreed', 'posted'].includes(source.stage)
  const isKept = before?.sourceKind === sourceKind && before.sourceId === sourceId
  const isKnown = isStanding && source.orgId === tx.caller.orgId && source.partnerId === partnerId
  if (!isKnown || !(isKept || (await isBillInSight(tx, partnerId, { kind: sourceKind, id: sourceId }))))
    return fault('订单不存在、未审核，或不属于所选单位')
  return sourceKind
}

async function clearRows(tx: CallerTx, slipId: number): Promise<void> {
  for (const table of ['money_slip_tender', 'money_slip_item']) {
    await tx.query({
      name: `delete-draft-${table}`,
      text: `delete from ${table} where group_id = $1 and slip_id = $2`,
      values: [tx.groupId, slipId],
    })
  }
}

async function writeRows(tx: CallerTx, kind: MoneyTraits, slipId: number, request: SlipRequest): Promise<void> {
  const signed = kind.isRefund?.(request.header.purpose) ? neg : (value: string) => value
  await tx.insert(
    'money_slip_tender',
    ['group_id', 'slip_id', 'line_no', 'store_account_id', 'amount', 'fee', 'trade_no'],
    request.tenders.map((tender, i) => [
      tx.groupId,
      slipId,
      i + 1,
      tender.storeAccountId,
      signed(tender.amount),
      tender.fee,
      tender.tradeNo,
    ]),
  )
  await tx.insert(
    'money_slip_item',
    ['group_id', 'slip_id', 'line_no', 'open_item_id', 'amount', 'discount'],
    // The items' rows are touched in the order in which an approval locks them, so that the two never wait for each other.
    request.items
      .map((item, i) => [tx.groupId, slipId, i + 1, item.openItemId, item.amount, item.discount] as const)
      .toSorted((a, b) => a[3] - b[3]),
  )
}
