import { type SettleQueries, settledStates, settleQueries } from '@chepu/contract/finance/settle-queries'
import { settleTabs } from '@chepu/contract/finance/settle-tabs'
import { type ItemTab, itemTabs } from '@chepu/contract/kernel/item-tabs'
import { everyRole } from '@chepu/contract/kernel/partner-roles'
import type { QueryRow } from '@chepu/contract/kernel/query'
import { Button } from 'antd'
import { type ComponentType, useMemo } from 'react'
import { useScreenParams } from '../../kit/base/tabs'
import { useNarrow } from '../../kit/base/use-narrow'
import { documentPath } from '../../kit/document/document-screens'
import { listOf } from '../../kit/list/columns'
import { DateRangeFilter, FlagFilter, SelectFilter, TextFilter } from '../../kit/list/filters'
import { type ListApi, ListPage } from '../../kit/list/list-page'
import { useFilterState } from '../../kit/list/use-filters'
import { EmployeeFilter, PartnerFilter } from '../../pickers/filters'
import { sideOfParams, SettleHead } from './settle-head'
import { type SettleAction, useSettleActions } from './use-settle-actions'

type SettleRow = QueryRow<SettleQueries['items']>

/** One of the tabs of open items: figures, list, and what is done with ticked items of one partner (business/settle-tabs 2). */
function SettlePage({ type }: { type: ItemTab }) {
  const { sides } = settleTabs[type]
  const { side: asked, ...linked } = useScreenParams()
  const side = sideOfParams(sides, asked)
  // What belongs to an account begins anew with the other one.
  return <Items key={side} type={type} side={side} linked={linked} />
}

function Items(props: { type: ItemTab; side: 'AR' | 'AP'; linked: Record<string, string | undefined> }) {
  const { type, side } = props
  const defaults = useMemo(() => ({ tab: type, settled: 'open' }), [type])
  const filters = useFilterState(defaults, { ...props.linked, tab: type })
  const list = useMemo(() => listIn(type, side), [type, side])
  const actions = useSettleActions(side)
  const { sides } = settleTabs[type]
  const head = ({ sums, filters: applied }: ListApi<SettleRow>) => (
    <SettleHead type={type} sides={sides} side={side} filters={applied} figures={figures} sums={sums} />
  )
  // Cards on a phone have no ticks to choose several rows by.
  const narrow = useNarrow()
  const toolbar = (api: ListApi<SettleRow>) => !narrow && <Toolbar list={api} actions={actions} />
  return (
    <ListPage
      {...list}
      name={`${settleTabs[type].screen}.${side}`}
      title={settleTabs[type].title}
      nothing={`没有${settleTabs[type].title}的单据`}
      defaults={defaults}
      filterState={filters}
      head={head}
      selectable
      rowActions={(row) => actions.filter(({ isOfRow }) => isOfRow(row)).map((action) => ofRow(action, row))}
      toolbar={toolbar}
    >
      <DateRangeFilter />
      <TextFilter name="billNo" title="单号" search />
      <PartnerFilter name="partnerId" title="单位" role={everyRole} />
      <SelectFilter name="settled" title="结清" options={settledStates} />
      <FlagFilter name="overdue" title="只看逾期" />
      <DateRangeFilter title="到期日" names={['dueFrom', 'dueTo']} more />
      <EmployeeFilter name="salespersonId" title={side === 'AR' ? '业务员' : '采购员'} more />
    </ListPage>
  )
}

const figures = [
  ['original', '应结'],
  ['settled', '已结'],
  ['discounted', '优惠'],
  ['balance', '未结'],
  ['overdue', '逾期'],
] as const

/** Only what a manufacturer owes waits for his word. */
function listIn(type: ItemTab, side: 'AR' | 'AP') {
  const pathOf = (row: SettleRow) => documentPath(row.sourceKind, row.sourceId)
  const list = listOf(settleQueries[side].items, { billNo: { href: pathOf } })
  return { ...list, columns: list.columns.filter(({ key }) => key !== 'isUnconfirmed' || type === 'warranty') }
}

const labelFor = ({ label, labelOf }: SettleAction, rows: readonly SettleRow[]) => labelOf?.(rows) ?? label
const ofRow = (action: SettleAction, row: SettleRow) => ({
  key: action.key,
  label: labelFor(action, [row]),
  run: () => action.run([row]),
})

function Toolbar(props: { list: ListApi<SettleRow>; actions: readonly SettleAction[] }) {
  const { selected } = props.list
  const count = selected.length > 0 ? `（${selected.length}）` : ''
  return props.actions.map((action) => (
    <Button
      key={action.key}
      size="small"
      {...(action.isChief && { type: 'primary' as const })}
      disabled={selected.length === 0}
      onClick={() => action.run(selected)}
    >
      {labelFor(action, selected)}
      {action.isChief && count}
    </Button>
  ))
}

/** The page of each tab. */
export const settlePages = Object.fromEntries(
  itemTabs.map((tab) => [tab, () => <SettlePage type={tab} />]),
) as unknown as Readonly<Record<ItemTab, ComponentType>>
