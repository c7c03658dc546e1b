// Answers of a manufacturer that come as a file (business/three-guarantees 5.5).
import { type Decimal, sub, sumOf, withCommas } from '@chepu/contract/kernel/decimal'
import { claimConfirmation } from '@chepu/contract/warranty/claim-confirmation'
import { warrantyClaim } from '@chepu/contract/warranty/warranty-claim'
import { sql } from 'kysely'
import { shanghaiDay } from '../../kernel/base/calendar'
import { groupBy } from '../../kernel/base/group-by'
import { sees } from '../../kernel/caller/caller'
import { officeScope } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'
import { claimDocuments } from '../claim-documents/repo'
import { saveClaim } from '../claim-documents/save'
import { answererOf } from '../claim/own-claim'
import type { ClaimDocument, ClaimLine, ClaimRequest } from '../claim-documents/types'
import { answeredClaim, type StandingLine, standingLines } from './standing'
import { confirmationTraits, lineName, type TypedVerdict, verdictFaults } from './traits'

/** A row of the file; amounts in yuan with tax. */
interface AnsweredRow {
  row: number
  billNo: string
  /** 行号 through the bill. */
  lineNo: string
  confirmedAmount: string
  reason: string
}

interface Fault {
  row: number
  field: 'billNo' | keyof TypedVerdict
  message: string
}

interface NamedBill {
  id: number
  billNo: string
  claimId: number | null
  claimNo: string | null
}

/** Verdict of a row, by the line that it is on. */
type Answered = { row: number; verdict: Omit<TypedVerdict, 'rest'> }

/**
 * What the rows do: they answer one claim, in its open confirmation or a new one. A row that is entered there already is changed with `overwrite` alone. Bills are answered whole, which
 * is asked where the rows are all that the file has (`isWhole`). All that is wrong is told by row and field; then nothing is written.
 */
export async function planAnswers(
  tx: CallerTx,
  rows: readonly AnsweredRow[],
  { overwrite, isWhole }: { overwrite: boolean; isWhole: boolean },
) {
  const faults: Fault[] = []
  const nothing = { faults, added: 0, updated: 0, summary: '', write: async () => [] }
  const { claimId, billOf } = await claimOf(tx, rows, faults)
  if (claimId === null) return nothing
  const claim = await answeredClaim(tx, claimId)
  const standing = await standingLines(tx, claimId)
  const drafts = await draftsOf(tx, claimId)
  const isOfClaim = ({ billNo }: AnsweredRow) => billOf.get(billNo.toUpperCase())?.claimId === claimId
  const answered = answersOf(tx, rows.filter(isOfClaim), { standing, billOf, faults })
  const [draft] = drafts
  const entered = new Map(drafts.flatMap((each) => each.lines.map((line) => [line.billLineId as number, each])))
  for (const { row, verdict } of answered) {
    const holder = entered.get(verdict.billLineId)
    if (holder && holder !== draft)
      faults.push({ row, field: 'billLineId', message: `已录入厂家确认单 ${holder.billNo}` })
    else if (holder && !overwrite)
      faults.push({ row, field: 'billLineId', message: `已录入厂家确认单 ${holder.billNo}，如需更新请勾选“覆盖”` })
  }
  const verdicts = merged(draft, answered)
  if (isWhole) faults.push(...unanswered(verdicts, answered, standing))
  const { most } = claimConfirmation.sections.verdicts
  if (verdicts.length > most)
    faults.push({ row: rows.at(-1)?.row ?? 0, field: 'billNo', message: `一张厂家确认单最多${most}行` })
  const updated = answered.filter(({ verdict }) => entered.has(verdict.billLineId)).length
  return {
    faults,
    added: answered.length - updated,
    updated,
    summary: summaryOf(tx, answered, standing),
    async write() {
      const { id, billNo } = await saveClaim(tx, confirmationTraits, await requestOf(tx, claim, draft, verdicts))
      return [{ kind: claimConfirmation.kind, id, billNo }]
    },
  }
}

/** A bill that its manufacturer has, and has not answered: its number, for the example of a template. */
export async function unansweredBill(tx: CallerTx): Promise<string | null> {
  const found = await tx.one<{ billNo: string }>({
    text: `select bill_no from repair_document where group_id = $1 and org_id = $2 and kind = 'warranty_bill' and state = 'claimed' order by id desc limit 1`,
    values: [tx.groupId, tx.caller.orgId],
  })
  return found?.billNo ?? null
}

/** The claim of the first bill of the file that is in one, and what is wrong with rows that are in no claim or in another. */
async function claimOf(tx: CallerTx, rows: readonly AnsweredRow[], faults: Fault[]) {
  const bills = await tx.select<NamedBill>(sql<NamedBill>`
    select b.id, b.bill_no, d.id as claim_id, d.bill_no as claim_no from repair_document b
    left join lateral (
      select d.id, d.bill_no from claim_line l join claim_document d on d.group_id = l.group_id and d.id = l.document_id
      where l.group_id = b.group_id and l.bill_id = b.id and l.section = 'bills' and d.kind = ${warrantyClaim.kind}
        and d.state in ('sent', 'answered', 'done') and ${officeScope(tx.caller, warrantyClaim.area)} limit 1
    ) d on true
    where b.group_id = ${tx.groupId} and b.org_id = ${tx.caller.orgId} and b.kind = 'warranty_bill'
      and b.bill_no = any (${rows.map(({ billNo }) => billNo.toUpperCase())})`)
  const billOf = new Map(bills.map((bill) => [bill.billNo, bill]))
  let first: { row: number; bill: NamedBill } | undefined
  for (const { row, billNo } of rows) {
    const bill = billOf.get(billNo.toUpperCase())
    const tell = (message: string) => faults.push({ row, field: 'billNo', message })
    if (!bill) tell(`三包单 ${billNo} 不存在`)
    else if (bill.claimId === null) tell(`三包单 ${bill.billNo} 没有在已发送的索赔单中`)
    else if (!first) first = { row, bill }
    else if (first.bill.claimId !== bill.claimId)
      tell(`三包单 ${bill.billNo} 在索赔单 ${bill.claimNo}，与第${first.row}行的索赔单 ${first.bill.claimNo} 不同`)
  }
  return { claimId: first?.bill.claimId ?? null, billOf }
}

function answersOf(
  tx: CallerTx,
  rows: readonly AnsweredRow[],
  known: { standing: readonly StandingLine[]; billOf: ReadonlyMap<string, NamedBill>; faults: Fault[] },
): Answered[] {
  const byNo = new Map(known.standing.map((line) => [`${line.billId}/${line.lineNo}`, line]))
  const faultsOf = verdictFaults(tx, new Map(known.standing.map((line) => [line.billLineId, line])))
  return rows.flatMap(({ row, billNo, lineNo, confirmedAmount, reason }, i) => {
    const bill = known.billOf.get(billNo.toUpperCase())
    const line = byNo.get(`${bill?.id}/${lineNo}`)
    if (!line) {
      known.faults.push({ row, field: 'billLineId', message: `三包单 ${billNo} 没有第${lineNo}行` })
      return []
    }
    const verdict = { billLineId: line.billLineId, confirmedAmount, reason }
    known.faults.push(
      ...faultsOf(verdict).map(({ field, message }) => ({ row, field, message: `${lineName(line, i)} ${message}` })),
    )
    return [{ row, verdict }]
  })
}

/** Confirmations of a claim that are drafts, the first one held, with what is entered in them. */
async function draftsOf(tx: CallerTx, claimId: number): Promise<ClaimDocument[]> {
  const rows = await tx.query<{ id: number }>({
    name: 'drafts-of-answers',
    text: `select id from claim_document where group_id = $1 and claim_id = $2 and kind = $3 and state = 'draft' order by id`,
    values: [tx.groupId, claimId, claimConfirmation.kind],
  })
  const drafts = await Promise.all(rows.map(({ id }) => claimDocuments.read(tx, claimConfirmation.kind, id)))
  return drafts.filter((draft) => draft !== undefined)
}

const typedOf = ({ billLineId, confirmedAmount, reason, rest }: ClaimLine): TypedVerdict => ({
  billLineId: billLineId as number,
  confirmedAmount,
  reason,
  rest: (rest ?? 'shop') as TypedVerdict['rest'],
})

/** What the draft has, changed by what the file says, and what is new behind it. */
function merged(draft: ClaimDocument | undefined, answered: readonly Answered[]): TypedVerdict[] {
  const said = new Map(answered.map(({ verdict }) => [verdict.billLineId, verdict]))
  const standing = (draft?.lines ?? []).map(typedOf).map((line) => ({ ...line, ...said.get(line.billLineId) }))
  const had = new Set(standing.map(({ billLineId }) => billLineId))
  const fresh = [...said.values()].filter(({ billLineId }) => !had.has(billLineId))
  return [...standing, ...fresh.map((verdict) => ({ ...verdict, rest: 'shop' as const }))]
}

/** Lines of bills of the file that neither it nor the draft has a word for, told at the first row of the bill: they could not be confirmed (business/three-guarantees 5.1). */
function unanswered(
  verdicts: readonly TypedVerdict[],
  answered: readonly Answered[],
  standing: readonly StandingLine[],
): Fault[] {
  const said = new Set(verdicts.map(({ billLineId }) => billLineId))
  const rowOf = new Map(answered.map(({ row, verdict }) => [verdict.billLineId, row]))
  return [...groupBy(standing, ({ billId }) => billId).values()].flatMap((lines): Fault[] => {
    const row = Math.min(...lines.flatMap(({ billLineId }) => rowOf.get(billLineId) ?? []))
    const missing = lines.filter(({ isOpen, billLineId }) => isOpen && !said.has(billLineId))
    if (row === Infinity || missing.length === 0) return []
    const where = `三包单 ${missing[0]?.billNo} 第${missing.map(({ lineNo }) => lineNo).join('、')}行`
    return [{ row, field: 'billNo', message: `${where} 没有答复，同一三包单的明细须一次答复` }]
  })
}

/** What the rows come to, for who sees prices. */
function summaryOf(tx: CallerTx, answered: readonly Answered[], standing: readonly StandingLine[]): string {
  if (!sees(tx.caller, 'doc_price')) return ''
  const claimedOf = new Map(standing.map(({ billLineId, claimed }) => [billLineId, claimed]))
  const claimed = sumOf(answered, ({ verdict }) => claimedOf.get(verdict.billLineId) ?? '0')
  const confirmed = sumOf(answered, ({ verdict }) => verdict.confirmedAmount)
  const [asked, agreed, difference] = [claimed, confirmed, sub(confirmed, claimed)].map((sum: Decimal) =>
    withCommas(sum),
  )
  return `${answered.length} 行，申报 ${asked}，确认 ${agreed}，差额 ${difference?.replace('-', '−')}`
}

async function requestOf(
  tx: CallerTx,
  { id: claimId, ...claim }: ClaimDocument,
  draft: ClaimDocument | undefined,
  verdicts: TypedVerdict[],
): Promise<ClaimRequest> {
  const partnerId = draft?.partnerId ?? (await answererOf(tx, claim.partnerId)).id
  return {
    ...(draft && { id: draft.id, version: draft.version }),
    header: {
      bizDate: draft?.bizDate ?? shanghaiDay(),
      partnerId,
      claimId,
      handlerId: draft?.handlerId ?? null,
      remark: draft?.remark ?? '',
      manufacturerNo: draft?.manufacturerNo ?? '',
    },
    verdicts: verdicts.map((verdict) => ({ ...verdict })),
  }
}
