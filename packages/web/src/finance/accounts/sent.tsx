import { sentStates, type SentStatements, statementCalls } from '@chepu/contract/finance/statement-link'
import type { QueryRow } from '@chepu/contract/kernel/query'
import { type ReactNode, useMemo, useState } from 'react'
import { listOf } from '../../kit/list/columns'
import { DateRangeFilter, SelectFilter } from '../../kit/list/filters'
import { ListPage } from '../../kit/list/list-page'
import { PartnerFilter } from '../../pickers/filters'
import type { Side } from './side'
import { StatementLinkDialog } from './statement-link'

type Sent = QueryRow<SentStatements['sent']>

/** 对账记录: the statements that partners were asked to confirm, and what they said (business/finance 9). */
export function SentList({ side, head }: { side: Side; head: ReactNode }) {
  const list = useMemo(() => listOf(statementCalls[side.side].sent), [side])
  const [shown, setShown] = useState<Sent>()
  return (
    <>
      <ListPage
        {...list}
        name={`${side.screen}.sent`}
        nothing="还没有发出对账链接。在「对账单」查询后点「对账链接」"
        head={head}
        onOpen={setShown}
        rowActions={(row) => [{ key: 'open', label: row.openDisputes > 0 ? '处理' : '查看', run: () => setShown(row) }]}
      >
        <DateRangeFilter title="发出日期" />
        <PartnerFilter name="partnerId" role={side.roles} />
        <SelectFilter name="state" title="状态" options={sentStates} />
      </ListPage>
      {shown && (
        <StatementLinkDialog
          side={side}
          id={shown.id}
          name={`${shown.partnerName} ${shown.fromDay} 至 ${shown.toDay}`}
          onClose={() => setShown(undefined)}
        />
      )}
    </>
  )
}
