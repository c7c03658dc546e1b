// One hand takes a random step with money: bills, takes, pays, settles, moves and undoes what others do at the same time.
import { expect } from 'vitest'
import { currentReceive } from '@chepu/contract/finance/lookups'
import { balanceAdjustment } from '@chepu/contract/finance/balance-adjustment'
import { collection } from '@chepu/contract/finance/collection'
import { fundTransfer } from '@chepu/contract/finance/fund-transfer'
import { otherMoneyOf } from '@chepu/contract/finance/other-money'
import { payment } from '@chepu/contract/finance/payment'
import { writeOff } from '@chepu/contract/finance/write-off'
import type { AnyDocument } from '@chepu/contract/kernel/document-calls'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { acts, fen, rather, type Saved, saves, yuan } from './card-hand'
import { bring, sendByCarrier } from './money-carrier'
import { deliver, deposit, endOrder, giveBack, order, useDeposit } from './money-orders'
import { choose, least, settledOf, sum, tendersOf, typedItems, whole } from './money-slips'
import {
  defs,
  documentsOf,
  type Hand,
  type Item,
  itemsOf,
  moves,
  posts,
  somebody,
  someDay,
  someMoney,
  today,
} from './money-hand'
import {
  adjusted,
  ahead,
  billOf,
  type Bill,
  onAccount,
  opened,
  other,
  profit,
  type Side,
  slip,
  writtenOff,
} from './money-oracle'
import { close, invoice, moveInvoice, reconcile, reopen, reopenDay, sealDay } from './money-ends'

const sides = ['AR', 'AP'] as const
const someSide = ({ random }: Hand): Side => random.pick(sides)
const someBill = (hand: Hand, side: Side, kind: string) => {
  const partnerId = somebody(hand, side)
  return (id: number): Bill => ({ orgId: hand.here.orgId, partnerId, side, source: `${kind} ${id}` })
}

/** Goods are sold or bought on account. */
async function trade(hand: Hand): Promise<void> {
  const { random, counters, here } = hand
  const side = someSide(hand)
  const def = side === 'AR' ? salesDelivery : goodsReceipt
  const bill = someBill(hand, side, def.kind)
  const [qty, price] = [BigInt(random.int(1, 9)), someMoney(hand)]
  const header = { bizDate: someDay(hand), partnerId: bill(0).partnerId, warehouseId: here.warehouseId }
  const line = { partId: counters.shop.parts.filter, qty: String(qty), price: yuan(price), taxRate: '0' }
  await posts(hand, def as AnyDocument, `${def.kind}.approve`, { header, lines: [line] } as never, (id) =>
    opened(bill(id), qty * price),
  )
}

/** A receivable or payable is corrected, up or down; whoever enters it hands it in first. */
async function adjust(hand: Hand): Promise<void> {
  const { random, counters } = hand
  const side = someSide(hand)
  const bill = someBill(hand, side, balanceAdjustment.kind)
  const amount = random.chance(0.35) ? -someMoney(hand) : someMoney(hand)
  const bizDate = someDay(hand)
  const header = { bizDate, partnerId: bill(0).partnerId, purpose: 'adjust', side, total: yuan(amount), remark: '调整' }
  const saved = await saves(hand, balanceAdjustment, { header, action: { name: 'submit' } })
  if (!saved) return
  counters.books.write(`${balanceAdjustment.kind} ${saved.id}`, bizDate, adjusted(bill(saved.id), amount))
  const of = { ...saved, kind: balanceAdjustment.kind, state: 'submitted' }
  if (random.chance(0.9)) await moves(hand, balanceAdjustment as AnyDocument, of, 'approve')
}

/** 收款单 or 付款单 of some purpose. */
async function pay(hand: Hand): Promise<void> {
  const { random, here } = hand
  const side = someSide(hand)
  const def = side === 'AR' ? collection : payment
  const partnerId = somebody(hand, side)
  const purpose = random.chance(0.5)
    ? 'trade'
    : rather(hand, ['trade', 'advance', 'refund', 'other'] as const, (each) => `${def.kind}.${each}`)
  const open = purpose === 'trade' || purpose === 'refund' ? await itemsOf(hand, { side, partnerId }) : []
  const items = choose(hand, purpose === 'refund' ? open.filter(({ balance }) => balance < 0n) : open)
  if (purpose === 'trade' && (items.length === 0 || sum(items) < 0n)) return
  const extra = purpose === 'trade' && random.chance(0.7) ? 0n : someMoney(hand) * (purpose === 'advance' ? 5n : 1n)
  const due = (purpose === 'refund' ? -sum(items) : sum(items)) + extra
  if (due === 0n && purpose !== 'trade') return
  const { tenders, typed } = due === 0n ? { tenders: [], typed: [] } : tendersOf(hand, due)
  const header = { bizDate: someDay(hand), partnerId, purpose }
  await posts(
    hand,
    def as AnyDocument,
    `${def.kind}.${purpose}`,
    { header, tenders: typed, items: typedItems(items) } as never,
    () => slip({ orgId: here.orgId, partnerId, side }, purpose, tenders, settledOf(items)),
  )
}

const purposes = ['advance_ar', 'advance_ap', 'offset', 'red_blue', 'transfer', 'bad_debt', 'bad_debt_back'] as const

/** Receivables of a partner that were given up, by what of each has not come back. */
async function givenUpOf(hand: Hand, partnerId: number): Promise<Item[]> {
  const { client, counters, isAlone } = hand
  const { rows } = await client.call(currentReceive, { query: { partnerId, badDebt: 'true' } })
  const left = new Map(rows.map(({ id, balance }) => [id, fen(balance ?? '')]))
  const items = await itemsOf(hand, { side: 'AR', ids: [...left.keys()] })
  const found = items.map((item) => ({ ...item, balance: left.get(item.id) as bigint }))
  if (isAlone)
    for (const { bill } of found)
      expect(counters.books.at(`given up ${billOf(bill)}`)).toBe(
        found.reduce((all, each) => all + (billOf(each.bill) === billOf(bill) ? each.balance : 0n), 0n),
      )
  return found
}

/** What a settlement without money of some purpose settles; nothing where there is none. */
async function without(hand: Hand, purpose: (typeof purposes)[number], partnerId: number, side: Side) {
  if (purpose === 'bad_debt_back') return choose(hand, await givenUpOf(hand, partnerId), 2, false)
  const open = await itemsOf(hand, { side, partnerId })
  const more = open.filter(({ balance }) => balance > 0n)
  if (purpose !== 'offset' && purpose !== 'red_blue') return choose(hand, more, 2, false)
  const others = purpose === 'offset' ? await itemsOf(hand, { side: 'AP', partnerId }) : open
  const left = more[0]
  const right = others.find(({ balance }) => (purpose === 'offset' ? balance > 0n : balance < 0n))
  if (!left || !right) return []
  const both = least(left.balance, right.balance < 0n ? -right.balance : right.balance)
  return [whole(left, both), whole(right, purpose === 'offset' ? both : -both)]
}

/** 往来核销单 of some purpose. */
async function settle(hand: Hand): Promise<void> {
  const { random, here, counters } = hand
  const wanted = rather(hand, purposes, (each) => `write_off.${each}`)
  // Something is given up before it can come back.
  const purpose = wanted === 'bad_debt_back' && counters.books.all('given up').size === 0 ? 'bad_debt' : wanted
  const side = purpose === 'advance_ap' ? 'AP' : purpose === 'red_blue' ? someSide(hand) : 'AR'
  const partnerId = purpose === 'offset' ? counters.partners.both : somebody(hand, side)
  const items = await without(hand, purpose, partnerId, side)
  if (items.length === 0) return
  const { customer, debtor } = counters.partners
  const payerId = purpose === 'transfer' ? (partnerId === debtor ? customer : debtor) : null
  const header = {
    bizDate: random.chance(0.8) ? today : someDay(hand),
    partnerId,
    purpose,
    payerId,
    remark: '双方确认',
  }
  const body = { header, items: typedItems(items) } as never
  await posts(hand, writeOff as AnyDocument, `write_off.${purpose}`, body, (id) =>
    writtenOff(
      { orgId: here.orgId, partnerId },
      purpose,
      settledOf(items),
      payerId === null ? {} : { to: { orgId: here.orgId, partnerId: payerId, side: 'AR', source: `write_off ${id}` } },
    ),
  )
}

/** 其他收入单 or 其他支出单, at once or owed. */
async function otherMoney(hand: Hand): Promise<void> {
  const { random, here, counters } = hand
  const direction = random.pick(['in', 'out'] as const)
  const def = otherMoneyOf[direction]
  const purpose = rather(hand, ['cash', 'owed'] as const, (each) => `${def.kind}.${each}`)
  const bill = someBill(hand, direction === 'in' ? 'AR' : 'AP', def.kind)
  const isOwed = purpose === 'owed'
  const amount = someMoney(hand)
  const { tenders, typed } = isOwed ? { tenders: [], typed: [] } : tendersOf(hand, amount)
  const owing = isOwed ? { partnerId: bill(0).partnerId, total: yuan(amount) } : {}
  const header = {
    bizDate: someDay(hand),
    purpose,
    categoryId: counters.categories[direction],
    remark: '杂项',
    ...owing,
  }
  await posts(hand, def as AnyDocument, `${def.kind}.${purpose}`, { header, tenders: typed } as never, (id) =>
    other(here.orgId, direction === 'in', tenders, isOwed ? [bill(id), amount] : undefined),
  )
}

/** 资金转账单 to another account, or to the sister. */
async function transfer(hand: Hand): Promise<void> {
  const { random, here, there } = hand
  const purpose = rather(hand, ['inside', 'to_sister'] as const, (each) => `fund_transfer.${each}`)
  const [from, to] = random.sample([here.cashId, here.bankId, here.wechatId], 2) as [number, number]
  const [amount, fee] = [someMoney(hand), random.chance(0.4) ? 1n : 0n]
  const goal = purpose === 'inside' ? { counterAccountId: to } : { partnerId: there.partnerId }
  const header = { bizDate: someDay(hand), purpose, accountId: from, total: yuan(amount), fee: yuan(fee), ...goal }
  await posts(hand, fundTransfer as AnyDocument, `fund_transfer.${purpose}`, { header } as never, () => [
    onAccount(from, -amount - fee),
    profit(here.orgId, 'other_expense', fee),
    purpose === 'inside' ? onAccount(to, amount) : ahead(here.orgId, there.partnerId, 'AP', amount),
  ])
}

/** What the sister has sent is confirmed, or given back. */
async function receive(hand: Hand): Promise<void> {
  const { here, there, counters } = hand
  const action = rather(hand, ['confirm', 'confirm', 'unconfirm'] as const, (each) => `fund_transfer.${each}`)
  const rows = await counters.shop.sql<Saved & { total: string }>(
    `select id, version, total from money_slip where group_id = $1 and org_id = $2 and kind = 'fund_transfer' and state = $3 and not is_red
      order by id desc limit 5`,
    there.orgId,
    action === 'confirm' ? 'travelling' : 'arrived',
  )
  if (rows.length === 0) return
  const sent = hand.random.pick(rows)
  const key = `arrival ${sent.id}`
  const amount = fen(sent.total)
  const of = { source: 'fund_transfer' }
  counters.books.write(key, today, [
    onAccount(here.wechatId, amount),
    ahead(there.orgId, here.partnerId, 'AP', -amount),
    ...opened({ ...of, orgId: here.orgId, partnerId: there.partnerId, side: 'AP' }, amount),
    ...opened({ ...of, orgId: there.orgId, partnerId: here.partnerId, side: 'AR' }, amount),
  ])
  const input = action === 'confirm' ? { accountId: here.wechatId } : undefined
  if (!(await acts(hand, fundTransfer, sent, action, input))) return
  if (action === 'confirm') counters.books.stands(key)
  else counters.books.undone(key)
}

/** A draft that was left is approved after all, or voided. */
async function finish(hand: Hand): Promise<void> {
  const drafts = (await documentsOf(hand, ['draft', 'submitted'])).filter(({ kind }) => !kind.startsWith('invoice'))
  if (drafts.length === 0) return
  const draft = hand.random.pick(drafts)
  const def = defs[draft.kind] as AnyDocument
  const isEntered = draft.kind === 'balance_adjustment' && draft.state === 'draft'
  const action = hand.random.chance(0.3) ? 'void' : isEntered ? 'submit' : 'approve'
  await moves(hand, def, draft, action)
}

/** 反审核 or 红冲 of what stands. */
async function undo(hand: Hand): Promise<void> {
  const standing = await documentsOf(hand, ['done', 'travelling'])
  if (standing.length === 0) return
  const ways = standing.flatMap((document) =>
    (['unapprove', 'reverse'] as const).map((action) => ({ document, action })),
  )
  const { document, action } = rather(hand, ways, (way) => `${way.document.kind}.${way.action}`)
  await moves(hand, defs[document.kind] as AnyDocument, document, action)
}

/** What hands do, how often, and what it leads to. */
const steps: readonly (readonly [(hand: Hand) => Promise<unknown>, number, RegExp])[] = [
  [trade, 4, /(sales_delivery|goods_receipt)\.(approve|unapprove|reverse)/],
  [adjust, 3, /balance_adjustment/],
  [pay, 7, /collection|payment/],
  [settle, 5, /write_off/],
  [otherMoney, 2.5, /other_/],
  [transfer, 2, /fund_transfer/],
  [receive, 2, /confirm/],
  [order, 2, /_order/],
  [endOrder, 1, /_order.(close|reopen)/],
  [deliver, 2, /of order/],
  [deposit, 2, /\.deposit$/],
  [giveBack, 1.5, /deposit back/],
  [useDeposit, 2, /write_off.deposit/],
  [sendByCarrier, 2, /carried/],
  [bring, 2, /cod|kept back/],
  [finish, 2, /void/],
  [undo, 5, /unapprove|reverse/],
  [invoice, 2, /invoice/],
  [moveInvoice, 3, /invoice.*(issue|recall|void|red|redPart)/],
  [sealDay, 1, /till/],
  [reopenDay, 1.5, /till.reopen/],
  [reconcile, 0.7, /bank/],
  [close, 0.5, /period.(close|waits)/],
  [reopen, 1, /period.reopen/],
]

/** Takes one step, rather one that leads to what nobody has done yet. */
export async function takeStep(hand: Hand): Promise<void> {
  const { random, counters } = hand
  const missing = counters.missing()
  const leading = steps.filter(([, , leadsTo]) => missing.some((name) => leadsTo.test(name)))
  const from = leading.length > 0 && random.chance(missing.length < 8 ? 0.6 : 0.3) ? leading : steps
  await random.weighted(from.map(([step, weight]): [typeof step, number] => [step, weight]))(hand)
}
