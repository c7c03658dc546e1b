import { compare, trimZeros } from '@chepu/contract/kernel/decimal'
import { payerTypes } from '@chepu/contract/kernel/payer-types'
import { declineReasons, type OrderContent } from '@chepu/contract/repair/order-link'
import { minuteText, moneyText, qtyText } from '../../kit/base/format'
import { answerNode, confirmForm } from '../../kit/link/confirm-form'
import { element } from '../../kit/link/element'
import type { LinkView } from '../../kit/link/view'

type Line = OrderContent['lines'][number]

const term = (title: string, value: string) =>
  value !== '' && element('div', {}, element('dt', { textContent: title }), element('dd', { textContent: value }))

const amountOf = (title: string, amount: string) => compare(amount, '0') !== 0 && term(title, `${moneyText(amount)}元`)

const head = ({ billNo, plate, modelText, partnerName, bizDate, complaint, promisedAt }: OrderContent) =>
  element(
    'dl',
    { className: 'link-terms' },
    term('单号', billNo),
    term('车辆', [plate, modelText].filter(Boolean).join(' ')),
    term('客户', partnerName),
    term('日期', bizDate),
    term('报修', complaint),
    term('预计交车', promisedAt === null ? '' : minuteText(promisedAt)),
  )

const totals = ({ agreedAmount, openAmount }: OrderContent) =>
  element(
    'dl',
    { className: 'link-totals' },
    amountOf('已同意（自费）', agreedAmount),
    amountOf('待您确认（自费）', openAmount),
  )

const lineNode = ({ name, spec, qty, unitName, amount, payer, isAdded, isOpen }: Line) =>
  element(
    'div',
    {},
    isAdded && isOpen && element('p', { className: 'link-note', textContent: '维修中发现，新增项目' }),
    element('p', { className: 'link-name', textContent: [name, spec].filter(Boolean).join(' ') }),
    element(
      'p',
      { className: 'link-figures' },
      element('span', {
        textContent: `× ${qtyText(qty)}${unitName}${payer === 'customer' ? '' : `　${payerTypes[payer]}`}`,
      }),
      element('b', { textContent: amount === '' ? '您无需付费' : `${moneyText(amount)}元` }),
    ),
  )

const agreed = (lines: readonly Line[]) =>
  lines.length > 0 &&
  element(
    'section',
    {},
    element('h2', { className: 'link-section', textContent: '已同意的项目' }),
    ...lines.map((line) => element('div', { className: 'link-line' }, lineNode(line))),
  )

const marks = { red: '需处理', yellow: '关注', green: '正常', na: '未检' }

/** 检车报告: what was found, faults with their photos; what is all right is counted. */
function findingNodes({ findings }: OrderContent, pictureOf: (id: number) => string) {
  if (findings.length === 0) return false
  const faults = findings.filter(({ level }) => level === 'red' || level === 'yellow')
  const fine = findings.filter(({ level }) => level === 'green').length
  return element(
    'section',
    {},
    element('h2', { className: 'link-section', textContent: '检车报告' }),
    ...faults.map((found) => findingNode(found, pictureOf)),
    element('p', { className: 'link-note', textContent: `共检查${findings.length}项，其中${fine}项正常` }),
  )
}

function findingNode(found: OrderContent['findings'][number], pictureOf: (id: number) => string): HTMLElement {
  const { partOfCar, name, level, value, unit, remark, photoIds } = found
  const measured = value === null ? '' : ` ${trimZeros(value)}${unit}`
  return element(
    'div',
    { className: 'link-line' },
    element(
      'p',
      { className: 'link-name' },
      element('b', { className: `link-mark is-${level}`, textContent: marks[level] }),
      ` ${partOfCar} ${name}${measured}`,
    ),
    remark !== '' && element('p', { className: 'link-note', textContent: remark }),
    ...photosOf(name, photoIds, pictureOf),
  )
}

/** Photos of the work that the shop shows him, line by line. */
function workNodes({ lines }: OrderContent, pictureOf: (id: number) => string) {
  const shown = lines.filter(({ photoIds }) => photoIds.length > 0)
  if (shown.length === 0) return false
  return element(
    'section',
    {},
    element('h2', { className: 'link-section', textContent: '施工照片' }),
    ...shown.map(({ name, photoIds }) =>
      element(
        'div',
        { className: 'link-line' },
        element('p', { className: 'link-name', textContent: name }),
        ...photosOf(name, photoIds, pictureOf),
      ),
    ),
  )
}

const photosOf = (name: string, ids: readonly number[], pictureOf: (id: number) => string) =>
  ids.map((id) => element('img', { className: 'link-photo', src: pictureOf(id), alt: `${name} 照片`, loading: 'lazy' }))

/** The order on the customer's telephone, to agree to line by line (business/repair 4.5). */
const view: LinkView<OrderContent> = {
  title: '维修确认单',
  draw({ content, answer, pictureOf }, send) {
    const { version, lines } = content
    const open = lines.filter(({ isOpen }) => isOpen)
    const rows = open.map((line) => ({
      lineId: line.lineId,
      label: line.name,
      content: lineNode(line),
      seen: line.amount,
      ...(line.isDone && { fixed: '已施工' }),
    }))
    const nodes: (Node | false)[] = [
      head(content),
      findingNodes(content, pictureOf),
      workNodes(content, pictureOf),
      // What he has just answered is told below; the figures are those of before.
      answer && open.length > 0 ? false : totals(content),
    ]
    if (answer) nodes.push(answerNode(answer))
    else if (open.length > 0)
      nodes.push(
        confirmForm({ version, rows, reasons: declineReasons, signer: content.partnerName.slice(0, 20), send }),
      )
    nodes.push(agreed(answer ? [] : lines.filter(({ isOpen }) => !isOpen)))
    return nodes.filter((node) => node !== false)
  },
}
export default view
