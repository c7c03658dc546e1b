import { type BankLineRow, lineCounterpart, supplementTransfer } from '@chepu/contract/finance/bank'
import { fundTransfer } from '@chepu/contract/finance/fund-transfer'
import { abs, isNegative, money } from '@chepu/contract/kernel/decimal'
import { moneyText } from '../../kit/base/format'
import { toast } from '../../kit/base/toast'
import { useCall, useRefreshCalls } from '../../kit/base/use-call'
import { FormDialog } from '../../kit/form/form-dialog'
import { useAccounts } from '../../pickers/accounts'

/** 补资金转账: which account of the house a row of the bank went to or came from; it is posted and matched at once (business/finance 4.3). */
export function TransferDialog(props: {
  line: BankLineRow
  lineAccountId: number
  onSaved: () => void
  onClose: () => void
}) {
  const { line, lineAccountId } = props
  const accounts = useAccounts().filter(({ id }) => id !== lineAccountId)
  const found = useCall(lineCounterpart, { query: { lineId: line.id } })
  const refresh = useRefreshCalls()
  // What is typed begins with the answer, and none comes after it.
  if (!found.data && !found.error) return null
  const isOut = isNegative(line.amount)
  return (
    <FormDialog
      title={`补资金转账：${line.bizDate} ${isOut ? '支出' : '收入'} ${moneyText(money(abs(line.amount)))}`}
      okText="转账并勾对"
      schema={supplementTransfer.body.omit({ lineId: true })}
      preset={{ accountId: found.data?.accountId ?? null, fee: '0' }}
      fields={[
        {
          name: 'accountId',
          title: isOut ? '转入账户' : '转出账户',
          kind: 'select',
          numeric: true,
          required: true,
          help: [line.counterparty, line.summary].filter(Boolean).join(' '),
          options: Object.fromEntries(accounts.map(({ id, name }) => [String(id), name])),
        },
        {
          name: 'fee',
          title: '手续费',
          kind: 'decimal',
          help: isOut ? '包含在支出金额中，其余转入对方账户' : '在收入金额之外，由转出账户支付',
        },
      ]}
      onSave={(body: { accountId: number; fee: string }) => ({
        route: supplementTransfer,
        body: { ...body, lineId: line.id },
      })}
      onSaved={({ billNo }) => {
        toast.success(`${fundTransfer.title} ${billNo} 已审核并勾对`)
        refresh(fundTransfer.routes.list, fundTransfer.routes.totals)
        props.onSaved()
        props.onClose()
      }}
      onClose={props.onClose}
    />
  )
}
