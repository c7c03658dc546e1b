// What organisations owe each other where a card of one is used, or charged, in another: an internal receivable in one book and as much payable in the other (business/cards 5).
import { add, type Decimal, isZero, money, mul, sub, sumOf } from '@chepu/contract/kernel/decimal'
import { orgConfig } from '@chepu/contract/kernel/org-config'
import type { CallerTx } from '../kernel/db/tx'
import { assertOpenThere } from '../kernel/document/period'
import type { OpenItemEntry, PnlEntry } from '../kernel/ledgers/types'

/** What another organisation owes to the caller's one; negative is what is owed to it. Yuan with 2 decimals. */
export interface Debt {
  orgId: number
  amount: Decimal
  /** What of it is paid where that is known: what goes back follows what was booked, whatever the setting is by now (ADR 0299). */
  settled?: Decimal
}

interface Sister {
  orgId: number
  /** Her among our partners, and us among hers. */
  partnerId: number
  ownId: number
  config: unknown
}

/**
 * Both sides of debts between the caller's organisation and others; what is owed to itself is none. The part that the issuing organisation does not pay, by its setting,
 * is other expense here and other income there, and the other way round of what goes back.
 * @throws Failure refusal where the other one has closed the month
 */
export async function debtsAcross(
  tx: CallerTx,
  debts: readonly Debt[],
  bizDate: string,
): Promise<{ openItems: OpenItemEntry[]; pnl: PnlEntry[] }> {
  const orgIds = [...new Set(debts.filter(({ amount }) => !isZero(amount)).map(({ orgId }) => orgId))].filter(
    (orgId) => orgId !== tx.caller.orgId,
  )
  if (orgIds.length === 0) return { openItems: [], pnl: [] }
  const sisters = await sistersOf(tx, orgIds)
  for (const { orgId } of sisters) await assertOpenThere(tx, orgId, bizDate)
  const both = sisters.map((sister) => {
    const own = debts.filter(({ orgId }) => orgId === sister.orgId)
    return bothSides(sister, own, bizDate)
  })
  return { openItems: both.flatMap(({ openItems }) => openItems), pnl: both.flatMap(({ pnl }) => pnl) }
}

const sistersOf = (tx: CallerTx, orgIds: readonly number[]) =>
  tx.query<Sister>({
    name: 'sisters-of-cards',
    text: `select o.id as org_id, p.id as partner_id, b.id as own_id, o.config from org o
      join partner p on p.group_id = o.group_id and p.system_kind = 'sister_org' and p.system_org_id = o.id
      join partner b on b.group_id = o.group_id and b.system_kind = 'sister_org' and b.system_org_id = $2
      where o.group_id = $1 and o.id = any ($3::bigint[]) order by o.id`,
    values: [tx.groupId, tx.caller.orgId, [...orgIds]],
  })

function bothSides({ orgId, partnerId, ownId, config }: Sister, debts: readonly Debt[], dueOn: string) {
  const amount = money(sumOf(debts, (debt) => debt.amount))
  const byRate = sumOf(
    debts.filter((debt) => debt.settled === undefined),
    (debt) => debt.amount,
  )
  const known = sumOf(debts, (debt) => debt.settled ?? '0')
  const settled = money(add(mul(byRate, orgConfig.parse(config).cardSettleRate), known))
  const kept = money(sub(amount, settled))
  const remark = '会员卡跨店'
  const openItems: OpenItemEntry[] = isZero(settled)
    ? []
    : [
        { partnerId, side: 'AR', tab: 'card', amount: settled, dueOn, remark },
        { orgId, partnerId: ownId, side: 'AP', tab: 'card', amount: settled, dueOn, remark },
      ]
  const pnl: PnlEntry[] = isZero(kept)
    ? []
    : [
        { kind: 'other_expense', amount: kept },
        { orgId, kind: 'other_income', amount: kept },
      ]
  return { openItems, pnl }
}

/**
 * Holds open the months of the other organisations in whose books a document or the slips that it made stand, so that it can be undone there, too.
 * @throws Failure refusal where one of them has closed it
 */
export async function openAcross(tx: CallerTx, doc: { kind: string; id: number; bizDate: string }): Promise<void> {
  const rows = await tx.query<{ orgId: number }>({
    name: 'books-of-cards',
    text: `select distinct i.org_id from open_item i
      where i.group_id = $1 and i.org_id <> $2 and (i.source_kind = $3 and i.source_id = $4 or i.source_kind = 'write_off' and i.source_id in (
        select m.id from money_slip m where m.group_id = $1 and m.maker_kind = $3 and m.made_by = $4 and m.purpose = 'card' and m.posted_at is not null))
      union select c.org_id from commission_entry c where c.group_id = $1 and c.org_id <> $2 and c.doc_kind = $3 and c.doc_id = $4
      order by org_id`,
    values: [tx.groupId, tx.caller.orgId, doc.kind, doc.id],
  })
  for (const { orgId } of rows) await assertOpenThere(tx, orgId, doc.bizDate)
}
