import type { StatementContent } from '@chepu/contract/finance/statement-link'
import { compare } from '@chepu/contract/kernel/decimal'
import { moneyText } from '../../kit/base/format'
import { answerNode, confirmForm } from '../../kit/link/confirm-form'
import { element } from '../../kit/link/element'
import type { LinkView } from '../../kit/link/view'

type Line = StatementContent['lines'][number]

const term = (title: string, value: string) =>
  element('div', {}, element('dt', { textContent: title }), element('dd', { textContent: value }))

const yuan = (amount: string) => `${moneyText(amount)}元`

const figures = (left: string, right: string, strong: boolean) =>
  element(
    'p',
    { className: 'link-figures' },
    element('span', { textContent: left }),
    element(strong ? 'b' : 'span', { textContent: right }),
  )

const lineNode = ({ bizDate, billNo, summary, amount, balance, reply }: Line) =>
  element(
    'div',
    {},
    figures(`${bizDate} ${summary}`, yuan(amount), true),
    figures(billNo, `余额 ${yuan(balance)}`, false),
    reply !== '' && element('p', { className: 'link-note', textContent: `门店回复：${reply}` }),
  )

/** What the account is to the partner: what the shop calls 应收 he owes it. */
const owes = { AR: '贵方欠我方', AP: '我方欠贵方' } as const
const ahead = { AR: '贵方预付', AP: '我方预付' } as const

const head = ({ partnerName, from, to, side, opening }: StatementContent) =>
  element(
    'dl',
    { className: 'link-terms' },
    term('单位', partnerName),
    term('期间', `${from} 至 ${to}`),
    term('期初余额', `${owes[side]} ${yuan(opening)}`),
  )

const totals = ({ side, closing, advance }: StatementContent) =>
  element(
    'dl',
    { className: 'link-totals' },
    compare(advance, '0') !== 0 && term(`${ahead[side]}（未冲抵）`, yuan(advance)),
    term(`期末余额（${owes[side]}）`, yuan(closing)),
  )

const verdicts = { yes: '无误', no: '有异议', choose: '异议', write: '异议' }

/** 对账单 on the partner's telephone (business/finance 9). */
const view: LinkView<StatementContent> = {
  title: '对账单',
  draw({ content, answer }, send) {
    const { version, lines } = content
    const nodes = [head(content), totals(content)]
    if (answer) {
      const replied = lines.filter(({ reply }) => reply !== '').map(lineNode)
      return [...nodes, answerNode(answer, verdicts), ...replied]
    }
    if (lines.length === 0)
      return [...nodes, element('p', { className: 'link-note', textContent: '本期没有往来；如有疑问请联系门店。' })]
    const rows = lines.map((line) => ({
      lineId: line.lineId,
      label: line.billNo || line.summary,
      content: lineNode(line),
    }))
    return [...nodes, confirmForm({ version, rows, verdicts, send })]
  },
}
export default view
