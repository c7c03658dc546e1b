// Slips that another document makes with the money that it brings at once: posted and undone in its transaction, and only with it (ADR 0205).
import { collection } from '@chepu/contract/finance/collection'
import { documents } from '@chepu/contract/finance/documents'
import { writeOff } from '@chepu/contract/finance/write-off'
import { add, compare, type Decimal, isPositive, min, money, neg, sub, sumOf } from '@chepu/contract/kernel/decimal'
import { slipFigures } from '@chepu/contract/kernel/money-document'
import type { MoneyDef, MoneyTender } from '@chepu/contract/kernel/money-document'
import { firstState, stateAt, statesIn } from '@chepu/contract/kernel/states'
import { invalid } from '../../kernel/base/errors'
import { seesBalance } from '../../kernel/caller/balance-visibility'
import { nextDocument } from '../../kernel/db/numbering'
import type { CallerTx } from '../../kernel/db/tx'
import { sendRow, sendRows } from '../../kernel/document/rows'
import { post } from '../../kernel/ledgers'
import type { DocumentRef, Posting } from '../../kernel/ledgers/types'
import { moneySlips } from '../../kernel/money/repo'
import { insertRedSlip } from '../../kernel/money/lifecycle'
import { checkTenders } from '../../kernel/money/save'
import type { MoneySlip } from '../../kernel/money/types'
import { advanceBalance, assertAdvance } from '../advances'
import { postingOf as withoutMoney } from '../write-off/posting'
import { postingOf as ofMoney } from './posting'

/** A document that brings money: whose slips they are, and the order whose deposits come first. */
export type Maker = DocumentRef & { partnerId: number; salespersonId: number | null }
/** As a maker, of documents that may have no partner. */
type SlipMaker = Omit<Maker, 'partnerId'> & { partnerId: number | null }
interface Order {
  kind: string
  id: number
}

/** What is paid at once: ways of paying, and what was paid ahead; in yuan. */
interface Payment {
  tenders: readonly MoneyTender[]
  advance: Decimal
}

/** What a customer has paid ahead, in yuan: for this order, and for none. Nothing for who may not see balances. */
export async function paidAhead(
  tx: CallerTx,
  partnerId: number,
  order: Order,
): Promise<{ ofOrder: Decimal; free: Decimal } | undefined> {
  if (!seesBalance(tx.caller, 'ADV_IN')) return undefined
  const { free, tied } = await advanceBalance(tx, partnerId, 'ADV_IN')
  return { ofOrder: tiedTo(tied, order), free }
}

const tiedTo = (tied: readonly { sourceKind: string; sourceId: number; amount: Decimal }[], { kind, id }: Order) =>
  tied.find(({ sourceKind, sourceId }) => sourceKind === kind && sourceId === id)?.amount ?? '0.00'

/**
 * Refuses money on accounts that are none of the caller's, and more of what was paid ahead than there is; holds the customer's advance. Answers which part is the
 * order's own deposit. To be asked before anything is posted, since advances are locked before receivables.
 * @throws Failure invalid or refusal, naming the line
 */
export async function assertPayable(tx: CallerTx, maker: Maker, order: Order, { tenders, advance }: Payment) {
  await checkTenders(tx, { tenders: [...tenders] })
  if (!isPositive(advance)) return { tied: '0.00', free: '0.00' }
  const { partnerId } = maker
  const none = { sourceKind: null, sourceId: null }
  const { tied } = await advanceBalance(tx, partnerId, 'ADV_IN')
  const own = money(min(advance, tiedTo(tied, order)))
  const free = money(sub(advance, own))
  if (isPositive(free)) await assertAdvance(tx, { partnerId, account: 'ADV_IN', ...none, amount: free })
  if (isPositive(own))
    await assertAdvance(tx, {
      partnerId,
      account: 'ADV_IN',
      sourceKind: order.kind,
      sourceId: order.id,
      amount: own,
    })
  return { tied: own, free }
}

/**
 * 当场收款: settles an open item that the maker has just opened, first by the deposit of its order, then by what else was paid ahead, then by money. Each is a slip of
 * its own, made by that document.
 */
export async function collectAtOnce(
  tx: CallerTx,
  maker: Maker,
  order: Order,
  paid: { openItemId: number; tenders: readonly MoneyTender[]; tied: Decimal; free: Decimal },
): Promise<void> {
  const { openItemId, tenders } = paid
  const settles = (amount: Decimal) => [{ openItemId, amount, discount: '0.00' }]
  for (const [amount, source] of [
    [paid.tied, { sourceKind: order.kind, sourceId: order.id }],
    [paid.free, {}],
  ] as const) {
    if (!isPositive(amount)) continue
    const figures = { total: amount, fee: '0.00', writtenOff: amount, discount: '0.00', advance: money(neg(amount)) }
    const header = { purpose: 'advance_ar', ...source, ...figures }
    await makeSlip(tx, maker, { def: writeOff, header, tenders: [], items: settles(amount), posting: withoutMoney })
  }
  if (tenders.length === 0) return
  const amount = money(add('0', ...tenders.map((tender) => tender.amount)))
  const items = settles(amount)
  await makeSlip(tx, maker, {
    def: collection,
    header: { purpose: 'trade', ...slipFigures([...tenders], items, false) },
    tenders,
    items,
    posting: (slip) => ofMoney(slip, { advance: 'ADV_IN', direction: 'in' }),
  })
}

/**
 * 当场退款: what the maker has just credited a partner with, in an item below zero, is set off against what he owes, then paid out of an account. Each is a slip of its
 * own, made by that document; what is left stays in the item. Amounts in yuan, above zero.
 */
export async function giveBackAtOnce(
  tx: CallerTx,
  maker: Maker,
  back: {
    openItemId: number
    offs: readonly { openItemId: number; amount: Decimal }[]
    tenders: readonly MoneyTender[]
  },
): Promise<void> {
  const { openItemId, offs, tenders } = back
  const credited = (amount: Decimal) => ({ openItemId, amount: money(neg(amount)), discount: '0.00' })
  if (offs.length > 0) {
    const off = money(sumOf(offs, ({ amount }) => amount))
    const figures = { total: off, fee: '0.00', writtenOff: off, discount: '0.00', advance: '0.00' }
    const items = [...offs.map((each) => ({ ...each, discount: '0.00' })), credited(off)]
    const header = { purpose: 'red_blue', ...figures }
    await makeSlip(tx, maker, { def: writeOff, header, tenders: [], items, posting: withoutMoney })
  }
  if (tenders.length === 0) return
  const items = [credited(add('0', ...tenders.map(({ amount }) => amount)))]
  await makeSlip(tx, maker, {
    def: collection,
    header: { purpose: 'refund', ...slipFigures([...tenders], items, true) },
    tenders: tenders.map((tender) => ({ ...tender, amount: money(neg(tender.amount)) })),
    items,
    posting: (slip) => ofMoney(slip, { advance: 'ADV_IN', direction: 'in' }),
  })
}

interface Making {
  def: MoneyDef
  header: object
  tenders: readonly MoneyTender[]
  items: readonly { openItemId: number; amount: Decimal; discount: Decimal }[]
  posting(slip: MoneySlip): Posting
}

/** Writes a slip of a maker and posts it; `header` says what of it differs from its maker, such as its partner. Answers it as it was posted. */
export async function makeSlip(
  tx: CallerTx,
  maker: SlipMaker,
  { def, header, tenders, items, posting }: Making,
): Promise<MoneySlip> {
  const { id, billNo } = await nextDocument(tx, def.prefix, moneySlips.table)
  const { groupId, caller } = tx
  const { orgId, bizDate, period, partnerId, departmentId, salespersonId } = maker
  const state = firstState(def)
  const shared = { groupId, orgId, bizDate, period, partnerId, departmentId, salespersonId, creatorId: caller.userId }
  const made = { id, billNo, kind: def.kind, state, makerKind: maker.kind, madeBy: maker.id }
  sendRow(tx, moneySlips.table, { ...shared, ...header, ...made })
  const numbered = <Row>(rows: readonly Row[]) => rows.map((row, i) => ({ groupId, slipId: id, lineNo: i + 1, ...row }))
  sendRows(tx, 'money_slip_tender', numbered(tenders))
  sendRows(tx, 'money_slip_item', numbered(items))
  const slip = await moneySlips.read(tx, def.kind, id)
  if (!slip) throw new Error('a slip that was made is gone')
  await post(tx, slip, posting(slip))
  stamp(tx, [slip], { state: stateAt(def, 'posted'), action: 'approve' })
  return slip
}

/** The slips that a document made and that stand in the books, locked; what was reversed and its red slips are no more. */
export async function madeSlips(tx: CallerTx, maker: Pick<DocumentRef, 'kind' | 'id'>): Promise<MoneySlip[]> {
  const rows = await tx.query<{ id: number; kind: string }>({
    name: 'slips-made-by',
    text: `select id, kind from money_slip where group_id = $1 and maker_kind = $2 and made_by = $3 and posted_at is not null
        and not is_red and state <> $4 order by id`,
    values: [tx.groupId, maker.kind, maker.id, stateAt(collection, 'reversed')],
  })
  const found: MoneySlip[] = []
  for (const { id, kind } of rows) {
    const slip = await moneySlips.lock(tx, kind, id)
    if (slip) found.push(slip)
  }
  return found
}

/** Notes on made slips that they are out of the books again; the maker writes the opposite rows with its own. */
export const voidSlips = (tx: CallerTx, slips: readonly MoneySlip[]): void =>
  stamp(tx, slips, { state: statesIn(collection, 'voided')[0] as string, action: 'unapprove' })

/** Writes red slips of another maker beside made ones, in their order; the maker writes the opposite rows with its own. */
export async function reverseSlips(
  tx: CallerTx,
  slips: readonly MoneySlip[],
  maker: Pick<DocumentRef, 'kind' | 'id' | 'bizDate'>,
): Promise<MoneySlip[]> {
  const reds: MoneySlip[] = []
  for (const slip of slips) {
    const made = { ...slip, makerKind: maker.kind, madeBy: maker.id }
    const def = documents.find(({ kind }) => kind === slip.kind) ?? writeOff
    reds.push(await insertRedSlip(tx, def, made, maker.bizDate))
  }
  stamp(tx, slips, { state: stateAt(collection, 'reversed'), action: 'reverse' })
  return reds
}

const stamps = {
  reverse: 'print_count = print_count',
  approve: 'approver_id = $5::bigint, approved_at = now(), poster_id = $5::bigint, posted_at = now()',
  unapprove: 'approver_id = null, approved_at = null, poster_id = null, posted_at = null',
} as const

/** Moves made slips to the state of their maker's action, and logs that. They are told of to nobody. */
function stamp(
  tx: CallerTx,
  slips: readonly MoneySlip[],
  { state, action }: { state: string; action: keyof typeof stamps },
): void {
  if (slips.length === 0) return
  const { caller } = tx
  tx.send({
    name: `stamp-made-slips-${action}`,
    text: `with made as (
        update money_slip set state = $3, version = version + 1, ${stamps[action]}
        where group_id = $1 and id = any ($2::bigint[]) returning id, kind
      ), log as (
        insert into audit_log (group_id, org_id, user_id, entity, entity_id, action, from_state, to_state, device_id, ip, request_id)
        select $1, $4, $5::bigint, kind, id, $6, $7, $3, $8, $9, $10 from made returning id
      )
      select count(*) from log`,
    values: [
      tx.groupId,
      slips.map(({ id }) => id),
      state,
      caller.orgId,
      caller.userId,
      action,
      slips[0]?.state,
      caller.deviceId,
      caller.ip,
      caller.requestId,
    ],
  })
}

/** What a customer pays in all, in yuan; refused where it is more than he owes. */
export function assertNotTooMuch({ tenders, advance }: Payment, due: Decimal): Decimal {
  const paid = money(add(advance, ...tenders.map(({ amount }) => amount)))
  if (compare(advance, due) > 0)
    invalid([{ path: 'input.advance', message: `使用预收 ${money(advance)} 元，超过客户应付 ${due} 元` }])
  if (compare(paid, due) > 0)
    invalid([
      {
        path: 'input.tenders',
        message: `收款超过客户应付 ${due} 元，多收 ${money(sub(paid, due))} 元，现金请填实收扣除找零后的金额`,
      },
    ])
  return money(sub(due, paid))
}
