import { denominations, type HandOver, printTill, readTill } from '@chepu/contract/finance/till'
import { money, sumOf } from '@chepu/contract/kernel/decimal'
import { call } from '../../kit/base/call'
import { timeText } from '../../kit/base/format'
import { useCall } from '../../kit/base/use-call'
import { PrintPreview } from '../../kit/print/print'
import type { PrintField, PrintSheet } from '../../kit/print/print-template'

/** 交款单 of one hand-over, on the till's strip or a page. */
export function TillPaper(props: { id: number; onClose: () => void }) {
  const { data } = useCall(readTill, { params: { id: props.id } })
  if (!data) return null
  const count = async () => [(await call(printTill, { params: { id: props.id } })).printCount]
  return (
    <PrintPreview
      title="打印交款单"
      papers={['receipt', 'a4']}
      sheets={() => [paperOf(data)]}
      onPrint={count}
      onClose={props.onClose}
    />
  )
}

const paperOf = (till: HandOver): PrintSheet => ({
  organisation: till.orgName,
  title: '日结交款单',
  number: till.billNo,
  mark: till.state === 'reopened' ? '已撤销' : undefined,
  printNo: till.printCount,
  fields: [
    { title: '日期', value: till.day },
    { title: '交款人', value: till.userName },
    { title: '交款时间', value: timeText(till.sealedAt) },
  ],
  columns: [
    { key: '#', title: '序号', share: 8 },
    { key: 'accountName', title: '账户', share: 26 },
    { key: 'ledger', title: '应交', kind: 'money', share: 22 },
    { key: 'declared', title: '实交', kind: 'money', share: 22 },
    { key: 'difference', title: '差异', kind: 'money', share: 22 },
  ],
  lines: till.accounts,
  extras: till.accounts.flatMap(notesOf),
  amount: money(sumOf(till.accounts, ({ declared }) => declared)),
  amountTitle: '实交合计',
  remark: till.remark,
  signatures: [
    { title: '交款人', value: till.userName },
    { title: '收款人', value: '' },
    { title: '复核', value: '' },
  ],
})

/** What of the cash was counted, as 100×3 50×1. */
function notesOf({ accountName, denominations: counted }: HandOver['accounts'][number]): PrintField[] {
  if (!counted) return []
  const notes = denominations.flatMap((value) => (counted[value] ? [`${value}×${counted[value]}`] : []))
  return notes.length > 0 ? [{ title: `${accountName}清点`, value: notes.join(' ') }] : []
}
