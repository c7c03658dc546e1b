import type { CustomerPageContent } from '@chepu/contract/cards/customer-page'
import { cardStates, couponScopes } from '@chepu/contract/cards/words'
import { isPositive, isZero } from '@chepu/contract/kernel/decimal'
import { moneyText, qtyText } from '../../kit/base/format'
import { element } from '../../kit/link/element'
import type { LinkView } from '../../kit/link/view'

type Content = CustomerPageContent
type Order = Content['orders'][number]

const yuan = (amount: string) => `${moneyText(amount)}元`
const until = (day: string | null) => (day === null ? '长期有效' : `有效期至 ${day}`)

const term = (title: string, value: string) =>
  value !== '' && element('div', {}, element('dt', { textContent: title }), element('dd', { textContent: value }))

const note = (text: string) => text !== '' && element('p', { className: 'link-note', textContent: text })
const name = (text: string) => element('p', { className: 'link-name', textContent: text })
const figures = (left: string, right: string) =>
  element(
    'p',
    { className: 'link-figures' },
    element('span', { textContent: left }),
    element('b', { textContent: right }),
  )
const box = (...nodes: (Node | false)[]) => element('div', { className: 'link-line' }, ...nodes)

const section = (title: string, nodes: readonly Node[]) =>
  nodes.length > 0 && element('section', {}, element('h2', { className: 'link-section', textContent: title }), ...nodes)

const cardNode = ({ cardNo, cardTypeName, kind, state, plate, ...card }: Content['cards'][number]) =>
  box(
    name(`${cardTypeName} ${cardNo}${state === 'active' ? '' : `（${cardStates[state]}）`}`),
    kind === 'stored' && figures('余额', yuan(card.principal)),
    isPositive(card.gift) && figures('赠送余额', yuan(card.gift)),
    isPositive(card.points) && figures('积分', qtyText(card.points)),
    note([plate && `限 ${plate} 使用`, validityOf(card)].filter(Boolean).join('　')),
  )

/** Paid money never ends: the day is that of granted money and of the discount. */
const validityOf = ({ validUntil, isExpired }: Pick<Content['cards'][number], 'validUntil' | 'isExpired'>): string => {
  if (isExpired) return '赠送余额和会员折扣已到期'
  return validUntil === null ? '长期有效' : `赠送余额和会员折扣有效期至 ${validUntil}`
}

const packageNode = ({ packageName, timesLeft, timesSold, ...item }: Content['packages'][number]) =>
  box(
    figures(item.name, `剩 ${qtyText(timesLeft)} / 共 ${qtyText(timesSold)}`),
    note(
      [
        packageName,
        item.plate && `限 ${item.plate}`,
        item.carTypeName && `限${item.carTypeName}`,
        until(item.validUntil),
      ]
        .filter(Boolean)
        .join('　'),
    ),
  )

const couponNode = ({ batchName, face, threshold, scope, couponNo, validTo }: Content['coupons'][number]) =>
  box(
    figures(batchName, yuan(face)),
    note(
      [
        isZero(threshold) ? '无门槛' : `满 ${yuan(threshold)} 可用`,
        scope !== 'all' && `限${couponScopes[scope]}`,
        until(validTo),
      ]
        .filter(Boolean)
        .join('　'),
    ),
    note(`券号 ${couponNo}`),
  )

const orderNode = ({ billNo, bizDate, plate, mileage, customerDue, paid, open, lines }: Order) =>
  box(
    figures([bizDate, plate].filter(Boolean).join('　'), yuan(customerDue)),
    note([`单号 ${billNo}`, mileage !== null && `里程 ${qtyText(mileage)} 公里`].filter(Boolean).join('　')),
    element('ul', { className: 'link-items' }, ...lines.map(lineNode)),
    isPositive(open) && figures(`已付 ${yuan(paid)}`, `待付 ${yuan(open)}`),
  )

function lineNode({ name: title, qty, guaranteedUntil, guaranteedKm }: Order['lines'][number]): HTMLElement {
  const ends = [guaranteedUntil, guaranteedKm !== null && `${qtyText(guaranteedKm)} 公里`].filter(Boolean)
  return element('li', {}, `${title} × ${qtyText(qty)}`, note(ends.length === 0 ? '' : `质保至 ${ends.join(' 或 ')}`))
}

/** What a customer has in the shop, on his telephone (business/cards 10). */
const view: LinkView<Content> = {
  title: '我的客户页面',
  draw({ content }) {
    const { partnerName, mobile, cards, packages, coupons, orders } = content
    const sections = [
      section('会员卡', cards.map(cardNode)),
      section('套餐剩余', packages.map(packageNode)),
      section('代金券', coupons.map(couponNode)),
      section('消费记录', orders.map(orderNode)),
    ].filter((node) => node !== false)
    return [
      element('dl', { className: 'link-terms' }, term('客户', partnerName), term('手机', mobile)),
      ...(sections.length > 0
        ? sections
        : [element('p', { className: 'link-note', textContent: '暂无会员卡和消费记录' })]),
    ]
  },
}
export default view
