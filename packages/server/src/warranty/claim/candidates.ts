// Bills that a claim may name (business/three-guarantees 4.1).
import type { FieldError } from '@chepu/contract/kernel/errors'
import { stateLabel } from '@chepu/contract/kernel/states'
import type { Decimal } from '@chepu/contract/kernel/decimal'
import { type ClaimCandidate, mostCandidates } from '@chepu/contract/warranty/warranty-claim'
import { warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { shanghaiDay } from '../../kernel/base/calendar'
import { invalid, refuse } from '../../kernel/base/errors'
import { sees } from '../../kernel/caller/caller'
import { allOf, officeScope } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'
import { standsFor } from '../bill/stands-for'

/** A bill as a claim takes it. */
interface ClaimedBill {
  id: number
  billNo: string
  bizDate: string
  /** Yuan with tax. */
  totalAmount: Decimal
}

interface HeldBill extends ClaimedBill {
  state: string
  manufacturerId: number
  claimNo: string | null
}

interface Asked {
  manufacturerId: number
  billIds: readonly number[]
  /** The claim that asks; its own bills are free to it. */
  claimId: number | undefined
}

/** Documents of the kind SP that hold their bills. */
const liveClaim = `c.kind = 'warranty_claim' and c.state <> 'voided'`

/**
 * The bills of a claim in its order, held so that none is claimed twice. Refuses, by line, what is no approved bill of this manufacturer here, is named twice, or
 * stands in another claim. Two statements: who waits for a bill reads behind it which claim has it.
 * @throws Failure invalid
 */
export async function claimableBills(
  tx: CallerTx,
  { manufacturerId, billIds, claimId }: Asked,
): Promise<ClaimedBill[]> {
  await tx.query({
    name: 'hold-bills-of-claim',
    text: `select id from repair_document where group_id = $1 and org_id = $2 and kind = 'warranty_bill' and id = any ($3::bigint[])
      order by id for no key update`,
    values: [tx.groupId, tx.caller.orgId, [...billIds]],
  })
  const held = await tx.query<HeldBill>({
    name: 'bills-of-claim',
    text: `select b.id, b.bill_no, b.biz_date, b.total_amount, b.state, ${standsFor('b')} as manufacturer_id,
        (select c.bill_no from claim_line l join claim_document c on c.group_id = l.group_id and c.id = l.document_id
          where l.group_id = b.group_id and l.bill_id = b.id and l.section = 'bills' and ${liveClaim} and c.id is distinct from $4::bigint limit 1) as claim_no
      from repair_document b
      where b.group_id = $1 and b.org_id = $2 and b.kind = 'warranty_bill' and not b.is_red and b.id = any ($3::bigint[])`,
    values: [tx.groupId, tx.caller.orgId, [...billIds], claimId ?? null],
  })
  const known = new Map(held.map((bill) => [bill.id, bill]))
  const errors = billIds.flatMap((id, i): FieldError[] => {
    const fault = faultOf(known.get(id), billIds.indexOf(id) < i, manufacturerId)
    return fault ? [{ path: `bills.${i}.billId`, message: `第${i + 1}行 ${fault}` }] : []
  })
  if (errors.length > 0) invalid(errors)
  return billIds.map((id) => known.get(id) as HeldBill)
}

function faultOf(bill: HeldBill | undefined, isRepeated: boolean, manufacturerId: number): string | undefined {
  if (!bill) return '三包单不存在'
  if (isRepeated) return `三包单 ${bill.billNo} 重复`
  if (bill.manufacturerId !== manufacturerId) return `三包单 ${bill.billNo} 不是该厂家的`
  if (bill.claimNo) return `三包单 ${bill.billNo} 已在索赔单 ${bill.claimNo} 中`
  if (bill.state !== 'approved')
    return `三包单 ${bill.billNo} 当前为「${stateLabel(warrantyBill, bill.state)}」，不能申报`
  return undefined
}

/**
 * Refuses to undo, or to give up, a bill that a claim names. Asked behind the lock of the bill, which who names it in a claim takes.
 * @throws Failure refusal
 */
export async function assertInNoClaim(tx: CallerTx, { id, billNo }: { id: number; billNo: string }): Promise<void> {
  const claim = await tx.one<{ billNo: string }>({
    name: 'claim-of-bill',
    text: `select c.bill_no from claim_line l join claim_document c on c.group_id = l.group_id and c.id = l.document_id
      where l.group_id = $1 and l.bill_id = $2 and l.section = 'bills' and ${liveClaim} order by c.id limit 1`,
    values: [tx.groupId, id],
  })
  if (claim) refuse(`三包单 ${billNo} 已在索赔单 ${claim.billNo} 中，请先移除`)
}

/** What may be claimed of a manufacturer, by the days of repair; what must go first at the top, what has no deadline last. */
export async function listCandidates(
  tx: CallerTx,
  asked: { manufacturerId: number; fromDay?: string | undefined; toDay?: string | undefined },
): Promise<{ rows: ClaimCandidate[]; more: boolean }> {
  const conditions: RawBuilder<SqlBool>[] = [
    officeScope(tx.caller, warrantyBill.area),
    sql<SqlBool>`d.org_id = ${tx.caller.orgId} and d.kind = ${warrantyBill.kind} and d.state = 'approved' and not d.is_red`,
    sql<SqlBool>`${sql.raw(standsFor('d'))} = ${asked.manufacturerId}`,
    sql<SqlBool>`not exists (select from claim_line l join claim_document c on c.group_id = l.group_id and c.id = l.document_id
      where l.group_id = d.group_id and l.bill_id = d.id and l.section = 'bills' and ${sql.raw(liveClaim)})`,
  ]
  if (asked.fromDay) conditions.push(sql<SqlBool>`d.repaired_on >= ${asked.fromDay}`)
  if (asked.toDay) conditions.push(sql<SqlBool>`d.repaired_on <= ${asked.toDay}`)
  const amount = sees(tx.caller, 'doc_price') ? sql`, d.total_amount as claimed_amount` : sql``
  const rows = await tx.select(sql<ClaimCandidate>`
    select d.id as bill_id, d.bill_no, d.biz_date as bill_date, d.repaired_on, v.plate, v.vin, p.name as customer_name, d.claim_by,
      coalesce(d.claim_by < ${shanghaiDay()}::date, false) as is_late ${amount}
    from repair_document d
    join partner p on p.group_id = d.group_id and p.id = d.partner_id
    left join vehicle v on v.group_id = d.group_id and v.id = d.vehicle_id
    where ${allOf(conditions)} order by d.claim_by nulls last, d.id limit ${mostCandidates + 1}`)
  return { rows: rows.slice(0, mostCandidates), more: rows.length > mostCandidates }
}
