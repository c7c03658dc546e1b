import { button } from '@chepu/contract/access/catalogue'
import { besideImport, claimAnswerHeadings } from '@chepu/contract/imports/import-headings'
import { amount, code, text255 } from '@chepu/contract/kernel/scalars'
import { z } from 'zod'
import { forbidden } from '../kernel/base/errors'
import { own } from '../kernel/base/own'
import { mayPress } from '../kernel/caller/caller'
import { planAnswers, unansweredBill } from '../warranty/public'
import { importer } from './importer'

const columns = [
  {
    key: 'billNo',
    ...claimAnswerHeadings.billNo,
    required: true,
    schema: code(40),
    note: '已申报的三包单；一个文件只答复一张索赔单',
    example: 'SB012611280001',
  },
  {
    key: 'lineNo',
    ...claimAnswerHeadings.lineNo,
    kind: 'number',
    required: true,
    schema: z.string().regex(/^[1-9]\d{0,3}$/, '行号应为正整数'),
    note: '三包单内的行号，按工时、材料、费用连续编号，与索赔明细导出一致',
    example: '1',
  },
  {
    key: 'amount',
    ...claimAnswerHeadings.amount,
    kind: 'number',
    required: true,
    schema: amount,
    note: '含税；驳回填0',
    example: '250.00',
  },
  {
    key: 'reason',
    ...claimAnswerHeadings.reason,
    schema: text255,
    note: '与申报金额不一致时必填',
    example: '超出工时定额',
  },
] as const

/** Titles of the fields by which a verdict says what is wrong with it. */
const titles: Readonly<Record<string, string>> = {
  billNo: claimAnswerHeadings.billNo.title,
  billLineId: claimAnswerHeadings.lineNo.title,
  confirmedAmount: claimAnswerHeadings.amount.title,
  reason: claimAnswerHeadings.reason.title,
}

/** What a manufacturer answers to a claim, into its open 厂家确认单 or a new one (business/three-guarantees 5.5). */
export const claimAnswerImporter = importer({
  title: '厂家回执',
  headings: claimAnswerHeadings,
  beside: besideImport.claim_answer,
  columns: () => columns,
  examples: async (tx) => ({ billNo: await unansweredBill(tx) }),
  assertAllowed(caller) {
    if (!mayPress(caller, button('claim_confirm', 'enter'))) forbidden('您没有厂家确认「录入」的权限')
  },
  async prepare(tx, entries, { overwrite, isWhole, fault }) {
    const rows = entries.map(({ row, values: { billNo, lineNo, amount: confirmedAmount, reason } }) => ({
      row,
      billNo,
      lineNo,
      confirmedAmount,
      reason: reason ?? '',
    }))
    const { faults, ...plan } = await planAnswers(tx, rows, { overwrite, isWhole })
    for (const { row, field, message } of faults) fault(row, own(titles, field) ?? '', message)
    return plan
  },
})
