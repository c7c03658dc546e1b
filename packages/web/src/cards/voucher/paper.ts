import { type CardView, cardRoutes } from '@chepu/contract/cards/card'
import {
  cardVoucher,
  isPaid,
  onCreditOf,
  type VoucherPurpose,
  voucherPurposes,
} from '@chepu/contract/cards/card-voucher'
import { abs, type Decimal, isZero } from '@chepu/contract/kernel/decimal'
import type { MoneyTenderView } from '@chepu/contract/kernel/money-document'
import { call, CallError } from '../../kit/base/call'
import { dayText, moneyText, qtyText, text } from '../../kit/base/format'
import type { MakeSheet } from '../../kit/print/document-sheet'
import type { PrintKind } from '../../kit/print/print-kinds'
import type { PrintColumn, PrintField } from '../../kit/print/print-template'
import { customerPageOnSlips } from '../../pickers/customer-page'

const field = (key: string, title: string, value: string): PrintField => ({ key, title, value })

/** What is left of packages in words: 洗车 剩8次（至2027-01-31）. */
export const itemsText = (items: CardView['items']): string =>
  items
    .filter(({ isExpired }) => !isExpired)
    .map(({ name, timesLeft, validUntil }) => {
      const until = validUntil === null ? '' : `（至${dayText(validUntil)}）`
      return `${name} 剩${qtyText(timesLeft)}${until}`
    })
    .join('；')

/** What stands on the card when the slip is printed; nothing for who may not see cards. */
async function besides(header: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> {
  const { cardId } = header
  if (typeof cardId !== 'number') return {}
  try {
    const card = await call(cardRoutes.read, { params: { id: cardId }, quiet: true })
    return {
      cardNow: card.cardNo,
      principalNow: card.principal,
      giftNow: card.gift,
      pointsNow: card.points,
      itemsNow: itemsText(card.items),
    }
  } catch (error) {
    if (error instanceof CallError) return {}
    throw error
  }
}

/** A figure of the card's balance; nothing where it is not known. */
const balance = (key: string, title: string, value: unknown, of: (value: unknown) => string): PrintField[] =>
  value == null || value === '' ? [] : [field(key, title, of(value))]

const columns: readonly PrintColumn[] = [
  { key: 'name', title: '内容', share: 30 },
  { key: 'principalChange', title: '本金', kind: 'money', share: 16, optional: true },
  { key: 'giftChange', title: '赠金', kind: 'money', share: 16, optional: true },
  { key: 'pointsChange', title: '积分', kind: 'qty', share: 12, optional: true },
  { key: 'packageChange', title: '套餐金额', kind: 'money', share: 16, optional: true },
  { key: 'amountDue', title: '应收', kind: 'money', share: 16, optional: true },
]

/** What the customer reads above the paid money of the one line. */
const principalTitles: Partial<Record<VoucherPurpose, string>> = {
  open: '充值本金',
  recharge: '充值本金',
  refund_card: '退卡本金',
}
const columnsOf = (purpose: VoucherPurpose): readonly PrintColumn[] =>
  columns.map((column) =>
    column.key === 'principalChange' ? { ...column, heading: principalTitles[purpose] } : column,
  )

/** What he is left to owe stands beside what he has paid. */
function creditOf(header: Record<string, unknown>, purpose: string): PrintField[] {
  const [amountDue, total] = [text(header['amountDue']) || '0', text(header['total']) || '0']
  const onCredit = onCreditOf({ purpose, amountDue, total })
  if (isZero(onCredit)) return []
  return [field('amountDue', '应收', moneyText(amountDue)), field('onCredit', '挂账（未收）', moneyText(onCredit))]
}

/** A figure of the one line; blank where nothing changes. */
const changed = (value: unknown): string => (value == null || isZero(text(value) || '0') ? '' : text(value))

/** 办卡单 on paper: what was done with the card, how it was paid, and what stands on the card now. */
const sheet: MakeSheet = (def, data, _layout, organisation) => {
  const { header, tenders = [] } = data as unknown as {
    header: Record<string, unknown>
    tenders?: readonly MoneyTenderView[]
  }
  const purpose = header['purpose'] as VoucherPurpose
  const word = purpose === 'refund_card' ? '退款方式' : '收款方式'
  const paid = tenders.map(({ accountName, amount }) => `${accountName} ${moneyText(amount)}`).join('；')
  const total = text(header['total']) as Decimal
  return {
    organisation,
    title: `${voucherPurposes[purpose] ?? ''}单`,
    number: text(header['billNo']),
    isRed: header['isRed'] === true,
    fields: [
      field('partnerName', def.partnerTitle, text(header['partnerName'])),
      field('bizDate', '日期', dayText(header['bizDate'])),
      field('cardNo', '卡号', text(header['cardNow'] ?? header['cardNo'])),
      field('cardTypeName', '卡类型', text(header['cardTypeName'])),
      field('plate', '车辆', text(header['plate'])),
      field('tenders', word, paid),
      field('payee', '收款人', [text(header['payeeName']), text(header['payeeAccount'])].filter(Boolean).join(' ')),
      ...balance('payeeReason', '非本人收款原因', header['payeeReason'], text),
      ...balance('principalNow', '本金余额', header['principalNow'], moneyText),
      ...balance('giftNow', '赠金余额', header['giftNow'], moneyText),
      ...balance('pointsNow', '积分', header['pointsNow'], qtyText),
      ...balance('itemsNow', '套餐剩余', header['itemsNow'], text),
    ],
    columns: columnsOf(purpose),
    lines: [
      {
        name: [voucherPurposes[purpose], header['cardPackageName']].filter(Boolean).join(' '),
        principalChange: changed(header['principalChange']),
        giftChange: changed(header['giftChange']),
        pointsChange: changed(header['pointsChange']),
        packageChange: changed(header['packageChange']),
        amountDue: changed(header['amountDue']),
      },
    ],
    ...(isPaid(purpose) ? { amount: abs(total || '0'), amountTitle: purpose === 'refund_card' ? '实退' : '实收' } : {}),
    extras: isPaid(purpose) ? creditOf(header, purpose) : [],
    remark: text(header['remark']),
    signatures: [
      { title: '制单', value: text(header['creatorName']) },
      { title: '销售人', value: text(header['salespersonName']) },
      { title: '客户', value: '' },
    ],
    settles: true,
    takesQr: true,
  }
}

const paper: PrintKind = { document: cardVoucher, sheet, besides, link: customerPageOnSlips }
export default paper
