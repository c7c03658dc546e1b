import { countsAs, type SlipPurpose } from '@chepu/contract/finance/collection'
import { type Decimal, isZero, neg, sub, sumOf } from '@chepu/contract/kernel/decimal'
import type { MoneyItemView, MoneyTenderView } from '@chepu/contract/kernel/money-document'
import type { MakeSheet } from '../../kit/print/document-sheet'
import { sourceTitle } from './source-title'
import { dayText, moneyText, text } from '../../kit/base/format'
import type { PrintField } from '../../kit/print/print-template'

/** How what a carrier has collected becomes what he brings: less the freight that he keeps, less his fee. */
function codSums(items: readonly MoneyItemView[], header: Record<string, unknown>): PrintField[] {
  const of = (side: MoneyItemView['side']) =>
    sumOf(
      items.filter((item) => item.side === side),
      ({ amount }) => amount,
    )
  const [freight, fee] = [of('AP'), text(header['fee']) || '0']
  if (isZero(freight) && isZero(fee)) return []
  const figure = (title: string, value: Decimal): PrintField[] =>
    isZero(value) ? [] : [{ title, value: moneyText(value) }]
  return [
    ...figure('代收货款', of('AR')),
    ...figure('抵扣运费', freight),
    ...figure('手续费', fee),
    ...figure('实收', sub(text(header['total']), fee)),
  ]
}

/** 收款收据 or 付款凭单: how it was paid, what it settled, amount in capitals. */
export const slipSheet =
  (
    words: Readonly<Record<SlipPurpose, string>>,
    titles: { paper: string; refund: string; advance: '预收' | '预付' },
  ): MakeSheet =>
  (def, data, _layout, organisation) => {
    const { header, tenders, items } = data as unknown as {
      header: Record<string, unknown>
      tenders: MoneyTenderView[]
      items: MoneyItemView[]
    }
    const isRefund = header['purpose'] === 'refund'
    const isCod = header['purpose'] === 'cod'
    const total = text(header['total']) as Decimal
    const field = (key: string, title: string, value: string): PrintField => ({ key, title, value })
    const figure = (title: string, key: string): PrintField[] =>
      isZero(text(header[key]) || '0') ? [] : [{ title, value: moneyText(header[key]) }]
    const advance = text(header['advance']) as Decimal
    const left: PrintField[] = isZero(advance || '0')
      ? []
      : isRefund
        ? [{ title: `退${titles.advance}`, value: moneyText(neg(advance)) }]
        : [{ title: `剩余转${titles.advance}`, value: moneyText(advance) }]
    return {
      organisation,
      title: isRefund ? titles.refund : titles.paper,
      number: text(header['billNo']),
      isRed: header['isRed'] === true,
      fields: [
        field('partnerName', isCod ? '物流公司' : def.partnerTitle, text(header['partnerName'])),
        field('bizDate', '日期', dayText(header['bizDate'])),
        field('purpose', '类型', words[header['purpose'] as SlipPurpose] ?? ''),
        field('payerName', '实际收付单位', text(header['payerName'])),
        field('sourceNo', '订单', text(header['sourceNo'])),
        field(
          'tenders',
          isRefund ? '退款方式' : '结算方式',
          tenders.map((tender) => `${tender.accountName} ${moneyText(tender.amount)}`).join('；'),
        ),
      ],
      columns: [
        { key: '#', title: '序号', share: 6 },
        { key: 'partnerName', title: '单位', share: 18, optional: true },
        { key: 'kind', title: '单据', share: 16 },
        { key: 'billNo', title: '单号', share: 22 },
        { key: 'bizDate', title: '日期', kind: 'date', share: 13 },
        { key: 'amount', title: '核销金额', kind: 'money', share: 16 },
        { key: 'discount', title: '优惠', kind: 'money', share: 12, optional: true },
        { key: 'remark', title: '备注', share: 18, optional: true },
      ],
      lines: items.map((item) => ({
        ...item,
        partnerName: isCod ? item.partnerName : '',
        kind: sourceTitle(item),
        amount: countsAs(header['purpose'], item.side, item.amount),
        discount: isZero(item.discount) ? '' : item.discount,
      })),
      amount: isRefund ? neg(total) : total,
      extras: [...figure('优惠', 'discount'), ...left, ...(isCod ? codSums(items, header) : figure('手续费', 'fee'))],
      remark: text(header['remark']),
      signatures: [
        { title: '制单', value: text(header['creatorName']) },
        { title: '审核', value: text(header['approverName']) },
        { title: '经手人', value: text(header['handlerName']) },
        { title: '交款/领款人', value: '' },
      ],
      settles: true,
    }
  }
