import { fundTransfer } from '@chepu/contract/finance/fund-transfer'
import { Select } from 'antd'
import { useState } from 'react'
import { moneyText } from '../../kit/base/format'
import type { DialogProps } from '../../kit/ui/use-dialog'
import { PageModal } from '../../kit/ui/page-modal'
import { useAccounts } from '../../pickers/accounts'

/** What is confirmed, and who sent it. */
interface Arriving {
  billNo: string
  total: string
  from: string
}

/** 确认转入: which account has got the money. */
export function ConfirmDialog({ input, onDone }: DialogProps<Arriving, { input: { accountId: number } }>) {
  const accounts = useAccounts()
  const [chosen, setChosen] = useState<number>()
  const accountId = chosen ?? (accounts.find(({ isDefaultIn }) => isDefaultIn) ?? accounts[0])?.id
  return (
    <PageModal
      open
      title={`${fundTransfer.actions.confirm.label}：${input.billNo}`}
      okText={fundTransfer.actions.confirm.label}
      cancelText="取消"
      okButtonProps={{ disabled: accountId === undefined }}
      onOk={() => accountId !== undefined && onDone({ input: { accountId } })}
      onCancel={() => onDone()}
      width={440}
    >
      <p>
        {input.from} 转来 <b>{moneyText(input.total)}</b> 元，请选择收到款的账户。今日入账，双方同时记内部往来。
      </p>
      <Select
        aria-label="转入账户"
        style={{ width: '100%' }}
        value={accountId ?? null}
        options={accounts.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(id: number | null) => setChosen(id ?? undefined)}
      />
    </PageModal>
  )
}
