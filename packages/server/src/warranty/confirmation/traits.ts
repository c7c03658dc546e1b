import { compare, type Decimal, isPositive, money, sub, sumOf } from '@chepu/contract/kernel/decimal'
import type { FieldError } from '@chepu/contract/kernel/errors'
import { button } from '@chepu/contract/access/catalogue'
import { claimConfirmation, type RestBearer } from '@chepu/contract/warranty/claim-confirmation'
import { sql } from 'kysely'
import { forbidden, invalid } from '../../kernel/base/errors'
import { mayPress, sees } from '../../kernel/caller/caller'
import type { CallerTx } from '../../kernel/db/tx'
import { answererOf } from '../claim/own-claim'
import type { ClaimDocument, ClaimRequest, ClaimTraits, PreparedLine } from '../claim-documents/types'
import { answeredClaim, laterVerdict, type StandingLine, standingLines } from './standing'

/** A verdict as somebody types it. */
export interface TypedVerdict {
  billLineId: number
  confirmedAmount: Decimal
  reason: string
  rest: RestBearer
}

const over = button('claim_confirm', 'over')

/** 厂家确认单 on the server. */
export const confirmationTraits: ClaimTraits<typeof claimConfirmation> = {
  def: claimConfirmation,
  columns: {
    claimNo: sql`(select c.bill_no from claim_document c where c.group_id = d.group_id and c.id = d.claim_id)`,
    billCount: sql`(select count(distinct l.bill_id) from claim_line l where l.group_id = d.group_id and l.document_id = d.id)`,
  },
  async prepare(tx, request, before) {
    if (!sees(tx.caller, 'doc_price')) forbidden('您没有查看单据金额的权限，不能录入厂家确认')
    await assertClaim(tx, request, before)
    const typed = (request.verdicts ?? []) as unknown as TypedVerdict[]
    const lines = await judgedLines(tx, request.header['claimId'] as number, typed, before?.id)
    const sum = (figure: 'claimedAmount' | 'confirmedAmount') =>
      money(sumOf(lines, ({ columns }) => columns[figure] as Decimal))
    return {
      columns: { claimedAmount: sum('claimedAmount'), confirmedAmount: sum('confirmedAmount') },
      lines,
    }
  },
}

async function assertClaim(tx: CallerTx, { header }: ClaimRequest, before: ClaimDocument | undefined): Promise<void> {
  const claimId = header['claimId'] as number
  if (before && before.claimId !== claimId)
    invalid([{ path: 'header.claimId', message: '不能更换索赔单，请作废后重新录入' }])
  const claim = await answeredClaim(tx, claimId)
  const { partnerId } = header
  if (partnerId !== before?.partnerId && partnerId !== (await answererOf(tx, claim.partnerId)).id)
    invalid([{ path: 'header.partnerId', message: '厂家与索赔单不一致' }])
  assertAfterSending(header.bizDate, claim)
}

/** Nobody answers what he has not got yet. @throws Failure invalid */
export function assertAfterSending(
  bizDate: string,
  { billNo, sentOn }: Pick<ClaimDocument, 'billNo' | 'sentOn'>,
): void {
  if (sentOn !== null && bizDate < sentOn)
    invalid([{ path: 'header.bizDate', message: `业务日期不能早于索赔单 ${billNo} 的发送日期 ${sentOn}` }])
}

/** Verdicts as they are written, by line of the bills. @throws Failure invalid, naming each line that is wrong */
async function judgedLines(
  tx: CallerTx,
  claimId: number,
  typed: readonly TypedVerdict[],
  ownId: number | undefined,
): Promise<PreparedLine[]> {
  const known = new Map((await standingLines(tx, claimId)).map((line) => [line.billLineId, line]))
  const faultsOf = verdictFaults(tx, known)
  const errors = typed.flatMap((verdict, i): FieldError[] =>
    faultsOf(verdict).map(({ field, message }) => ({
      path: `verdicts.${i}.${field}`,
      message: `${lineName(known.get(verdict.billLineId), i)} ${message}`,
    })),
  )
  if (errors.length > 0) invalid(errors)
  const ids = typed.map(({ billLineId }) => billLineId)
  const other = await laterVerdict(tx, { id: ownId, postedAt: null }, ids)
  if (other) invalid([{ path: 'verdicts', message: `厂家确认单 ${other} 已录入其中的明细` }])
  return typed.map((verdict) => ({
    section: 'verdicts',
    columns: columnsOf(verdict, known.get(verdict.billLineId) as StandingLine),
  }))
}

function columnsOf({ billLineId, confirmedAmount, reason, rest }: TypedVerdict, line: StandingLine) {
  const { billId, claimed, before } = line
  return {
    billId,
    billLineId,
    claimedAmount: claimed,
    beforeAmount: before,
    confirmedAmount: money(confirmedAmount),
    reason,
    rest: isPositive(sub(claimed, confirmedAmount)) ? rest : 'shop',
  }
}

/** How faults name the line `i` of an answer: by its bill, as the page and the file do. */
export const lineName = (line: StandingLine | undefined, i: number): string =>
  line ? `三包单 ${line.billNo} 第${line.lineNo}行` : `第${i + 1}行`

/** All reasons why a verdict may not be given, for editor and import alike (business/three-guarantees 5.2); asked line after line. */
export function verdictFaults(
  tx: CallerTx,
  known: ReadonlyMap<number, StandingLine>,
): (verdict: Omit<TypedVerdict, 'rest'>) => { field: keyof TypedVerdict; message: string }[] {
  const seen = new Set<number>()
  return ({ billLineId, confirmedAmount, reason }) => {
    const line = known.get(billLineId)
    if (!line) return [{ field: 'billLineId', message: '明细不在该索赔单中' }]
    if (seen.has(billLineId)) return [{ field: 'billLineId', message: '重复' }]
    seen.add(billLineId)
    if (!line.isOpen) return [{ field: 'billLineId', message: '已确认过' }]
    const more = compare(confirmedAmount, line.claimed)
    const tooMuch = `确认金额超过申报的 ${line.claimed}，您没有「超额确认」的权限`
    return [
      ...(more > 0 && !mayPress(tx.caller, over) ? [{ field: 'confirmedAmount' as const, message: tooMuch }] : []),
      ...(more !== 0 && reason === '' ? [{ field: 'reason' as const, message: '与申报不一致，请填写原因' }] : []),
    ]
  }
}
