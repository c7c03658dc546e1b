// What manufacturers owe, by what the hands of the walk have typed and were acknowledged: simple sums that know nothing of items and ledgers.
import { add, type Decimal, money, neg, sub, sumOf } from '@chepu/contract/kernel/decimal'
import type { DataOf } from '@chepu/contract/kernel/route'
import type { claimConfirmation } from '@chepu/contract/warranty/claim-confirmation'
import type { warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import type { warrantySettlement } from '@chepu/contract/warranty/warranty-settlement'
import type { Floor, Saved } from './workshop-hand'

/** What a document says that counts: to a manufacturer so much more, or to lines of bills what he agrees to. */
interface Fact {
  makerId: number
  more: Decimal
  said: ReadonlyMap<number, Decimal>
}

/** By kind and id what was acknowledged of it last; hands learn of their answers in any order, so that the version tells. */
export type Facts = Map<string, { id: number; version: number; fact: Fact | null }>

const note = ({ facts }: Floor, kind: string, { id, version }: Saved, fact: Fact | null): void => {
  const known = facts.get(`${kind}:${id}`)
  if (!known || known.version < version) facts.set(`${kind}:${id}`, { id, version, fact })
}

/** What the settlement of an order has billed for its lines by now, in yuan. */
const billedOf = async ({ shop }: Floor, lineIds: readonly number[]): Promise<Decimal> => {
  const [row] = await shop.sql<{ billed: Decimal }>(
    `select coalesce(sum(coalesce(r.assessed_amount, r.net_amount) - coalesce((
        select sum(k.net_amount) from repair_line k join repair_document t on t.group_id = k.group_id and t.id = k.document_id
        where k.group_id = r.group_id and k.source_line_id = r.id and t.kind = 'repair_refund' and t.state = 'done' and not t.is_red), 0)), 0.00) as billed
      from repair_line r where r.group_id = $1 and r.id = any ($2::bigint[])`,
    lineIds,
  )
  return row?.billed ?? '0.00'
}

type BillView = DataOf<typeof warrantyBill.routes.read>

/** A bill claims its lines beyond what its settlement has billed for them; given up, even that is owed no more. */
export async function noteBill(floor: Floor, saved: Saved, view: BillView, action = 'approve'): Promise<void> {
  const lines = [...view.labour, ...view.materials, ...view.extras]
  const named = lines.flatMap(({ sourceLineId }) => (typeof sourceLineId === 'number' ? [sourceLineId] : []))
  const { manufacturerId: makerId } = view.header
  const of = (more: Decimal) => note(floor, 'bill', saved, { makerId, more, said: new Map() })
  if (action === 'unapprove' || action === 'reverse') return note(floor, 'bill', saved, null)
  const billed = await billedOf(floor, named)
  of(
    action === 'close'
      ? neg(billed)
      : sub(
          sumOf(lines, ({ netAmount }) => netAmount ?? '0'),
          billed,
        ),
  )
}

/** A verdict says of lines so much more or less than was claimed for them. */
export function noteVerdict(
  floor: Floor,
  saved: Saved,
  view: DataOf<typeof claimConfirmation.routes.read> | null,
): void {
  const said = (view?.verdicts ?? []).map((line): [number, Decimal] => [
    line.billLineId as number,
    sub(line.confirmedAmount ?? '0', line.claimedAmount ?? '0'),
  ])
  note(floor, 'verdict', saved, view && { makerId: view.header.partnerId, more: '0.00', said: new Map(said) })
}

/** A settlement takes over what was agreed to, less what is kept back. */
export function noteSettlement(
  floor: Floor,
  saved: Saved,
  view: DataOf<typeof warrantySettlement.routes.read> | null,
): void {
  const kept = sumOf(view?.deductions ?? [], ({ amount }) => amount ?? '0')
  note(floor, 'settlement', saved, view && { makerId: view.header.partnerId, more: neg(kept), said: new Map() })
}

/** What manufacturers owe beyond what settlements of orders have billed them and they have paid, by their id. The latest word on a line counts. */
export function owedOfClaims({ facts, makerIds }: Floor): [number, Decimal][] {
  const standing = [...facts.values()].toSorted((a, b) => a.id - b.id).flatMap(({ fact }) => fact ?? [])
  return makerIds.map((id) => {
    const his = standing.filter(({ makerId }) => makerId === id)
    const said = new Map(his.flatMap((fact) => [...fact.said]))
    return [
      id,
      money(
        add(
          sumOf(his, ({ more }) => more),
          sumOf([...said.values()], (each) => each),
        ),
      ),
    ]
  })
}

/** The same by the books: what they owe, less what settlements and refunds of orders have billed, and with what they have paid. */
export const bookedOfClaims = async ({ shop, makerIds }: Floor): Promise<[number, Decimal][]> => {
  const rows = await shop.sql<{ id: number; amount: Decimal }>(
    `select m.id, (coalesce((select sum(b.balance) from partner_balance b where b.group_id = $1 and b.account = 'AR' and b.partner_id = m.id), 0)
        - coalesce((select sum(i.original) from open_item i where i.group_id = $1 and i.partner_id = m.id
            and i.source_kind in ('repair_settlement', 'repair_refund')), 0)
        + coalesce((select sum(s.total - s.advance) from money_slip s where s.group_id = $1 and s.kind = 'collection' and s.state = 'done' and not s.is_red
            and s.partner_id = m.id), 0))::numeric(16, 2) as amount
      from unnest($2::bigint[]) as m (id)`,
    makerIds,
  )
  return rows.map(({ id, amount }) => [id, amount])
}
