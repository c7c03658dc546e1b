import '../shell/base.css'
import './link.css'
import type { Confirmation, CustomerAnswer, findLink } from '@chepu/contract/kernel/customer-link'
import type { DataOf } from '@chepu/contract/kernel/route'
import { addressOf, CallError, send } from '../../kit/base/call'
import { element } from '../../kit/link/element'
import type { LinkView, Shown } from '../../kit/link/view'
import { applyTokens } from '../shell/theme'

// The page behind a signed link, for telephones of people who have no account: without React and antd, it is there at once.

/** What stands behind a link, by its purpose. */
const views: Record<string, () => Promise<{ default: LinkView<never> }>> = {
  quotation: () => import('../../sales/sales-quotation/by-link'),
  order_confirm: () => import('../../repair/work-order/by-link'),
  customer_page: () => import('../../cards/customer-page/by-link'),
  statement: () => import('../../finance/accounts/by-link'),
  reception_report: () => import('../../repair/reception/by-link'),
}

const root = document.getElementById('root') as HTMLElement
const [, token = ''] = /^\/l\/([^/]+)/.exec(location.pathname) ?? []
const path = `/api/web/link/${encodeURIComponent(token)}`

type Found = DataOf<typeof findLink>

async function start(): Promise<void> {
  show(element('p', { className: 'link-message', role: 'status', textContent: '正在打开…' }))
  try {
    const found = await send<Found>('GET', path, { quiet: true })
    const load = Object.hasOwn(views, found.purpose) ? views[found.purpose] : undefined
    if (!load) throw new Error('此链接需要新版页面，请刷新后重试')
    const { default: view } = await load()
    await open(found, view)
  } catch (error) {
    fail(error)
  }
}

async function open(found: Found, view: LinkView<never>): Promise<void> {
  const place = `${path}/${found.purpose}`
  const shown = await send<Shown<never>>('GET', place, { quiet: true })
  const pictureOf = (id: number) => addressOf(`${place}/picture/${id}`)
  document.title = `${view.title} - ${found.orgName}`
  const draw = (answer: CustomerAnswer | null) =>
    show(shop(found, view.title), ...view.draw({ ...shown, answer, pictureOf }, take))
  const take = async (body: Confirmation) => {
    draw(await send<CustomerAnswer>('POST', place, { body, quiet: true }))
    scrollTo({ top: 0 })
  }
  draw(shown.answer)
}

const shop = ({ orgName, tel }: Found, title: string) =>
  element(
    'header',
    { className: 'link-shop' },
    element('h1', { textContent: title }),
    element('p', {}, orgName, tel !== '' && ' ', tel !== '' && element('a', { href: `tel:${tel}`, textContent: tel })),
  )

/** What opens nothing is over; whatever else went wrong may be tried again. */
function fail(error: unknown): void {
  const message = element('p', { textContent: error instanceof Error ? error.message : String(error) })
  const isGone = error instanceof CallError && error.status === 404
  const again = element('button', { type: 'button', className: 'link-submit', textContent: '重新打开' })
  again.addEventListener('click', () => void start())
  document.title = isGone ? '链接已失效' : '暂时打不开'
  show(element('div', { className: 'link-message', role: 'alert' }, message, !isGone && again))
}

const show = (...nodes: Node[]) => root.replaceChildren(element('main', { className: 'link-page' }, ...nodes))

applyTokens()
void start()
