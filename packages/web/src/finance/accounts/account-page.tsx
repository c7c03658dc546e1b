import { button } from '@chepu/contract/access/catalogue'
import type { AccountQueries } from '@chepu/contract/finance/accounts'
import type { QueryRow } from '@chepu/contract/kernel/query'
import { Button, Segmented } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import { isNegative } from '@chepu/contract/kernel/decimal'
import { thisMonth } from '../../kit/base/date-ranges'
import { documentPath } from '../../kit/document/document-screens'
import { listOf } from '../../kit/list/columns'
import { DateRangeFilter, FlagFilter, TextFilter } from '../../kit/list/filters'
import { type ListApi, ListPage } from '../../kit/list/list-page'
import type { RowAction } from '../../kit/ui/row-actions'
import { useSession } from '../../kit/base/session'
import { useScreenParams, useTabs, type TabTarget } from '../../kit/base/tabs'
import { toast } from '../../kit/base/toast'
import { type FilterState, useFilterState } from '../../kit/list/use-filters'
import { EmployeeFilter, PartnerFilter } from '../../pickers/filters'
import { OpeningsButton } from '../balance-adjustment/openings-dialog'
import { AdjustmentList } from '../balance-adjustment/list'
import type { Side } from './side'
import { SentList } from './sent'
import { StatementPanel } from './statement'
import { writeOff } from '@chepu/contract/finance/write-off'
import type { DocumentDef } from '@chepu/contract/kernel/document'
import { newDocument } from '../../kit/document/document-screens'

type OpenItem = QueryRow<AccountQueries['items']>

const pathOf = (row: OpenItem) => documentPath(row.sourceKind, row.sourceId)

type Cut = 'summary' | 'items' | 'statement' | 'sent' | 'ageing' | 'adjustments'

interface CutProps {
  side: Side
  filters: FilterState
  head: ReactNode
  /** Goes to another cut with these filters. */
  show: (cut: Cut, values?: Record<string, string | undefined>) => void
}

/** 应收账款 and 应付账款: 汇总, 明细, 对账单, 账龄, 期初与调整 over shared filters (business/finance 7.3). */
export function AccountPage(props: { side: Side }) {
  const { side } = props
  const { has } = useSession()
  // Type and state are asked of 期初与调整 alone, which reads them itself.
  const { tab, purpose: _purpose, state: _state, ...initial } = useScreenParams()
  const [month] = useState(() => ({ ...thisMonth() }))
  const filters = useFilterState(month, initial)
  const [cut, setCut] = useState<Cut>((tab as Cut | undefined) ?? 'summary')
  const cuts: [Cut, string, boolean][] = [
    ['summary', '汇总', true],
    ['items', '明细', true],
    ['statement', '对账单', has(side.buttons.statement)],
    ['sent', '对账记录', has(side.buttons.statement)],
    ['ageing', '账龄', true],
    ['adjustments', '期初与调整', has([side.buttons.opening, side.buttons.adjust])],
  ]
  const head = (
    <Segmented
      className="lp-tabs"
      value={cut}
      options={cuts.filter(([, , allowed]) => allowed).map(([value, label]) => ({ value, label }))}
      onChange={setCut}
    />
  )
  const show: CutProps['show'] = (next, values = {}) => {
    filters.set(values, true)
    setCut(next)
  }
  const shared = { side, filters, head, show }
  switch (cut) {
    case 'items':
      return <Items {...shared} />
    case 'statement':
      return <StatementPanel side={side} filters={filters} head={head} />
    case 'sent':
      return <SentList side={side} head={head} />
    case 'ageing':
      return <Ageing {...shared} />
    case 'adjustments':
      return <AdjustmentList side={side} head={head} />
    default:
      return <Summary {...shared} />
  }
}

/** What can be done with a partner, by permission. */
function usePartnerActions(side: Side, show: CutProps['show']) {
  const { open } = useTabs()
  const { has } = useSession()
  return (partnerId: number): RowAction[] => {
    const to = (allowed: boolean, key: string, label: string, target: TabTarget): RowAction[] =>
      allowed ? [{ key, label, run: () => open(target) }] : []
    const settling = (purpose: string) => newDocument(writeOff, { purpose, partnerId })
    const isAr = side.side === 'AR'
    const mayWriteOff = has(button('write_off', 'add'))
    const mayDebt = isAr && mayWriteOff && has(button('write_off', 'bad_debt'))
    const mayOffset = mayWriteOff && has(button('write_off', 'offset'))
    const adjust = newDocument(side.screen, { purpose: 'adjust', side: side.side, partnerId })
    return [
      ...to(has(side.slip.button), 'slip', side.slip.title, newDocument(side.slip.document, { partnerId })),
      ...(has(side.buttons.statement)
        ? [{ key: 'statement', label: '对账单', run: () => show('statement', { partnerId: String(partnerId) }) }]
        : []),
      { key: 'items', label: '明细', run: () => show('items', { partnerId: String(partnerId) }) },
      ...to(mayWriteOff, 'advance', `${side.advance}冲账`, settling(isAr ? 'advance_ar' : 'advance_ap')),
      ...to(mayOffset, 'offset', '应收抵应付', settling('offset')),
      ...to(mayDebt, 'bad_debt', '坏账核销', settling('bad_debt')),
      ...to(mayDebt, 'bad_debt_back', '坏账收回', settling('bad_debt_back')),
      ...to(has(side.buttons.adjust), 'adjust', '调整', adjust),
    ]
  }
}

function Summary({ side, filters, head, show }: CutProps) {
  const { has } = useSession()
  const actions = usePartnerActions(side, show)
  const list = useMemo(() => listOf(side.queries.summary), [side])
  return (
    <ListPage
      {...list}
      name={`${side.screen}.summary`}
      nothing={`没有${side.title}`}
      keyOf={(row) => row.partnerId}
      filterState={filters}
      head={head}
      onOpen={(row) => show(has(side.buttons.statement) ? 'statement' : 'items', { partnerId: String(row.partnerId) })}
      rowActions={(row) => actions(row.partnerId)}
      toolbar={has(side.buttons.opening) && <OpeningsButton side={side} />}
    >
      <DateRangeFilter title="期间" />
      <PartnerFilter name="partnerId" role={side.roles} />
      <EmployeeFilter name="salespersonId" title={side.keeper} />
      <FlagFilter name="overdue" title="只看逾期" />
      <FlagFilter name="withZero" title="含无往来" more />
    </ListPage>
  )
}

function Items({ side, filters, head }: CutProps) {
  const { has } = useSession()
  const { open } = useTabs()
  const list = useMemo(() => listOf(side.queries.items, { billNo: { href: pathOf } }), [side])
  const settle = (rows: readonly OpenItem[], document: DocumentDef, purpose?: string) => {
    const [first] = rows
    if (!first) return
    if (rows.some((row) => row.partnerId !== first.partnerId)) {
      toast.error('请选择同一单位的单据')
      return
    }
    const itemIds = rows.map((row) => row.id)
    open(newDocument(document, { partnerId: first.partnerId, itemIds, ...(purpose && { purpose }) }))
  }
  const mayDebt = side.side === 'AR' && has(button('write_off', 'bad_debt')) && has(button('write_off', 'add'))
  const mayRefund = side.side === 'AP' || has(button('collection', 'refund'))
  /** What is owed the other way alone is paid back. */
  const slipFor = (rows: readonly OpenItem[]) =>
    mayRefund && rows.length > 0 && rows.every(({ balance }) => balance !== undefined && isNegative(balance))
      ? { title: '退款', purpose: 'refund' }
      : { title: side.slip.title, purpose: undefined }
  const toolbar = (list: ListApi<OpenItem>) => (
    <>
      {has(side.slip.button) && (
        <Button
          size="small"
          type="primary"
          disabled={list.selected.length === 0}
          onClick={() => settle(list.selected, side.slip.document, slipFor(list.selected).purpose)}
        >
          {slipFor(list.selected).title}
          {list.selected.length > 0 ? `（${list.selected.length}）` : ''}
        </Button>
      )}
      {mayDebt && (
        <Button
          size="small"
          disabled={list.selected.length === 0}
          onClick={() => settle(list.selected, writeOff, 'bad_debt')}
        >
          坏账核销
        </Button>
      )}
    </>
  )
  return (
    <ListPage
      {...list}
      name={`${side.screen}.items`}
      nothing={`没有${side.title}`}
      filterState={filters}
      head={head}
      selectable
      rowActions={(row) =>
        has(side.slip.button) && row.balance !== '0.00'
          ? [
              {
                key: 'slip',
                label: slipFor([row]).title,
                run: () => settle([row], side.slip.document, slipFor([row]).purpose),
              },
            ]
          : []
      }
      toolbar={toolbar}
    >
      <DateRangeFilter title="单据日期" />
      <TextFilter name="billNo" title="单号" search />
      <PartnerFilter name="partnerId" role={side.roles} />
      <FlagFilter name="overdue" title="只看逾期" />
      <FlagFilter name="withSettled" title="含已结清" />
      <EmployeeFilter name="salespersonId" title={side.keeper} more />
    </ListPage>
  )
}

function Ageing({ side, filters, head, show }: CutProps) {
  const actions = usePartnerActions(side, show)
  const list = useMemo(() => listOf(side.queries.ageing), [side])
  return (
    <ListPage
      {...list}
      name={`${side.screen}.ageing`}
      nothing={`没有${side.title}`}
      keyOf={(row) => row.partnerId}
      filterState={filters}
      head={head}
      sort="-over180"
      onOpen={(row) => show('items', { partnerId: String(row.partnerId) })}
      rowActions={(row) => actions(row.partnerId)}
    >
      <PartnerFilter name="partnerId" role={side.roles} />
      <EmployeeFilter name="salespersonId" title={side.keeper} />
      <FlagFilter name="overdue" title="只看逾期" />
    </ListPage>
  )
}
