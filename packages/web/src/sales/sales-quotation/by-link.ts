import type { QuotationContent } from '@chepu/contract/sales/quotation-link'
import { compare } from '@chepu/contract/kernel/decimal'
import { moneyText, priceText, qtyText } from '../../kit/base/format'
import { answerNode, confirmForm } from '../../kit/link/confirm-form'
import { element } from '../../kit/link/element'
import type { LinkView } from '../../kit/link/view'

type Line = QuotationContent['lines'][number]

const term = (title: string, value: string) =>
  value !== '' && element('div', {}, element('dt', { textContent: title }), element('dd', { textContent: value }))

const lineNode = ({ asked, partName, brandName, spec, unitName, qty, price, taxed }: Line) =>
  element(
    'div',
    {},
    asked !== '' && element('p', { className: 'link-note', textContent: `询价：${asked}` }),
    element('p', { className: 'link-name', textContent: [partName, brandName, spec].filter(Boolean).join(' ') }),
    element(
      'p',
      { className: 'link-figures' },
      element('span', { textContent: `${priceText(price)}元 × ${qtyText(qty)}${unitName}` }),
      element('b', { textContent: `${moneyText(taxed)}元` }),
    ),
  )

const amountOf = (title: string, amount: string, sign = '') =>
  compare(amount, '0') !== 0 && term(title, `${sign}${moneyText(amount)}元`)

const totals = ({ orderDiscount, freight, totalTaxed }: QuotationContent) =>
  element(
    'dl',
    { className: 'link-totals' },
    amountOf('整单优惠', orderDiscount, '-'),
    amountOf('运费', freight),
    term('合计（含税）', `${moneyText(totalTaxed)}元`),
  )

const head = ({ billNo, partnerName, vehicleText, bizDate, validUntil }: QuotationContent) =>
  element(
    'dl',
    { className: 'link-terms' },
    term('单号', billNo),
    term('客户', partnerName),
    term('车型/VIN', vehicleText),
    term('报价日期', bizDate),
    term('有效期至', validUntil),
  )

/** 报价单 on the customer's telephone (business/sales 1.7). */
const view: LinkView<QuotationContent> = {
  title: '报价单',
  draw({ content, answer }, send) {
    const { version, lines } = content
    if (answer) return [head(content), totals(content), answerNode(answer)]
    const rows = lines.map((line) => ({ lineId: line.lineId, label: line.partName, content: lineNode(line) }))
    return [head(content), totals(content), confirmForm({ version, rows, send })]
  },
}
export default view
