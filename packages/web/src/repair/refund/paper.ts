import { type Decimal, isZero, neg } from '@chepu/contract/kernel/decimal'
import { payerTypes } from '@chepu/contract/kernel/payer-types'
import { repairSectionNames } from '@chepu/contract/kernel/repair-document'
import { refundCards, repairRefund } from '@chepu/contract/repair/refund'
import { call } from '../../kit/base/call'
import { moneyText, text } from '../../kit/base/format'
import { textOf } from '../../kit/list/columns'
import type { MakeSheet, PrintLayout } from '../../kit/print/document-sheet'
import type { PrintKind } from '../../kit/print/print-kinds'
import type { PrintColumn } from '../../kit/print/print-template'
import { balancesOf, cardsIn, paidByCards, withCardsOf } from '../cards-on-paper'

const labels = { labour: '项目', materials: '材料', extras: '附加费', outsourced: '外协' }

const fields = [
  { key: 'plate', title: '车牌' },
  { key: 'modelText', title: '车型' },
  { key: 'partnerName', title: '客户' },
  { key: 'contactMobile', title: '电话' },
  { key: 'workOrderNo', title: '原工单' },
  { key: 'settlementNo', title: '结算单' },
  { key: 'reason', title: '退单原因' },
  { key: 'storeAccountName', title: '退款账户' },
  { key: 'bizDate', title: '退单日期', kind: 'date' },
] as const

const columns: PrintColumn[] = [
  { key: '#', title: '序号', share: 5 },
  { key: 'section', title: '类别', share: 8, labels },
  { key: 'name', title: '项目/材料', share: 30 },
  { key: 'partCode', title: '配件编码', share: 16, optional: true },
  { key: 'qty', title: '退数量', kind: 'qty', share: 9, total: false },
  { key: 'netAmount', title: '退款额', kind: 'money', share: 13 },
  { key: 'payer', title: '付费方', share: 9, labels: payerTypes },
  { key: 'restocked', title: '回库', share: 8, optional: true },
]

const prints: PrintLayout[] = [{ title: '维修退单', fields, columns, signatures: ['制单', '审核', '收银', '客户签字'] }]

/** What goes back of each line, and what of it was paid. */
const refundSheet: MakeSheet = (def, data, layout, organisation) => {
  const { header } = data
  const sections = data as unknown as Record<string, { isRestocked?: boolean }[] | undefined>
  const lines = repairSectionNames.flatMap((section) =>
    (sections[section] ?? []).map((line) => ({ ...line, section, restocked: line.isRestocked ? '回库' : '' })),
  )
  const withMoney = header['totalAmount'] !== undefined
  const extra = (key: string, title: string, value: unknown = header[key]) =>
    isZero(text(value) || '0') ? [] : [{ key, title, value: moneyText(value) }]
  const names: Record<string, string> = { 制单: text(header['creatorName']), 审核: text(header['approverName']) }
  return {
    organisation,
    title: layout.title ?? def.title,
    number: text(header['billNo']),
    fields: (layout.fields ?? fields).map((field) => ({
      key: field.key,
      title: field.title,
      value: textOf(header[field.key], field),
    })),
    columns: (layout.columns ?? columns).filter(({ key }) => withMoney || key !== 'netAmount'),
    lines,
    sides: withMoney ? { key: 'section', labels } : undefined,
    amount: withMoney ? (text(header['totalAmount']) as Decimal) : undefined,
    extras: withMoney
      ? [
          ...extra('customerDue', '退客户'),
          ...extra('insuranceDue', '退保险'),
          ...extra('warrantyDue', '退三包'),
          ...extra('receivedAmount', '已退现款'),
          ...extra('paidByCards', '退回会员卡', neg(paidByCards(cardsIn(header)))),
          ...extra('totalAmount', '退款额'),
        ]
      : [],
    balances: withMoney ? balancesOf(cardsIn(header)) : [],
    remark: text(header['remark']),
    signatures: (layout.signatures ?? []).map((title) => ({ title, value: names[title] ?? '' })),
    foot: layout.foot,
    settles: layout.settles,
  }
}

const besides = withCardsOf((id) => call(refundCards, { params: { id }, quiet: true }))

const paper: PrintKind = { document: repairRefund, sheet: refundSheet, prints, besides }
export default paper
