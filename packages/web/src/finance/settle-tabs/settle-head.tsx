import { advanceTab, settleTabs } from '@chepu/contract/finance/settle-tabs'
import { type Decimal, isZero } from '@chepu/contract/kernel/decimal'
import { type ItemTab, itemTabs } from '@chepu/contract/kernel/item-tabs'
import type { AccountSide } from '@chepu/contract/kernel/money-document'
import { Segmented } from 'antd'
import { moneyText } from '../../kit/base/format'
import { useTabs } from '../../kit/base/tabs'
import type { FilterValues } from '../../kit/list/use-filters'
import './settle-tabs.css'

type Tab = ItemTab | 'advance'

/** Shorter than the titles of the pages: fourteen stand in one row. */
const names: Readonly<Record<Tab, string>> = {
  purchase: '采购',
  purchase_back: '采购退货',
  sale: '销售',
  sale_back: '销售退货',
  repair: '维修',
  repair_refund: '维修退单',
  insurance: '保险',
  warranty: '三包',
  card: '办卡',
  transfer: '调拨',
  outsource: '外协',
  freight: '运费',
  other: '其他',
  advance: '预收预付',
}
const tabs: readonly Tab[] = [...itemTabs, 'advance']
const screenOf = (tab: Tab) => (tab === 'advance' ? advanceTab : settleTabs[tab]).screen

/** Filters that go along from tab to tab. */
const kept = ['from', 'to', 'partnerId', 'settled', 'overdue', 'dueFrom', 'dueTo'] as const
const ofAdvances = new Set<string>(['partnerId', 'settled'])

/** The account that a page shows, by its link; the first of its own otherwise. */
export const sideOfParams = (sides: readonly AccountSide[], asked: string | undefined): AccountSide =>
  sides.find((side) => side === asked) ?? (sides[0] as AccountSide)

const isThere = (sum: Decimal | undefined): boolean => sum !== undefined && !isZero(sum)
/** On a phone the row is wider than the screen. */
const intoView = (tab: HTMLElement | null) => tab?.scrollIntoView({ block: 'nearest', inline: 'center' })

/** The row of tabs, which lead to each other with their filters, and the figures of all rows. */
export function SettleHead(props: {
  type: Tab
  sides: readonly AccountSide[]
  /** What the accounts are called on this page. */
  words?: Readonly<Record<AccountSide, string>>
  side: AccountSide
  filters: FilterValues
  figures: readonly (readonly [key: string, title: string])[]
  sums: Readonly<Record<string, Decimal>> | undefined
}) {
  const { type, sides, side, filters, words = { AR: '应收', AP: '应付' } } = props
  const { open } = useTabs()
  const to = (tab: Tab, more: Record<string, string> = {}) => {
    if (tab === type && more['side'] === undefined) return
    const params = kept
      .filter((name) => tab !== 'advance' || ofAdvances.has(name))
      .flatMap((name) => (filters[name] ? [[name, filters[name]] as const] : []))
      .filter(([name, value]) => name !== 'settled' || value !== 'open')
    open({ key: screenOf(tab), params: { ...Object.fromEntries(params), ...more } })
  }
  return (
    <>
      <nav className="st-tabs" aria-label="结算页签">
        {tabs.map((tab) => (
          <button
            key={tab}
            ref={tab === type ? intoView : undefined}
            type="button"
            aria-current={tab === type ? 'page' : undefined}
            onClick={() => to(tab)}
          >
            {names[tab]}
          </button>
        ))}
      </nav>
      <div className="st-strip">
        {sides.length > 1 && (
          <Segmented
            aria-label="账目"
            value={side}
            options={sides.map((each) => ({ value: each, label: words[each] }))}
            onChange={(next) => to(type, { side: next })}
          />
        )}
        <dl aria-label="合计">
          {props.figures.map(([key, title]) => (
            <div key={key} className={key !== 'overdue' || isThere(props.sums?.[key]) ? `st-${key}` : undefined}>
              <dt>{title}</dt>
              <dd>{props.sums ? moneyText(props.sums[key]) || '—' : '…'}</dd>
            </div>
          ))}
        </dl>
      </div>
    </>
  )
}
