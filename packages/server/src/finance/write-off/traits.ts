import { depositOrders, orderOfDeposit } from '@chepu/contract/finance/collection'
import { button } from '@chepu/contract/access/catalogue'
import { isEntered, reopens, writeOff, type WriteOffPurpose, writeOffPurposes } from '@chepu/contract/finance/write-off'
import { type Decimal, equals, isNegative, isPositive, isZero, money, neg, sumOf } from '@chepu/contract/kernel/decimal'
import type { SlipFigures } from '@chepu/contract/kernel/money-document'
import { otherRoles, partnerRoles } from '@chepu/contract/kernel/partner-roles'
import { mayPress } from '../../kernel/caller/caller'
import type { CallerTx } from '../../kernel/db/tx'
import { forbidden, invalid, refuse } from '../../kernel/base/errors'
import type { MoneyTraits, OpenItem, SlipRequest } from '../../kernel/money/types'
import { givenUp, givenUpTitle } from './bad-debts'

type Pair = { open: OpenItem; amount: Decimal }

const pairs = (request: SlipRequest, items: readonly OpenItem[]): Pair[] =>
  request.items.map((item, i) => ({ open: items[i] as OpenItem, amount: item.amount }))

const sumWhere = (rows: readonly Pair[], keep: (row: Pair) => boolean): Decimal =>
  sumOf(rows.filter(keep), (row) => row.amount)

/** What is settled: one side of the pair, so that left and right are the same figure (business/finance 3). */
function figures(request: SlipRequest, items: readonly OpenItem[]): SlipFigures {
  const rows = pairs(request, items)
  const purpose = request.header.purpose as WriteOffPurpose
  const isLeft: Record<WriteOffPurpose, (row: Pair) => boolean> = {
    advance_ar: () => true,
    advance_ap: () => true,
    transfer: () => true,
    bad_debt: () => true,
    bad_debt_back: () => true,
    card: () => true,
    offset: (row) => row.open.side === 'AR',
    red_blue: (row) => isPositive(row.amount),
  }
  const total = money(sumWhere(rows, isLeft[purpose]))
  const usesAdvance = purpose === 'advance_ar' || purpose === 'advance_ap'
  return { total, fee: '0.00', writtenOff: total, discount: '0.00', advance: usesAdvance ? money(neg(total)) : '0.00' }
}

/** 往来核销单 on the server. */
export const traits: MoneyTraits<typeof writeOff> = {
  def: writeOff,
  purposes: writeOffPurposes,
  settles: {
    sides: (purpose) => {
      if (purpose === 'advance_ap') return ['AP']
      return purpose === 'offset' || purpose === 'red_blue' ? ['AR', 'AP'] : ['AR']
    },
    redBlue: (purpose) => purpose === 'red_blue',
    instead: (purpose) => (reopens(purpose) ? { amount: givenUp(), title: givenUpTitle } : undefined),
  },
  deposit: {
    kinds: (purpose) => {
      if (purpose === 'advance_ar') return Object.keys(depositOrders)
      return purpose === 'advance_ap' ? [orderOfDeposit.payment] : []
    },
  },
  figures,
  async check(tx, request, sums, items) {
    if (!isEntered(request.header.purpose)) refuse('会员卡抵扣由结算单和退单生成，不能手工录入')
    if (request.tenders.length > 0) refuse('往来核销不涉及收付款账户')
    if (items.length === 0) refuse('请选择要核销的单据')
    if (request.items.some((item) => !isZero(item.discount))) refuse('往来核销不能录入优惠')
    assertButtons(tx, request.header.purpose)
    const rows = pairs(request, items)
    if (request.header.purpose === 'offset') await checkOffset(tx, request, rows)
    else if (request.header.purpose === 'red_blue') checkRedBlue(rows)
    else if (!isPositive(sums.total)) refuse('核销合计必须大于0')
    if (request.header.purpose === 'transfer') await checkTransfer(tx, request)
    if (isBadDebt(request.header.purpose)) checkBadDebt(request, rows)
    const { sourceKind, sourceId } = request.header
    if (typeof sourceId === 'number') await checkDescent(tx, { kind: String(sourceKind), id: sourceId }, rows)
  },
}

const isBadDebt = (purpose: string): boolean => purpose === 'bad_debt' || reopens(purpose)

/** Offsets and bad debts each have a right of their own (business/access 5). */
export function assertButtons(tx: CallerTx, purpose: string): void {
  if (isBadDebt(purpose) && !mayPress(tx.caller, button('write_off', 'bad_debt'))) forbidden('您没有「坏账」的权限')
  if (purpose === 'offset' && !mayPress(tx.caller, button('write_off', 'offset')))
    forbidden('您没有「应收抵应付」的权限')
}

/** Who may owe us: a customer, and who pays claims of the three guarantees. */
const owing = partnerRoles.customer | partnerRoles.manufacturer

// Who owes us on one side, and whatever else on the other.
async function checkOffset(tx: CallerTx, request: SlipRequest, rows: readonly Pair[]): Promise<void> {
  const partner = await tx.one<{ name: string; cusFlag: number }>({
    name: 'roles-of-partner',
    text: 'select name, cus_flag from partner where group_id = $1 and id = $2',
    values: [tx.groupId, request.header.partnerId],
  })
  if (!partner || (partner.cusFlag & owing) === 0 || (partner.cusFlag & otherRoles) === 0)
    refuse(`${partner?.name ?? '该单位'} 不同时是客户和供应商，不能应收抵应付`)
  const receivable = sumWhere(rows, (row) => row.open.side === 'AR')
  const payable = sumWhere(rows, (row) => row.open.side === 'AP')
  if (!equals(receivable, payable)) refuse(`应收合计 ${money(receivable)} 与应付合计 ${money(payable)} 不相等`)
  if (!isPositive(receivable)) refuse('核销合计必须大于0')
}

function checkRedBlue(rows: readonly Pair[]): void {
  if (new Set(rows.map((row) => row.open.side)).size > 1) refuse('红蓝对冲只能在同一账目内进行')
  const sum = sumOf(rows, (row) => row.amount)
  if (!isZero(sum)) refuse(`正负合计应为0，现为 ${money(sum)}`)
}

/** What sisters owe each other stands in both their books (I38): it does not move to somebody else, nor what he owes to one of them. */
async function checkTransfer(tx: CallerTx, { header }: SlipRequest): Promise<void> {
  if (typeof header.payerId !== 'number') invalid([{ path: 'header.payerId', message: '请选择转入单位' }])
  if (header.payerId === header.partnerId) invalid([{ path: 'header.payerId', message: '转入单位不能与转出单位相同' }])
  if (!header.remark) invalid([{ path: 'header.remark', message: '请在备注写明双方确认的依据' }])
  const sister = await tx.one<{ name: string }>({
    name: 'sister-of-write-off',
    text: `select name from partner where group_id = $1 and id in ($2, $3) and system_kind = 'sister_org' limit 1`,
    values: [tx.groupId, header.partnerId, header.payerId],
  })
  if (sister) refuse(`${sister.name} 是兄弟企业，内部往来两边同时记账，不能应收转应收`)
}

function checkBadDebt({ header }: SlipRequest, rows: readonly Pair[]): void {
  if (rows.some((row) => isNegative(row.amount))) refuse('坏账核销只能选择未收的应收单据')
  const word = reopens(header.purpose) ? '收回坏账的依据' : '坏账原因'
  if (!header.remark) invalid([{ path: 'header.remark', message: `请在备注填写${word}` }])
}

/** A deposit settles only what its order itself has billed, and what was delivered on it (business/finance 2.4). */
async function checkDescent(tx: CallerTx, order: { kind: string; id: number }, rows: readonly Pair[]): Promise<void> {
  const found = await tx.query<{ kind: string; id: number }>({
    name: 'documents-of-order',
    text: `select distinct d.kind, d.id from goods_document_line l
      join goods_document d on d.group_id = l.group_id and d.id = l.document_id
      join goods_document_line s on s.group_id = l.group_id and s.id = l.source_line_id
      join goods_document o on o.group_id = s.group_id and o.id = s.document_id
      where l.group_id = $1 and o.kind = $2 and o.id = $3 and l.document_id = any ($4::bigint[])
      union
      select d.kind, d.id from repair_document d join repair_document o on o.group_id = d.group_id and o.id = d.work_order_id
      where d.group_id = $1 and o.kind = $2 and o.id = $3 and d.id = any ($4::bigint[])`,
    values: [tx.groupId, order.kind, order.id, rows.map((row) => row.open.sourceId)],
  })
  const isOf = ({ open }: Pair) =>
    [order, ...found].some(({ kind, id }) => kind === open.sourceKind && id === open.sourceId)
  const stranger = rows.find((row) => !isOf(row))
  if (stranger) refuse(`单据 ${stranger.open.billNo} 不属于所选订单，不能使用其订金`)
}
