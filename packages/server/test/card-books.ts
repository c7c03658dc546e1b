// What cards hold by second books, beside ledgers, masters and the report of what is owed: packages, and the comparison.
import { cardLiability, type CardLiabilityRow } from '@chepu/contract/cards/card-report'
import { expect } from 'vitest'
import { type Counters, fen, type Hand, type Pack, type Told, yuan } from './card-hand'
import {
  type Card,
  dayAfter,
  type Entry,
  isMade,
  type Item,
  type ItemEntry,
  keyOf,
  least,
  MoneyBooks,
  moveOf,
  Notes,
  share,
  sum,
  today,
} from './card-oracle'

interface Left {
  times: bigint
  value: bigint
}
const times = (typed: string): bigint => BigInt(typed.replace('.0000', ''))

/** What of packages is on cards. */
class ItemBooks {
  private readonly rows = new Map<number, Left>()
  /** By settling: what its use was worth. */
  private readonly worth = new Map<Told, bigint>()

  constructor(
    private readonly notes: Notes,
    private readonly counters: Pick<Counters, 'told' | 'packs'>,
  ) {}

  play(item: Item, { kindId }: Card, entries: readonly ItemEntry[]): void {
    const { notes } = this
    const pack = this.counters.packs.find(({ id }) => id === item.packId) as Pack
    const now = { times: 0n, value: 0n }
    const until = dayAfter(item.soldOn, pack.validDays)
    for (const entry of entries) {
      const due = entry.reversalOf === null ? this.leftBy(entry, { pack, now, until }) : this.back(entry)
      if (!due) {
        notes.fault(entry, 'nobody was told of it')
        continue
      }
      this.rows.set(entry.id, due)
      now.times += due.times
      now.value += due.value
      if (now.times < 0n || now.value < 0n || now.times > pack.times)
        notes.fault(entry, 'a package has more or less than there is')
      if (times(entry.times) !== due.times || fen(entry.value) !== due.value)
        notes.fault(entry, `${entry.times} ${entry.value} instead of ${due.times} ${yuan(due.value)}`)
      notes.count(`${item.orgId} ${kindId} package${moveOf(entry)}`, due.value)
      if (moveOf(entry) !== 'Expired') notes.claim(entry.orgId, item.orgId, -due.value)
    }
    if (times(item.timesLeft) !== now.times || fen(item.valueLeft) !== now.value)
      notes.wrong.push(
        `item ${item.id} has ${item.timesLeft} ${item.valueLeft} instead of ${now.times} ${yuan(now.value)}`,
      )
    if (until < today && now.times > 0n) notes.wrong.push(`item ${item.id} is over`)
  }

  private back(entry: Entry): Left | undefined {
    this.notes.takenBack(entry)
    const undone = this.rows.get(entry.reversalOf as number)
    return undone && { times: -undone.times, value: -undone.value }
  }

  private leftBy(entry: Entry, { pack, now, until }: { pack: Pack; now: Left; until: string }): Left | undefined {
    const all = { times: -now.times, value: -now.value }
    if (entry.docKind === 'card_voucher' && entry.purpose === 'expire') {
      if (until >= today) this.notes.fault(entry, 'is not over')
      return all
    }
    const steps = this.notes.told(keyOf(entry)).filter(isMade)
    const told = steps.find((each) => each.step !== 'settled' || !this.worth.has(each))
    if (!told) return undefined
    this.notes.made(told, entry)
    if (told.step === 'voucher') return told.purpose === 'refund_card' ? all : { times: pack.times, value: pack.value }
    if (told.step === 'settled') {
      const value = now.times === 1n ? now.value : least(share(pack.each, 1n, 100n), now.value)
      this.worth.set(told, value)
      return { times: -1n, value: -value }
    }
    if (told.step !== 'refunded') return undefined
    const settlings = this.counters.told.filter(({ key, step }) => key === told.settlement && step === 'settled')
    const value = this.worth.get(settlings[told.cycle - 1] as Told)
    return value === undefined ? undefined : { times: 1n, value }
  }
}

/** Compares what was told with ledgers, masters, the report of what is owed and what shops owe each other, to the fen. */
export async function assertCards(counters: Counters, hands: readonly Hand[]): Promise<void> {
  const { money, packages, cards, items, types } = await read(counters)
  const notes = new Notes(counters.told)
  const moneyBooks = new MoneyBooks(notes, counters)
  const itemBooks = new ItemBooks(notes, counters)
  for (const card of cards)
    moneyBooks.play(
      card,
      money.filter(({ cardId }) => cardId === card.id),
    )
  for (const item of items)
    itemBooks.play(
      item,
      cards.find(({ id }) => id === item.cardId) as Card,
      packages.filter(({ itemId }) => itemId === item.id),
    )
  notes.close(
    (told) =>
      (told.step === 'voucher' &&
        told.purpose !== 'refund_card' &&
        (told.principal > 0n || told.purpose === 'grant' || told.packId !== null)) ||
      (told.step === 'settled' && (told.amount > 0n || told.itemId !== null)) ||
      (told.step === 'refunded' && told.hasUse),
  )
  expect(notes.wrong).toEqual([])
  for (const { client, orgId } of hands) {
    const { rows } = await client.call(cardLiability.list, { query: { rows: 200 } })
    const said = rows.map((row) => [row.typeName, ...reported.map((name) => `${name} ${row[name]}`)])
    const due = types.map(({ id, name }) => [
      name,
      ...reported.map((each) => `${each} ${yuan(figureOf(notes, `${orgId} ${id} `, each))}`),
    ])
    for (const row of said) expect(due).toContainEqual(row)
    expect(said).toHaveLength(owing(cards, items, orgId).size)
    expect(await claimOf(counters, orgId), 'what the other shop owes').toBe(yuan(notes.claims.get(orgId) ?? 0n))
  }
}

/** Types of which a shop has issued a card, or sold a package onto one. */
const owing = (cards: readonly Card[], items: readonly Item[], orgId: number) =>
  new Set([
    ...cards.filter((card) => card.orgId === orgId).map(({ kindId }) => kindId),
    ...items.filter((item) => item.orgId === orgId).map(({ cardId }) => cards.find(({ id }) => id === cardId)?.kindId),
  ])

const moves = ['Added', 'Used', 'Refunded', 'Expired'] as const
const reported = (['principal', 'gift', 'package'] as const).flatMap((purse) =>
  ['Opening', ...moves, 'Closing']
    .map((move) => `${purse}${move}`)
    // Paid money never expires.
    .filter((name) => name !== 'principalExpired'),
) as (keyof CardLiabilityRow & string)[]

/** A figure of the report over all time: what came, what went, and what is left of it. */
function figureOf({ sums }: Notes, of: string, name: string): bigint {
  const [, purse = '', move = ''] = /^(principal|gift|package)(\w+)$/.exec(name) ?? []
  const moved = (each: string) => sums.get(`${of}${purse}${each}`) ?? 0n
  if (move === 'Opening') return 0n
  if (move === 'Closing') return sum(moves, moved)
  return move === 'Added' ? moved(move) : -moved(move)
}

async function read({ shop }: Counters) {
  const slip = `left join money_slip m on m.group_id = l.group_id and m.kind = l.doc_kind and m.id = l.doc_id`
  const columns = `l.id, l.doc_kind, coalesce(m.red_of, r.red_of, l.doc_id) as doc_id, l.org_id, l.reversal_of, m.purpose, m.maker_kind || ':' || coalesce(b.red_of, m.made_by) as maker`
  const red = `left join repair_document r on r.group_id = l.group_id and r.kind = l.doc_kind and r.id = l.doc_id
    left join repair_document b on b.group_id = l.group_id and b.kind = m.maker_kind and b.id = m.made_by`
  const money = await shop.sql<Parameters<MoneyBooks['play']>[1][number]>(
    `select ${columns}, l.card_id, l.principal, l.gift, l.points from card_ledger l ${slip} ${red} where l.group_id = $1 order by l.id`,
  )
  const packages = await shop.sql<ItemEntry>(
    `select ${columns}, l.card_item_id as item_id, l.times, l.value from card_item_ledger l ${slip} ${red} where l.group_id = $1 order by l.id`,
  )
  const cards = await shop.sql<Card>(
    'select id, org_id, card_type_id as kind_id, issued_on, principal, gift, points from card where group_id = $1 order by id',
  )
  const items = await shop.sql<Item>(
    'select id, org_id, card_id, card_package_id as pack_id, slip_id, sold_on, times_left, value_left from card_item where group_id = $1 order by id',
  )
  const types = await shop.sql<{ id: number; name: string }>('select id, name from card_type where group_id = $1')
  return { money, packages, cards, items, types }
}

/** What another shop owes one because of cards, by the items that are open. */
async function claimOf({ shop }: Counters, orgId: number): Promise<string> {
  const [row] = await shop.sql<{ claim: string }>(
    `select coalesce(sum(case side when 'AR' then balance else -balance end), 0.00) as claim from open_item
      where group_id = $1 and org_id = $2 and remark = '会员卡跨店'`,
    orgId,
  )
  return row?.claim as string
}
