import { z } from 'zod'
import { button, pageOf } from '../access/catalogue'
import { defineMoneyDocument, moneyHeader, moneySections, sideLabels, sideOf } from '../kernel/money-document'
import { isZero } from '../kernel/decimal'
import { route } from '../kernel/route'
import { day, id, signedAmount, text, text255 } from '../kernel/scalars'
import { oneOf } from '../kernel/labelled'

/** Opening balance or correction (business/finance 5). */
export const adjustmentPurposes = { opening: '期初', adjust: '调整' } as const
export type AdjustmentPurpose = keyof typeof adjustmentPurposes

export const adjustmentSides = sideLabels
export type AdjustmentSide = keyof typeof adjustmentSides

/** The button that a correction of one account needs. */
export const adjustmentButton = (side: AdjustmentSide, purpose: AdjustmentPurpose): number =>
  button(sideOf(side) === 'AR' ? 'receivable' : 'payable', purpose)

const entry = [
  adjustmentButton('AR', 'opening'),
  adjustmentButton('AR', 'adjust'),
  adjustmentButton('AP', 'opening'),
  adjustmentButton('AP', 'adjust'),
] as const

/** 往来调整单: opening balances and corrections of what is owed, approved by somebody (business/finance 5). */
export const balanceAdjustment = defineMoneyDocument({
  kind: 'balance_adjustment',
  title: '往来调整单',
  prefix: 'YT',
  path: 'balance-adjustment',
  area: 'finance',
  partnerTitle: '往来单位',
  buttons: { view: [pageOf('receivable'), pageOf('payable')], add: entry, update: entry },
  header: moneyHeader.extend({
    purpose: oneOf(adjustmentPurposes).meta({ title: '类型' }),
    side: oneOf(adjustmentSides).meta({ title: '账目' }),
    /** Raises the account when positive. */
    total: signedAmount.meta({ title: '金额' }),
    dueOn: day.nullable().default(null).meta({ title: '到期日' }),
    remark: text255.min(1, '请填写原因').meta({ title: '原因' }),
  }),
  sections: moneySections,
  actions: {
    submit: { label: '提交', from: ['draft'], to: ['submitted'], button: entry, stamp: 'submitted' },
    withdraw: { label: '撤回', from: ['submitted'], to: ['draft'], button: entry, stamp: 'cleared' },
    reject: { label: '驳回', from: ['submitted'], to: ['draft'], button: entry, stamp: 'cleared', reason: true },
    void: { label: '作废', from: ['draft', 'submitted'], to: ['voided'], button: entry, reason: true },
    approve: { label: '审核', from: ['submitted'], to: ['done'], button: entry, stamp: 'approved', isApproval: true },
    unapprove: {
      label: '反审核',
      from: ['done'],
      to: ['draft'],
      button: entry,
      stamp: 'cleared',
      reason: true,
      preview: true,
    },
    reverse: { label: '红冲', from: ['done'], to: ['reversed'], button: entry, reason: true, preview: true },
  },
})

/** Lines at most of one 期初录入. */
const mostOpenings = 200

/** A line of 期初录入 as it has to be. */
export const openingLine = z.object({
  partner: text(100).min(1, '请填写往来单位'),
  billNo: text(60),
  bizDate: day,
  dueOn: day.nullable(),
  amount: signedAmount.refine((total) => !isZero(total), '金额不能为0'),
})

/** A cell as it was typed: what is wrong with it is told together with what the books say against the line. */
const typed = text(100)

/** 期初录入 of several old documents: each line becomes a draft of its own, so that it ages by its own day (business/finance 5.1). */
export const enterOpenings = route({
  method: 'POST',
  path: '/api/web/balance-adjustment/openings',
  access: [adjustmentButton('AR', 'opening'), adjustmentButton('AP', 'opening')],
  summary: '期初往来批量录入',
  body: z.object({
    side: oneOf(adjustmentSides).meta({ title: '账目' }),
    lines: z
      .array(
        z.object({
          partner: typed.meta({ title: '往来单位', description: '编码或名称' }),
          billNo: typed.default('').meta({ title: '原单号', description: '最多60个字符' }),
          bizDate: typed.meta({ title: '日期', description: 'YYYY-MM-DD' }),
          dueOn: typed.nullable().default(null).meta({ title: '到期日', description: 'YYYY-MM-DD' }),
          amount: typed.meta({ title: '金额', description: '十进制文本，最多2位小数，不为0；退货等为负' }),
        }),
      )
      .min(1, '请录入期初单据')
      .max(mostOpenings, `一次最多录入${mostOpenings}行，更多的请用导入`),
  }),
  data: z.object({ made: z.array(z.object({ id, billNo: z.string() })) }),
})
