import { accountButtons, accountKinds, accountRoutes, type StoreAccount } from '@chepu/contract/finance/store-account'
import { useState } from 'react'
import { activeFilter, activeLabels } from '../../kit/list/active-filter'
import type { Column } from '../../kit/list/columns'
import { SelectFilter, TextFilter } from '../../kit/list/filters'
import { MasterPage } from '../../kit/form/master-page'
import type { RowAction } from '../../kit/ui/row-actions'
import { useSession } from '../../kit/base/session'
import { Movements } from './movements'
import { OpeningDialog } from './opening-dialog'

const columns: Column<StoreAccount>[] = [
  { key: 'code', title: '编码', width: 60 },
  { key: 'name', title: '名称', width: 110, isKey: true },
  { key: 'isActive', title: '状态', labels: activeLabels, width: 52, sort: false, isKey: true },
  { key: 'kind', title: '类型', labels: accountKinds, width: 60 },
  { key: 'bankName', title: '开户行', width: 130, sort: false },
  { key: 'bankNo', title: '账号', width: 140, sort: false },
  { key: 'openingBalance', title: '期初余额', kind: 'money', field: 'account_balance', sort: false, total: false },
  { key: 'balance', title: '当前余额', kind: 'money', field: 'account_balance', isKey: true },
  { key: 'isDefaultIn', title: '默认收款', kind: 'flag', width: 72, sort: false },
  { key: 'isDefaultOut', title: '默认付款', kind: 'flag', width: 72, sort: false },
  { key: 'allowOverdraft', title: '允许透支', kind: 'flag', width: 72, sort: false },
  { key: 'feeRate', title: '手续费率', kind: 'percent', sort: false },
]

/** 门店账户 (business/access 3.11): where the organisation's money lies. */
export default function StoreAccounts() {
  const { has, sees } = useSession()
  const [open, setOpen] = useState<{ kind: 'movements' | 'opening'; row: StoreAccount }>()
  const close = () => setOpen(undefined)
  const rowActions = (row: StoreAccount): RowAction[] =>
    sees('account_balance')
      ? [
          ...(has(accountButtons.balance)
            ? [{ key: 'movements', label: '流水', run: () => setOpen({ kind: 'movements', row }) }]
            : []),
          ...(has(accountButtons.update)
            ? [{ key: 'opening', label: '期初', run: () => setOpen({ kind: 'opening', row }) }]
            : []),
        ]
      : []
  return (
    <>
      <MasterPage<StoreAccount>
        name="storeAccount"
        title="账户"
        routes={accountRoutes}
        buttons={{ add: accountButtons.add, update: accountButtons.update, enable: accountButtons.disable }}
        columns={columns}
        labelOf={(row) => row.name}
        rowActions={rowActions}
        fields={[
          { name: 'code', title: '编码', required: true, help: '1-10位字母或数字' },
          { name: 'name', title: '名称', required: true },
          { name: 'kind', title: '类型', kind: 'select', options: accountKinds, required: true, initial: 'cash' },
          {
            name: 'feeRate',
            title: '手续费率',
            kind: 'decimal',
            initial: '0',
            help: '收单机构扣下的比例，0.0038 为 0.38%',
          },
          { name: 'bankName', title: '开户行', help: '银行账户必填' },
          { name: 'bankNo', title: '账号', help: '银行账户为16或19位' },
          { name: 'isDefaultIn', title: '默认收款账户', kind: 'switch' },
          { name: 'isDefaultOut', title: '默认付款账户', kind: 'switch' },
          { name: 'allowOverdraft', title: '允许透支', kind: 'switch' },
        ]}
      >
        <TextFilter name="q" title="账户" search placeholder="编码 / 名称" />
        <SelectFilter name="kind" title="类型" options={accountKinds} />
        <SelectFilter {...activeFilter} />
      </MasterPage>
      {open?.kind === 'movements' && <Movements account={open.row} onClose={close} />}
      {open?.kind === 'opening' && <OpeningDialog row={open.row} onClose={close} />}
    </>
  )
}
