// Work for sister organisations stands in both books (business/repair-settlement 4, business/ledgers I38).
import { money, mul, sumOf } from '@chepu/contract/kernel/decimal'
import type { PartnerAmount } from '@chepu/contract/repair/settlement-figures'
import type { LineFigures, SettlementLine } from '@chepu/contract/repair/settlement-lines'
import type { CallerTx } from '../kernel/db/tx'
import { assertOpenThere } from '../kernel/document/period'
import type { SisterBill } from '../kernel/ledgers/sister-bills'
import type { RepairDocument } from '../kernel/repair/types'

interface Payer {
  payer: string
  payerPartnerId: number | null
}

interface Sister {
  orgId: number
  partnerId: number
  /** Whom she has the caller's organisation down for among her partners. */
  billerId: number
}

/**
 * The sister organisations among those who pay, whose months are held open for a day: nothing of a bill stands in one book alone.
 * @throws Failure refusal when one of them has closed it
 */
export async function openSisters(tx: CallerTx, payers: readonly Payer[], bizDate: string): Promise<Sister[]> {
  const ids = payers.flatMap(({ payer, payerPartnerId: id }) => (payer === 'internal' && id !== null ? [id] : []))
  if (ids.length === 0) return []
  const sisters = await tx.query<Sister>({
    name: 'billed-sisters',
    text: `select p.system_org_id as org_id, p.id as partner_id, b.id as biller_id from partner p
      join partner b on b.group_id = p.group_id and b.system_kind = 'sister_org' and b.system_org_id = $2
      where p.group_id = $1 and p.system_kind = 'sister_org' and p.id = any ($3::bigint[]) order by p.system_org_id`,
    values: [tx.groupId, tx.caller.orgId, ids],
  })
  for (const { orgId } of sisters) await assertOpenThere(tx, orgId, bizDate)
  return sisters
}

/** Who pays the lines of a document in the books. */
export const payersOf = ({ lines }: Pick<RepairDocument, 'lines'>): Payer[] => lines

/** What is billed, or goes back, and by which lines. */
interface Billed {
  amounts: readonly PartnerAmount[]
  lines: readonly (Pick<LineFigures, 'earned' | 'earnedUntaxed'> & Pick<SettlementLine, 'payer' | 'payerPartnerId'>)[]
}

/**
 * What a bill is to each sister who pays of it, and what a refund takes back of one: yuan with 2 decimals, negative where it goes back.
 * @throws Failure refusal when one of them has closed the month
 */
export async function sisterBills(
  tx: CallerTx,
  { amounts, lines }: Billed,
  { bizDate, sign, dueOn }: { bizDate: string; sign: '1' | '-1'; dueOn(partnerId: number): string },
): Promise<SisterBill[]> {
  const sisters = await openSisters(tx, lines, bizDate)
  return sisters.map(({ orgId, partnerId, billerId }) => {
    const due = amounts.filter((each) => each.payer === 'internal' && each.partnerId === partnerId)
    const own = lines.filter((line) => line.payer === 'internal' && line.payerPartnerId === partnerId)
    const signed = (sum: string) => money(mul(sum, sign))
    return {
      orgId,
      billerId,
      dueOn: dueOn(partnerId),
      amount: signed(sumOf(due, ({ amount }) => amount)),
      untaxed: signed(sumOf(own, ({ earnedUntaxed }) => earnedUntaxed)),
      taxed: signed(sumOf(own, ({ earned }) => earned)),
    }
  })
}
