import { button } from '@chepu/contract/access/catalogue'
import { settledStates, settleQueries, type SettleQueries } from '@chepu/contract/finance/settle-queries'
import { advanceTab } from '@chepu/contract/finance/settle-tabs'
import { writeOff } from '@chepu/contract/finance/write-off'
import type { AccountSide } from '@chepu/contract/kernel/money-document'
import { everyRole } from '@chepu/contract/kernel/partner-roles'
import type { QueryRow } from '@chepu/contract/kernel/query'
import { Button } from 'antd'
import { useMemo } from 'react'
import { useSession } from '../../kit/base/session'
import { useScreenParams, useTabs } from '../../kit/base/tabs'
import { documentPath, newDocument } from '../../kit/document/document-screens'
import { listOf } from '../../kit/list/columns'
import { SelectFilter } from '../../kit/list/filters'
import { type ListApi, ListPage } from '../../kit/list/list-page'
import { useFilterState } from '../../kit/list/use-filters'
import type { RowAction } from '../../kit/ui/row-actions'
import { EmployeeFilter, PartnerFilter } from '../../pickers/filters'
import { payable, receivable } from '../accounts/side'
import { sideOfParams, SettleHead } from './settle-head'

type AdvanceRow = QueryRow<SettleQueries['advances']>

const both = ['AR', 'AP'] as const
const words = { AR: '预收', AP: '预付' } as const

/** 预收预付: what is paid ahead, by partner and order (business/settle-tabs 3). */
export default function AdvancePage() {
  const { side: asked, ...linked } = useScreenParams()
  const side = sideOfParams(both, asked)
  return <Advances key={side} side={side} linked={linked} />
}

const defaults = { settled: 'open' }

function Advances(props: { side: AccountSide; linked: Record<string, string | undefined> }) {
  const { side } = props
  const { open } = useTabs()
  const { has } = useSession()
  const account = side === 'AR' ? receivable : payable
  const filters = useFilterState(defaults, props.linked)
  const pathOf = (row: AdvanceRow) =>
    row.sourceKind !== null && row.sourceId !== null ? documentPath(row.sourceKind, row.sourceId) : undefined
  const list = useMemo(() => listOf(settleQueries[side].advances, { sourceNo: { href: pathOf } }), [side])
  const rowActions = ({ partnerId, balance }: AdvanceRow): RowAction[] => {
    const purpose = side === 'AR' ? 'advance_ar' : 'advance_ap'
    const use = { key: 'use', label: '冲账', run: () => open(newDocument(writeOff, { partnerId, purpose })) }
    const refund = {
      key: 'refund',
      label: '退款',
      run: () => open(newDocument(account.slip.document, { partnerId, purpose: 'refund' })),
    }
    if (balance === '0.00') return []
    const mayRefund = has(account.slip.button) && (side === 'AP' || has(button('collection', 'refund')))
    return [...(has(button('write_off', 'add')) ? [use] : []), ...(mayRefund ? [refund] : [])]
  }
  const figures = (['received', 'used', 'refunded', 'balance'] as const).map(
    (key) => [key, settleQueries[side].advances.columns[key].title] as const,
  )
  const head = ({ sums, filters: applied }: ListApi<AdvanceRow>) => (
    <SettleHead type="advance" sides={both} words={words} side={side} filters={applied} figures={figures} sums={sums} />
  )
  return (
    <ListPage
      {...list}
      name={`${advanceTab.screen}.${side}`}
      title={advanceTab.title}
      nothing={`没有${words[side]}款`}
      keyOf={(row) => `${row.partnerId}/${row.sourceKind}/${row.sourceId}`}
      defaults={defaults}
      filterState={filters}
      head={head}
      rowActions={rowActions}
      toolbar={
        has(account.slip.button) && (
          <Button
            size="small"
            type="primary"
            onClick={() => open(newDocument(account.slip.document, { purpose: 'advance' }))}
          >
            {side === 'AR' ? '收预收款' : '付预付款'}
          </Button>
        )
      }
    >
      <PartnerFilter name="partnerId" title="单位" role={everyRole} />
      <SelectFilter name="settled" title="余额" options={settledWords} />
      <EmployeeFilter name="salespersonId" title={account.keeper} />
    </ListPage>
  )
}

const settledWords = { ...settledStates, open: '有余额', settled: '已用完' }
