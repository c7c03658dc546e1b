import { z } from 'zod'
import { button, pageOf } from '../access/catalogue'
import { untaxedPart } from '../kernel/amounts'
import { type Decimal, money, sub, sumOf } from '../kernel/decimal'
import type { ActionDef } from '../kernel/document'
import { oneOf } from '../kernel/labelled'
import { route } from '../kernel/route'
import { addressedId, amount, day, id, text255 } from '../kernel/scalars'
import { postingStates, type StateDefs } from '../kernel/states'
import { billCount, billToChoose, claimBills, claimHeader, defineClaimDocument } from './claim-document'

const group = 'claims_money'
const settle = button(group, 'settle')

/** What a manufacturer keeps back of what he has agreed to (business/three-guarantees 7.2). */
export const deductionKinds = { old_part: '未返旧件扣款', sampling: '抽检扣款', other: '其他' } as const

const states = {
  draft: postingStates.draft,
  done: { label: '已结算', stage: 'posted', tone: 'green' },
  voided: postingStates.voided,
} as const satisfies StateDefs
type SettlementState = keyof typeof states

/** Why old parts that he wants back and has not got are let pass; by whoever may deduct (business/three-guarantees 7.3). */
const settled = z.object({ oldPartsReason: text255.optional().meta({ title: '旧件未返原因' }) }).optional()
export type SettleInput = z.output<typeof settled>

const actions = {
  approve: { label: '结算', from: ['draft'], to: ['done'], button: settle, input: settled, preview: true },
  unapprove: {
    label: '反审核',
    from: ['done'],
    to: ['draft'],
    button: settle,
    reason: true,
    preview: true,
    stamp: 'cleared',
  },
  void: { label: '作废', from: ['draft'], to: ['voided'], button: settle, reason: true },
} as const satisfies Record<string, ActionDef<SettlementState>>

const figure = { kind: 'money', field: 'doc_price', value: z.string(), isKey: true } as const

/** 三包结算单: what a manufacturer pays at once for bills that he has agreed to, less what he keeps back (business/three-guarantees 7.2). */
export const warrantySettlement = defineClaimDocument({
  kind: 'warranty_settlement',
  title: '三包结算单',
  prefix: 'SJ',
  path: 'warranty-settlement',
  priceField: 'doc_price',
  buttons: { view: pageOf(group), add: settle, update: settle, print: settle, export: pageOf(group) },
  header: claimHeader.extend({
    dueOn: day.nullable().default(null).meta({ title: '到期日' }),
    needsInvoice: z.boolean().default(true).meta({ title: '需开票' }),
  }),
  sections: {
    bills: claimBills,
    deductions: {
      title: '扣款',
      line: z.object({
        deduction: oneOf(deductionKinds).meta({ title: '扣款类型' }),
        billId: id.nullable().default(null).meta({ title: '三包单' }),
        amount: amount.meta({ title: '金额' }),
        reason: text255.default('').meta({ title: '原因' }),
      }),
      most: 200,
    },
  },
  states,
  columns: {
    billCount: { ...billCount, isKey: true },
    confirmedAmount: { ...figure, title: '确认额' },
    deductedAmount: { ...figure, title: '扣款' },
    netAmount: { ...figure, title: '应收', card: 'amount' },
    dueOn: { kind: 'date', nullable: true },
  },
  actions,
})

/** What a settlement comes to: what was agreed to of its bills, less deductions. Yuan with tax; editor, server and paper reckon alike. */
export function settlementFigures(
  bills: readonly { claimedAmount?: Decimal | undefined; confirmedAmount?: Decimal | undefined }[],
  deductions: readonly { amount?: Decimal | undefined }[],
): { claimed: Decimal; confirmed: Decimal; deducted: Decimal; net: Decimal } {
  const claimed = money(sumOf(bills, ({ claimedAmount = '0' }) => claimedAmount))
  const confirmed = money(sumOf(bills, ({ confirmedAmount = '0' }) => confirmedAmount))
  const deducted = money(sumOf(deductions, ({ amount: kept }) => kept || '0'))
  return { claimed, confirmed, deducted, net: money(sub(confirmed, deducted)) }
}

/**
 * What deductions come to without tax, in yuan: line by line what was agreed to without its tax, less what is left to pay without its tax, as it stands on the
 * invoice (business/three-guarantees 7.2).
 */
export const deductedUntaxed = (lines: readonly { taxRate: Decimal; confirmed: Decimal; paid: Decimal }[]): Decimal =>
  money(
    sumOf(lines, ({ taxRate, confirmed, paid }) => sub(untaxedPart(confirmed, taxRate), untaxedPart(paid, taxRate))),
  )

/** A bill with his answer that no settlement has. */
const settlementCandidate = billToChoose.extend({
  billState: z.string(),
  /** Absent for who may not see prices, like the deduction. */
  confirmedAmount: z.string().optional(),
  /** Old parts that he wants back: those that nobody has sent, those that he has refused, and those that he will not get. */
  waitingParts: z.number(),
  refusedParts: z.number(),
  missingParts: z.number(),
  /** What he agreed to for those that he has refused or will not get. */
  proposedDeduction: z.string().optional(),
})
export type SettlementCandidate = z.output<typeof settlementCandidate>

/** 选三包单: what of a manufacturer may be settled, the oldest first. */
export const settlementCandidates = route({
  method: 'GET',
  path: '/api/web/warranty-settlement-bills',
  access: pageOf(group),
  summary: '可结算的三包单',
  query: z.object({ partnerId: addressedId }),
  data: z.object({ rows: z.array(settlementCandidate), more: z.boolean() }),
})
