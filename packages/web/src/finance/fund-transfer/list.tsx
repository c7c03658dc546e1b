import { fundTransfer, transferPurposes } from '@chepu/contract/finance/fund-transfer'
import type { MoneyRow } from '@chepu/contract/kernel/money-document'
import { Segmented } from 'antd'
import { type ReactNode, useState } from 'react'
import { call, newIdempotencyKey } from '../../kit/base/call'
import { useSession } from '../../kit/base/session'
import { useScreenParams } from '../../kit/base/tabs'
import { toast } from '../../kit/base/toast'
import { DocumentList } from '../../kit/document/document-list'
import { type MoneyColumn, moneyColumns } from '../../kit/document/money-columns'
import { SelectFilter } from '../../kit/list/filters'
import { useDialog } from '../../kit/ui/use-dialog'
import { useAccounts } from '../../pickers/accounts'
import { ConfirmDialog } from './confirm-dialog'

/** What sisters have sent, whenever that was. */
const arriving = { side: 'counterparty', state: 'travelling' }

const tabs = { own: '转账单', arriving: '待转入' } as const
type Tab = keyof typeof tabs

/** 资金转账: what the organisation has sent and got, and what sisters have sent to it (business/money-slips 3.1). */
export default function FundTransfers() {
  const { tab } = useScreenParams<{ tab: string }>()
  const [shown, setShown] = useState<Tab>(tab === 'arriving' ? 'arriving' : 'own')
  const head = (
    <Segmented<Tab>
      className="lp-tabs"
      value={shown}
      options={Object.entries(tabs).map(([value, label]) => ({ value: value as Tab, label }))}
      onChange={setShown}
    />
  )
  return <Transfers key={shown} tab={shown} head={head} />
}

const money: MoneyColumn[] = [
  { ...moneyColumns.purpose, width: 110, labels: transferPurposes },
  moneyColumns.total,
  moneyColumns.fee,
]

/** Which sister has sent what is to come. */
const sender = { key: 'orgName' as const, title: '转出企业', width: 130, sort: false as const, isKey: true }

function Transfers({ tab, head }: { tab: Tab; head: ReactNode }) {
  const accounts = useAccounts({ all: true })
  const { has } = useSession()
  const [open, dialog] = useDialog(ConfirmDialog)
  const isArriving = tab === 'arriving'
  const { confirm } = fundTransfer.actions
  const take = async (row: MoneyRow, refresh: () => void) => {
    const asked = await open({ billNo: row.billNo, total: row.total, from: row.orgName })
    if (!asked) return
    const params = { id: row.id, action: 'confirm' }
    const body = { version: row.version, ...asked }
    await call(fundTransfer.routes.act, { params, body, idempotencyKey: newIdempotencyKey() })
    toast.success(`${row.billNo} ${confirm.label}成功`)
    refresh()
  }
  return (
    <div className="kit-stack">
      {head}
      <DocumentList<MoneyRow, 'outName' | 'inName'>
        document={fundTransfer}
        name={`transfers.${tab}`}
        {...(isArriving ? { defaults: arriving } : {})}
        columns={[
          'billNo',
          'state',
          'bizDate',
          ...(isArriving ? [sender] : []),
          'outName',
          'inName',
          ...money,
          'creatorName',
          'remark',
          'handlerName',
          'approverName',
          'approvedAt',
        ]}
        rowActions={(row, list) =>
          isArriving && has(confirm.button)
            ? [{ key: 'confirm', label: confirm.label, run: () => void take(row, list.refresh) }]
            : []
        }
      >
        {!isArriving && (
          <>
            <SelectFilter
              name="accountId"
              title="转出账户"
              options={Object.fromEntries(accounts.map(({ id, name }) => [String(id), name]))}
            />
            <SelectFilter name="purpose" title="类型" options={transferPurposes} multiple />
          </>
        )}
      </DocumentList>
      {dialog}
    </div>
  )
}
