import { adjustmentPurposes, adjustmentSides, balanceAdjustment } from '@chepu/contract/finance/balance-adjustment'
import type { MoneyRow } from '@chepu/contract/kernel/money-document'
import { type ReactNode, useMemo } from 'react'
import { thisMonth } from '../../kit/base/date-ranges'
import { DocumentList } from '../../kit/document/document-list'
import { SelectFilter } from '../../kit/list/filters'
import { type MoneyColumn, moneyColumns } from '../../kit/document/money-columns'
import { PartnerFilter } from '../../pickers/filters'
import { useSession } from '../../kit/base/session'
import type { Side } from '../accounts/side'
import { OpeningsButton } from './openings-dialog'

const own: MoneyColumn[] = [
  { ...moneyColumns.purpose, labels: adjustmentPurposes },
  { ...moneyColumns.side, labels: adjustmentSides },
  moneyColumns.total,
]

/** 期初与调整: opening balances and corrections of one side of the accounts, with their approval (business/finance 5). */
export function AdjustmentList(props: { side: Side; head: ReactNode }) {
  const { has } = useSession()
  const { side } = props.side
  const defaults = useMemo(() => ({ ...thisMonth(), accountSide: side }), [side])
  return (
    <div className="kit-stack">
      {props.head}
      <DocumentList<MoneyRow>
        document={balanceAdjustment}
        screen={props.side.screen}
        name="balanceAdjustment"
        defaults={defaults}
        tools={has(props.side.buttons.opening) && <OpeningsButton side={props.side} />}
        columns={[
          'billNo',
          'state',
          'bizDate',
          'partnerName',
          ...own,
          'creatorName',
          'approverName',
          'approvedAt',
          { key: 'remark', title: '原因', width: 200, sort: false },
        ]}
      >
        <PartnerFilter name="partnerId" role={props.side.roles} />
        <SelectFilter name="purpose" title="类型" options={adjustmentPurposes} />
      </DocumentList>
    </div>
  )
}
