import { priceAdjustment } from '@chepu/contract/basics/price-adjustment'
import { Segmented } from 'antd'
import { useState } from 'react'
import { useSession } from '../../kit/base/session'
import { useScreenParams, useTabs } from '../../kit/base/tabs'
import { DocumentList } from '../../kit/document/document-list'
import { TextFilter } from '../../kit/list/filters'
import { HistoryList } from './history'
import { PriceTable } from './prices'

const tabs = { prices: '价格', adjustments: '调价单', history: '调价记录' } as const
type Tab = keyof typeof tabs

/** 价格管理: prices, the documents by which they change, and what they have been (business/basics 4.4, 4.5). */
export default function PricePage() {
  const { tab, state, ids } = useScreenParams()
  // Links of the home page and of messages name states or documents.
  const first = Object.keys(tabs).find((key) => key === tab) ?? (state || ids ? 'adjustments' : 'prices')
  const [shown, setShown] = useState(first as Tab)
  const head = (
    <Segmented<Tab>
      className="lp-tabs"
      value={shown}
      options={Object.entries(tabs).map(([value, label]) => ({ value: value as Tab, label }))}
      onChange={setShown}
    />
  )
  if (shown === 'prices') return <PriceTable head={head} />
  return shown === 'history' ? <HistoryList head={head} /> : <Adjustments head={head} />
}

function Adjustments(props: { head: React.ReactNode }) {
  const { has } = useSession()
  const { open } = useTabs()
  return (
    <div className="kit-stack">
      {props.head}
      <DocumentList
        document={priceAdjustment}
        columns={[
          'billNo',
          'state',
          'bizDate',
          'lineCount',
          'effectiveOn',
          'effectiveTime',
          'effectiveAt',
          'reason',
          'creatorName',
          'approverName',
          'approvedAt',
          'remark',
        ]}
        rowActions={(row) =>
          row.state === 'effective' && has(priceAdjustment.buttons.add)
            ? [
                {
                  key: 'back',
                  label: '还原',
                  run: () => open({ key: 'price', params: { new: 1, source: priceAdjustment.kind, sourceId: row.id } }),
                },
              ]
            : []
        }
      >
        <TextFilter name="reason" title="调价原因" more />
      </DocumentList>
    </div>
  )
}
