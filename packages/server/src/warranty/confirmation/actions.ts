import { compare, type Decimal } from '@chepu/contract/kernel/decimal'
import type { claimConfirmation, RestBearer } from '@chepu/contract/warranty/claim-confirmation'
import { groupBy } from '../../kernel/base/group-by'
import { invalid, refuse } from '../../kernel/base/errors'
import type { CallerTx } from '../../kernel/db/tx'
import { assertOpenPeriod } from '../../kernel/document/period'
import { post, reverse } from '../../kernel/ledgers'
import type { CommissionEntry } from '../../kernel/ledgers/types'
import { commissionOfVerdict, dueDays } from '../../repair/public'
import type { ClaimActions, ClaimDocument, ClaimKind, ClaimLine } from '../claim-documents/types'
import { assertInNoSettlement } from '../settlement/bills'
import { followClaim, holdBills, judgeBills } from './judge'
import { verdictPosting } from './posting'
import { answeredClaim, laterVerdict, type StandingLine, standingLines } from './standing'
import { tellAnswered } from './tell'
import { assertAfterSending, confirmationTraits, lineName, verdictFaults } from './traits'

/** A verdict of the document with the line that it is on, as both stand. */
interface Verdict extends StandingLine {
  confirmedNow: Decimal
  rest: RestBearer
}

const actions: ClaimActions<typeof claimConfirmation> = {
  async confirm(tx, doc) {
    await assertOpenPeriod(tx, doc.bizDate)
    const claim = await answeredClaim(tx, doc.claimId as number)
    assertAfterSending(doc.bizDate, claim)
    await holdBills(tx, billIdsOf(doc))
    const verdicts = await verdictsOf(tx, doc)
    await noteBefore(tx, doc, verdicts)
    await judgeBills(
      tx,
      verdicts.map(({ billId, billLineId, confirmedNow: confirmed }) => ({ billId, billLineId, confirmed })),
      { action: 'confirm', what: '确认' },
    )
    const bills = [...groupBy(verdicts, ({ billId }) => billId).values()].map((lines) => ({
      billId: (lines[0] as Verdict).billId,
      customerId: (lines[0] as Verdict).customerId,
      lines: lines.map((line) => ({ ...line, confirmed: line.confirmedNow })),
    }))
    const partners = [doc.partnerId, ...bills.map(({ customerId }) => customerId)]
    const posting = verdictPosting(
      { manufacturerId: doc.partnerId, bills, commission: await commissionOf(tx, verdicts) },
      await dueDays(tx, doc.bizDate, partners),
    )
    await post(tx, doc, posting)
    await followClaim(tx, claim)
    await tellAnswered(tx, doc, claim)
    return 'done'
  },

  async undo(tx, doc, { reason }) {
    await assertOpenPeriod(tx, doc.bizDate, { anyDay: true })
    const claim = await answeredClaim(tx, doc.claimId as number)
    await holdBills(tx, billIdsOf(doc))
    const later = await laterVerdict(tx, doc, lineIdsOf(doc))
    if (later) refuse(`厂家确认单 ${later} 已有其中明细的后续结论，请先撤销或作废`)
    await assertInNoSettlement(tx, billIdsOf(doc))
    const standing = new Map((await standingLines(tx, claim.id)).map((line) => [line.billLineId, line]))
    const former = await formerVerdicts(tx, doc)
    await judgeBills(
      tx,
      doc.lines.map((line) => ({
        billId: line.billId as number,
        billLineId: line.billLineId as number,
        confirmed: former.get(line.billLineId as number) ?? null,
      })),
      { action: 'unconfirm', what: '撤销确认', reason },
    )
    await markAppealed(tx, doc, lineIdsOf(doc), false)
    await reverse(
      tx,
      doc,
      doc,
      doc.lines.map((line) => reversible(line, standing)),
    )
    await followClaim(tx, claim)
    return 'draft'
  },

  async appeal(tx, doc, { input }) {
    const { billLineIds } = input as { billLineIds: number[] }
    const own = new Map(doc.lines.map((line) => [line.billLineId, line]))
    const claim = await answeredClaim(tx, doc.claimId as number)
    await holdBills(tx, billIdsOf(doc))
    const standing = new Map((await standingLines(tx, claim.id)).map((line) => [line.billLineId, line]))
    for (const [i, id] of billLineIds.entries()) {
      const fault = appealFault(own.get(id), standing.get(id))
      if (fault) invalid([{ path: `input.billLineIds.${i}`, message: fault }])
    }
    await assertInNoSettlement(
      tx,
      billLineIds.map((id) => (own.get(id) as ClaimLine).billId as number),
    )
    const later = await laterVerdict(tx, doc, billLineIds)
    if (later) refuse(`厂家确认单 ${later} 已有所选明细的后续结论`)
    await markAppealed(tx, doc, billLineIds, true)
    return 'done'
  },

  void: async () => 'voided',
}

const billIdsOf = ({ lines }: ClaimDocument): number[] => [...new Set(lines.map(({ billId }) => billId as number))]
const lineIdsOf = ({ lines }: ClaimDocument): number[] => lines.map(({ billLineId }) => billLineId as number)

/** Every line must still wait for this word, and each bill gets one to all of its lines that do. @throws Failure invalid or refusal */
async function verdictsOf(tx: CallerTx, doc: ClaimDocument): Promise<Verdict[]> {
  const standing = await standingLines(tx, doc.claimId as number)
  const known = new Map(standing.map((line) => [line.billLineId, line]))
  const faultsOf = verdictFaults(tx, known)
  const verdicts = doc.lines.map((line, i) => {
    const { confirmedAmount, reason } = line
    const billLineId = line.billLineId as number
    const [fault] = faultsOf({ billLineId, confirmedAmount, reason })
    if (fault)
      invalid([
        { path: `verdicts.${i}.${fault.field}`, message: `${lineName(known.get(billLineId), i)} ${fault.message}` },
      ])
    return {
      ...(known.get(billLineId) as StandingLine),
      confirmedNow: confirmedAmount,
      rest: (line.rest ?? 'shop') as RestBearer,
    }
  })
  const [own, bills] = [new Set(lineIdsOf(doc)), new Set(billIdsOf(doc))]
  const missing = standing.find(({ isOpen, billId, billLineId }) => isOpen && bills.has(billId) && !own.has(billLineId))
  if (missing) refuse(`三包单 ${missing.billNo} 第${missing.lineNo}行还没有结论，同一三包单的明细须一次确认`)
  return verdicts
}

/** The document says what each line was worth as the verdict found it. */
const noteBefore = (tx: CallerTx, { id }: ClaimDocument, verdicts: readonly Verdict[]): Promise<unknown> =>
  tx.query({
    name: 'note-before-verdict',
    text: `update claim_line l set claimed_amount = n.claimed, before_amount = n.before
      from unnest($3::bigint[], $4::numeric[], $5::numeric[]) as n (bill_line_id, claimed, before)
      where l.group_id = $1 and l.document_id = $2 and l.bill_line_id = n.bill_line_id`,
    values: [
      tx.groupId,
      id,
      verdicts.map(({ billLineId }) => billLineId),
      verdicts.map(({ claimed }) => claimed),
      verdicts.map(({ before }) => before),
    ],
  })

/** What technicians earn, of work that a settlement has billed. */
const commissionOf = (tx: CallerTx, verdicts: readonly Verdict[]): Promise<CommissionEntry[]> =>
  commissionOfVerdict(
    tx,
    verdicts.flatMap(
      ({ section, settledLineId, billLineId: id, confirmed: before, confirmedNow: confirmed, ...line }) =>
        section === 'labour' && settledLineId !== null
          ? [{ id, settledLineId, qty: line.qty, stdHours: line.stdHours, claimed: line.claimed, before, confirmed }]
          : [],
    ),
  )

/** What was agreed to of the lines by the verdicts before this one. */
async function formerVerdicts(tx: CallerTx, doc: ClaimDocument): Promise<Map<number, Decimal>> {
  const rows = await tx.query<{ billLineId: number; confirmed: Decimal }>({
    name: 'former-verdicts',
    text: `select distinct on (k.bill_line_id) k.bill_line_id, k.confirmed_amount as confirmed
      from claim_line k
      join claim_document q on q.group_id = k.group_id and q.id = k.document_id and q.kind = 'claim_confirmation' and q.state = 'done'
      where k.group_id = $1 and k.section = 'verdicts' and k.bill_line_id = any ($2::bigint[]) and q.id <> $3
      order by k.bill_line_id, q.posted_at desc, q.id desc`,
    values: [tx.groupId, lineIdsOf(doc), doc.id],
  })
  return new Map(rows.map(({ billLineId, confirmed }) => [billLineId, confirmed]))
}

const markAppealed = (tx: CallerTx, { id }: ClaimDocument, billLineIds: readonly number[], isAppeal: boolean) =>
  tx.query({
    name: 'mark-appealed',
    text: `update claim_line set is_appeal = $4 where group_id = $1 and document_id = $2 and bill_line_id = any ($3::bigint[])`,
    values: [tx.groupId, id, [...billLineIds], isAppeal],
  })

/** Commission stands under the lines of the bills. */
function reversible(line: ClaimLine, standing: ReadonlyMap<number, StandingLine>) {
  const lineId = line.billLineId as number
  return { lineId, targetLineId: lineId, lineNo: line.lineNo, partCode: standing.get(lineId)?.partCode ?? '' }
}

function appealFault(own: ClaimLine | undefined, line: StandingLine | undefined): string | undefined {
  if (!own || !line) return '明细不在该确认单中'
  const name = `三包单 ${line.billNo} 第${line.lineNo}行`
  if (line.billState === 'settled') return `${name} 已结算，不能申诉`
  if (own.isAppeal) return `${name} 已在申诉中`
  return compare(own.confirmedAmount, line.claimed) >= 0 ? `${name} 已全额确认，不用申诉` : undefined
}

export const confirmationKind = { ...confirmationTraits, actions } satisfies ClaimKind<typeof claimConfirmation>
