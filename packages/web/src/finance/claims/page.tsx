import { claimsMoney, claimStates, type ClaimsTab, claimsTabs } from '@chepu/contract/finance/claims-money'
import type { QueryRow } from '@chepu/contract/kernel/query'
import { warrantySettlement } from '@chepu/contract/warranty/warranty-settlement'
import { Button, Segmented } from 'antd'
import { useMemo, useState } from 'react'
import { moneyText } from '../../kit/base/format'
import { useSession } from '../../kit/base/session'
import { useScreenParams, useTabs } from '../../kit/base/tabs'
import { useNarrow } from '../../kit/base/use-narrow'
import { documentPath } from '../../kit/document/document-screens'
import { listOf } from '../../kit/list/columns'
import { DateRangeFilter, SelectFilter, TextFilter } from '../../kit/list/filters'
import { type ListApi, ListPage } from '../../kit/list/list-page'
import { PartnerFilter } from '../../pickers/filters'
import '../settle-tabs/settle-tabs.css'
import { useClaimActions } from './use-claim-actions'

type ClaimRow = QueryRow<typeof claimsMoney>

const list = listOf(claimsMoney, { billNo: { href: (row) => documentPath(row.sourceKind, row.sourceId) } })
const figures = ['original', 'settled', 'waived', 'balance'] as const

/** 索赔款管理: what manufacturers and insurers owe, and what is done about it (business/three-guarantees 7.4). */
export default function ClaimsPage() {
  const { tab: asked, ...linked } = useScreenParams()
  const { setParams } = useTabs()
  const [tab, setTab] = useState<ClaimsTab>(asked === 'insurance' ? asked : 'warranty')
  const show = (chosen: ClaimsTab) => {
    setTab(chosen)
    // A link and a reload show the same rows.
    setParams({ tab: chosen })
  }
  return <Claims key={tab} tab={tab} linked={linked} onTab={show} />
}

function Claims(props: {
  tab: ClaimsTab
  linked: Record<string, string | undefined>
  onTab: (tab: ClaimsTab) => void
}) {
  const { tab, onTab } = props
  const { has } = useSession()
  const { open } = useTabs()
  const narrow = useNarrow()
  const defaults = useMemo(() => ({ tab }), [tab])
  const actions = useClaimActions(tab)
  const head = ({ sums }: ListApi<ClaimRow>) => (
    <div className="st-strip">
      <Segmented
        aria-label="索赔款"
        value={tab}
        options={Object.entries(claimsTabs).map(([value, label]) => ({ value: value as ClaimsTab, label }))}
        onChange={onTab}
      />
      <dl aria-label="合计">
        {figures.map((key) => (
          <div key={key} className={`st-${key}`}>
            <dt>{claimsMoney.columns[key].title}</dt>
            <dd>{sums ? moneyText(sums[key]) || '—' : '…'}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
  const toolbar = ({ selected }: ListApi<ClaimRow>) => (
    <>
      {!narrow &&
        actions.map(({ key, label, isChief, run }) => (
          <Button
            key={key}
            size="small"
            {...(isChief && { type: 'primary' as const })}
            disabled={selected.length === 0}
            onClick={() => run(selected)}
          >
            {label}
          </Button>
        ))}
      {tab === 'warranty' && has(warrantySettlement.buttons.view) && (
        <Button size="small" onClick={() => open({ key: 'warrantySettlement' })}>
          三包结算单
        </Button>
      )}
    </>
  )
  return (
    <ListPage<ClaimRow>
      {...list}
      name={`claims.${tab}`}
      nothing={`没有${claimsTabs[tab]}`}
      keyOf={({ key }) => key}
      defaults={defaults}
      initial={{ ...props.linked, tab }}
      head={head}
      selectable={!narrow && actions.length > 0}
      rowActions={(row) =>
        actions
          .filter(({ isOfRow }) => isOfRow(row))
          .map(({ key, label, run }) => ({ key, label, run: () => run([row]) }))
      }
      toolbar={toolbar}
    >
      <DateRangeFilter title="日期" />
      <TextFilter name="billNo" title="单号" search />
      <PartnerFilter
        name="partnerId"
        title="单位"
        role={tab === 'insurance' ? 'insurer' : ['manufacturer', 'supplier']}
      />
      <SelectFilter name="state" title="状态" options={claimStates} />
    </ListPage>
  )
}
