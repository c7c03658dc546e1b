// Second books of money: what was typed of each document, worked out by plain arithmetic in fen. They share no rule with the program, and do
// not mind in which order things came: what stands is the sum of what was done less what was undone.
import { fen, yuan } from './card-hand'
import type { Shop } from './shop'

/** So many fen more at some place: 'account 5', 'AR 1/7', 'owed 1/7/AR collection 9', 'other_income 1'. */
export type Effect = readonly [place: string, fen: bigint]
export type Side = 'AR' | 'AP'
/** What is owed or to be had for a document: of whom, and of which document with its red one. */
export interface Bill {
  orgId: number
  partnerId: number
  side: Side
  source: string
}
interface Tender {
  accountId: number
  amount: bigint
  fee: bigint
}
interface Settled {
  of: Bill
  amount: bigint
  discount: bigint
}

export const billOf = ({ orgId, partnerId, side, source }: Bill) => `${orgId}/${partnerId}/${side} ${source}`
export const onAccount = (accountId: number, amount: bigint): Effect => [`account ${accountId}`, amount]
const onPartner = (orgId: number, partnerId: number, account: string, amount: bigint): Effect => [
  `${account} ${orgId}/${partnerId}`,
  amount,
]
/** Profit of a month, which is that of the day on which it was made or undone. */
export const profit = (orgId: number, kind: 'other_income' | 'other_expense' | 'discount', amount: bigint): Effect => [
  `profit ${kind} ${orgId}`,
  amount,
]
export const opened = (bill: Bill, amount: bigint): Effect[] => [
  onPartner(bill.orgId, bill.partnerId, bill.side, amount),
  [`owed ${billOf(bill)}`, amount],
]
export const invoiced = (bill: Bill, amount: bigint): Effect => [`invoiced ${billOf(bill)}`, amount]
export const ahead = (orgId: number, partnerId: number, side: Side, amount: bigint): Effect =>
  onPartner(orgId, partnerId, side === 'AR' ? 'ADV_IN' : 'ADV_OUT', amount)
/** What of it is tied to an order. */
const tied = (orgId: number, partnerId: number, side: Side, order: string | undefined, amount: bigint): Effect[] =>
  order === undefined ? [] : [[tiedPlace(orgId, partnerId, side, order), amount]]
export const tiedPlace = (orgId: number, partnerId: number, side: Side, order: string) =>
  `tied ${orgId}/${partnerId}/${side} ${order}`
/** What a carrier is to collect of a delivery. */
export const toCollect = (bill: Bill, amount: bigint): Effect => [`to collect ${billOf(bill)}`, amount]
const settled = (items: readonly Settled[]): Effect[] =>
  items.flatMap(({ of, amount, discount }) => opened(of, -amount - discount))
const total = <Row>(rows: readonly Row[], of: (row: Row) => bigint) => rows.reduce((sum, row) => sum + of(row), 0n)

/** 收款单 and 付款单: money in or out, what it settles, what is left of it, and for which order it is. */
export function slip(
  { orgId, partnerId, side }: Pick<Bill, 'orgId' | 'partnerId' | 'side'>,
  purpose: string,
  tenders: readonly Tender[],
  items: readonly Settled[] = [],
  order?: string,
): Effect[] {
  const sign = purpose === 'refund' ? -1n : 1n
  const direction = side === 'AR' ? 1n : -1n
  const [paid, fees, given] = [
    sign * total(tenders, (each) => each.amount),
    total(tenders, (each) => each.fee),
    total(items, (each) => each.discount),
  ]
  const rest = paid - total(items, (each) => each.amount)
  return [
    ...tenders.map(({ accountId, amount, fee }) => onAccount(accountId, direction * sign * amount - fee)),
    ...settled(items),
    purpose === 'other'
      ? profit(orgId, side === 'AR' ? 'other_income' : 'other_expense', paid)
      : ahead(orgId, partnerId, side, rest),
    ...tied(orgId, partnerId, side, order, rest),
    profit(orgId, side === 'AR' ? 'discount' : 'other_income', given),
    profit(orgId, 'other_expense', fees),
  ]
}

/** 代收货款: what a carrier brings of deliveries, less what he is owed and keeps back. */
export function brought(
  orgId: number,
  tenders: readonly Tender[],
  deliveries: readonly Settled[],
  keptBack: readonly Settled[],
): Effect[] {
  return [
    ...tenders.map(({ accountId, amount, fee }) => onAccount(accountId, amount - fee)),
    ...settled([...deliveries, ...keptBack]),
    ...deliveries.map(({ of, amount }): Effect => [`brought ${billOf(of)}`, amount]),
    profit(
      orgId,
      'other_expense',
      total(tenders, ({ fee }) => fee),
    ),
  ]
}

/** 往来核销单; money that was paid ahead may be that of an order. */
export function writtenOff(
  { orgId, partnerId }: Pick<Bill, 'orgId' | 'partnerId'>,
  purpose: string,
  items: readonly Settled[],
  { to, order }: { to?: Bill | undefined; order?: string } = {},
): Effect[] {
  const sum = total(items, ({ amount }) => amount)
  const side = { advance_ar: 'AR', advance_ap: 'AP' }[purpose] as Side | undefined
  const givenUp: Effect[] = [
    ...items.map(({ of, amount }): Effect => [`given up ${billOf(of)}`, amount]),
    profit(orgId, 'discount', sum),
  ]
  const effects = [
    ...settled(items),
    ...(side ? [ahead(orgId, partnerId, side, -sum), ...tied(orgId, partnerId, side, order, -sum)] : []),
    ...(purpose.startsWith('bad_debt') ? givenUp : []),
    ...(to ? opened(to, sum) : []),
  ]
  return purpose === 'bad_debt_back' ? effects.map(([place, amount]) => [place, -amount]) : effects
}

/** 往来调整单 of a receivable or payable. */
export function adjusted(bill: Bill, amount: bigint): Effect[] {
  const size = amount < 0n ? -amount : amount
  const [more, less] =
    bill.side === 'AR' ? (['other_income', 'discount'] as const) : (['other_expense', 'other_income'] as const)
  return [...opened(bill, amount), profit(bill.orgId, amount > 0n ? more : less, size)]
}

/** 其他收入单 and 其他支出单: paid at once, or owed. */
export function other(orgId: number, isIn: boolean, tenders: readonly Tender[], owed?: [Bill, bigint]): Effect[] {
  const sign = isIn ? 1n : -1n
  const amount = owed ? owed[1] : total(tenders, (each) => each.amount)
  return [
    ...tenders.map(({ accountId, amount: paid, fee }) => onAccount(accountId, sign * paid - fee)),
    ...(owed ? opened(...owed) : []),
    profit(orgId, isIn ? 'other_income' : 'other_expense', amount),
    profit(
      orgId,
      'other_expense',
      total(tenders, ({ fee }) => fee),
    ),
  ]
}

interface Told {
  key: string
  sign: bigint
  day: string | undefined
}

/** All that was typed, and what has become of it. */
export class MoneyBooks {
  private readonly typed = new Map<string, { day: string; effects: readonly Effect[] }>()
  private readonly told: Told[] = []

  /** What a document does as long as it stands. */
  write(key: string, day: string, effects: readonly Effect[]): void {
    this.typed.set(key, { day, effects })
  }

  stands(key: string): void {
    this.told.push({ key, sign: 1n, day: undefined })
  }

  /** 反审核 and the like on the document's own day; 红冲 on a day of its own. */
  undone(key: string, day?: string): void {
    this.told.push({ key, sign: -1n, day })
  }

  /** What of an account has moved on days from one to another. */
  moved(accountId: number, from: string, to: string): bigint {
    const place = `moved ${accountId} `
    const days = [...this.sums()].filter(([name]) => {
      const day = name.slice(place.length)
      return name.startsWith(place) && day >= from && day <= to
    })
    return total(days, ([, amount]) => amount)
  }

  /** What stands at a place. */
  at(place: string): bigint {
    return this.sums().get(place) ?? 0n
  }

  /** What stands at the places of one name: 'owed', 'given up'; by what follows it. */
  all(name: string): Map<string, bigint> {
    const places = [...this.sums()].filter(([place, amount]) => place.startsWith(`${name} `) && amount !== 0n)
    return new Map(places.map(([place, amount]) => [place.slice(name.length + 1), amount]))
  }

  /** What a carrier has still to bring of each bill: what he was to collect, at most what the customer owes. */
  stillToCome(): Map<string, bigint> {
    const [owed, done] = [this.all('owed'), this.all('brought')]
    const left = [...this.all('to collect')].map(([bill, amount]): [string, bigint] => {
      const [ofCustomer, ofCarrier] = [owed.get(bill) ?? 0n, amount - (done.get(bill) ?? 0n)]
      return [bill, ofCustomer < ofCarrier ? ofCustomer : ofCarrier]
    })
    return new Map(left.filter(([, amount]) => amount > 0n))
  }

  private sums(): Map<string, bigint> {
    const sums = new Map<string, bigint>()
    const add = (place: string, amount: bigint) => sums.set(place, (sums.get(place) ?? 0n) + amount)
    for (const { key, sign, day } of this.told) {
      const typed = this.typed.get(key)
      if (!typed) throw new Error(`nobody has written ${key}`)
      const on = day ?? typed.day
      for (const [place, amount] of typed.effects) {
        const isProfit = place.startsWith('profit')
        add(isProfit ? `${place} ${on.slice(0, 7)}` : place, sign * amount)
        if (place.startsWith('account')) add(place.replace('account', 'moved') + ` ${on}`, sign * amount)
      }
    }
    return sums
  }

  /** Where the program's books stand otherwise, as 'place: theirs instead of ours'. */
  async differences(shop: Shop): Promise<string[]> {
    const theirs = await read(shop)
    const ours = this.sums()
    return [...new Set([...theirs.keys(), ...ours.keys()])]
      .filter((place) => (theirs.get(place) ?? 0n) !== (ours.get(place) ?? 0n))
      .map((place) => `${place}: ${yuan(theirs.get(place) ?? 0n)} instead of ${yuan(ours.get(place) ?? 0n)}`)
  }
}

/** The same places as the program has them; what moves between sisters is one for each side. */
async function read({ sql }: Shop): Promise<Map<string, bigint>> {
  const rows = await Promise.all([
    sql<Row>(
      `select 'account ' || id as place, balance - opening_balance as amount from store_account where group_id = $1`,
    ),
    sql<Row>(`select 'moved ' || store_account_id || ' ' || biz_date as place, sum(amount) as amount from account_ledger
      where group_id = $1 group by store_account_id, biz_date`),
    sql<Row>(
      `select account || ' ' || org_id || '/' || partner_id as place, balance as amount from partner_balance where group_id = $1`,
    ),
    sql<Row>(`select 'owed ' || ${billText} as place, sum(i.balance) as amount ${billRows} group by 1`),
    sql<Row>(`select 'invoiced ' || ${billText} as place, sum(i.invoiced) as amount ${billRows} group by 1`),
    sql<Row>(`select 'to collect ' || d.org_id || '/' || d.partner_id || '/AR ' || d.kind || ' ' || d.id as place, d.cod_amount as amount
      from goods_document d where d.group_id = $1 and d.kind = 'sales_delivery' and d.state = 'done' and not d.is_red and d.cod_amount > 0`),
    sql<Row>(
      `select 'given up ' || ${billText} as place, sum(${writtenOffOf("w.tender = 'bad_debt'")}) as amount ${billRows} group by 1`,
    ),
    sql<Row>(`select 'brought ' || ${billText} as place, sum(${writtenOffOf("s.purpose = 'cod'")}) as amount ${billRows}
      and i.side = 'AR' group by 1`),
    sql<Row>(`select 'tied ' || l.org_id || '/' || l.partner_id || '/' || case l.account when 'ADV_IN' then 'AR' else 'AP' end || ' '
        || s.source_kind || ' ' || s.source_id as place, sum(l.amount) as amount
      from partner_ledger l join money_slip s on s.group_id = l.group_id and s.kind = l.doc_kind and s.id = l.doc_id
      where l.group_id = $1 and l.account in ('ADV_IN', 'ADV_OUT') and s.source_id is not null group by 1`),
    sql<Row>(`select 'profit ' || kind || ' ' || org_id || ' ' || (period / 100) || '-' || lpad((period % 100)::text, 2, '0') as place,
        sum(amount) as amount
      from pnl_ledger where group_id = $1 and kind in ('other_income', 'other_expense', 'discount') group by kind, org_id, period`),
  ])
  return new Map(rows.flat().map(({ place, amount }) => [place, fen(amount)]))
}
interface Row {
  place: string
  amount: string
}

/** The document of an open item `i` with its red one; of money among sisters no one in particular. */
export const sourceText = `case when i.source_kind = 'fund_transfer' then 'fund_transfer'
  else i.source_kind || ' ' || coalesce(g.red_of, m.red_of, i.source_id) end`
export const billRows = `from open_item i
  left join goods_document g on g.group_id = i.group_id and g.kind = i.source_kind and g.id = i.source_id
  left join money_slip m on m.group_id = i.group_id and m.kind = i.source_kind and m.id = i.source_id
  where i.group_id = $1`
const billText = `i.org_id || '/' || i.partner_id || '/' || i.side || ' ' || ${sourceText}`
/** What documents of some sort have settled of an open item `i`. */
const writtenOffOf = (condition: string) => `(select coalesce(sum(w.amount), 0.00) from write_off_line w
  join money_slip s on s.group_id = w.group_id and s.kind = w.doc_kind and s.id = w.doc_id
  where w.group_id = i.group_id and w.open_item_id = i.id and ${condition})`
