// Lines of a claim with what the manufacturer has said to them (business/three-guarantees 5).
import type { Decimal } from '@chepu/contract/kernel/decimal'
import type { RepairSection } from '@chepu/contract/kernel/repair-document'
import { refuse } from '../../kernel/base/errors'
import type { CallerTx } from '../../kernel/db/tx'
import type { ClaimDocument } from '../claim-documents/types'
import { awaitsVerdict, lastVerdict, lineNoOfBill } from '../claim/lines'
import { ownClaim } from '../claim/own-claim'

/** A line of a bill of a claim. Money in yuan with tax, 2 decimals. */
export interface StandingLine {
  billLineId: number
  billId: number
  billNo: string
  billState: string
  /** Whose work it was, or whom he was merged into since. */
  customerId: number
  plate: string | null
  section: RepairSection
  /** 行号 through the bill. */
  lineNo: number
  name: string
  partCode: string | null
  qty: Decimal
  stdHours: Decimal
  taxRate: Decimal
  /** The line of the settlement that it claims; null of a free one. */
  settledLineId: number | null
  claimed: Decimal
  /** What the manufacturer, and the customer, owe for it by the latest verdict; without one what is claimed. */
  before: Decimal
  customerBefore: Decimal
  /** What was agreed to last; null before the first word. */
  confirmed: Decimal | null
  /** It waits for a word, and there was one before. */
  isOpen: boolean
  isAppeal: boolean
}

/** Every line of the bills of a claim, bill by bill in the order of the claim. */
export const standingLines = (tx: CallerTx, claimId: number): Promise<StandingLine[]> =>
  tx.query<StandingLine>({
    name: 'standing-lines-of-claim',
    text: `select r.id as bill_line_id, b.id as bill_id, b.bill_no, b.state as bill_state, coalesce(c.merged_into_id, c.id) as customer_id, car.plate,
        r.section, ${lineNoOfBill} as line_no, coalesce(nullif(r.name, ''), pt.name, '') as name, pt.code as part_code, r.qty, r.std_hours, r.tax_rate,
        r.source_line_id as settled_line_id, r.net_amount as claimed, coalesce(v.confirmed_amount, r.net_amount) as before,
        case when v.rest = 'customer' then greatest(v.claimed_amount - v.confirmed_amount, 0) else 0.00 end as customer_before,
        v.confirmed_amount as confirmed, ${awaitsVerdict} and b.state <> 'settled' as is_open, v.id is not null as is_appeal
      from claim_line k
      join repair_document b on b.group_id = k.group_id and b.id = k.bill_id
      join partner c on c.group_id = b.group_id and c.id = b.partner_id
      left join vehicle car on car.group_id = b.group_id and car.id = b.vehicle_id
      join repair_line r on r.group_id = b.group_id and r.document_id = b.id
      left join part pt on pt.group_id = r.group_id and pt.id = r.part_id
      ${lastVerdict}
      where k.group_id = $1 and k.document_id = $2 and k.section = 'bills' order by k.line_no, line_no`,
    values: [tx.groupId, claimId],
  })

/** A claim that the manufacturer has, held so that it is not taken back meanwhile. @throws Failure notFound or refusal */
export async function answeredClaim(tx: CallerTx, claimId: number): Promise<ClaimDocument> {
  const claim = await ownClaim(tx, claimId, 'lock')
  if (!['sent', 'answered', 'done'].includes(claim.state)) refuse(`索赔单 ${claim.billNo} 还没有发送，不能录入厂家确认`)
  return claim
}

/** Other verdicts that name one of these lines and are drafts, or stand since: the number of the first. */
export async function laterVerdict(
  tx: CallerTx,
  own: { id: number | undefined; postedAt: string | null },
  billLineIds: readonly number[],
): Promise<string | undefined> {
  const found = await tx.one<{ billNo: string }>({
    name: 'later-verdict',
    text: `select q.bill_no from claim_line k join claim_document q on q.group_id = k.group_id and q.id = k.document_id
      where k.group_id = $1 and k.section = 'verdicts' and k.bill_line_id = any ($2::bigint[]) and q.id is distinct from $3::bigint
        and (q.state = 'draft' or q.state = 'done' and q.posted_at > $4::timestamptz) order by q.id limit 1`,
    values: [tx.groupId, [...billLineIds], own.id ?? null, own.postedAt],
  })
  return found?.billNo
}
