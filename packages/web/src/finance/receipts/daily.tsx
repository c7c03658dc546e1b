import { dailySheet } from '@chepu/contract/finance/receipts'
import type { DataOf } from '@chepu/contract/kernel/route'
import { shanghaiDay } from '@chepu/contract/kernel/time'
import { Button, DatePicker } from 'antd'
import { useState } from 'react'
import dayjs from '../../kit/base/dayjs'
import { moneyText } from '../../kit/base/format'
import { PageModal } from '../../kit/ui/page-modal'
import { PrintPreview } from '../../kit/print/print'
import type { PrintSheet } from '../../kit/print/print-template'
import { useCall } from '../../kit/base/use-call'
import '../slip/slip.css'

type Sheet = DataOf<typeof dailySheet>

/** 日结交款表: what each cashier took and paid on a day by account, and where the accounts stand (business/finance 4). */
export function DailySheet(props: { onClose: () => void }) {
  const [day, setDay] = useState(() => shanghaiDay())
  const [printing, setPrinting] = useState(false)
  const found = useCall(dailySheet, { query: { day } })
  const { data } = found
  const withBalances = data?.accounts.some((account) => account.closing !== undefined) ?? false
  return (
    <>
      <PageModal
        open
        title="日结交款表"
        width={820}
        onCancel={props.onClose}
        footer={[
          <Button key="close" onClick={props.onClose}>
            关闭
          </Button>,
          <Button key="print" type="primary" disabled={!data} onClick={() => setPrinting(true)}>
            打印
          </Button>,
        ]}
      >
        <div className="slip-statement">
          <DatePicker
            aria-label="日期"
            allowClear={false}
            value={dayjs(day)}
            onChange={(next) => next && setDay(next.format('YYYY-MM-DD'))}
          />
          {found.error && <p role="alert">{found.error.message}</p>}
          <div className="slip-scroll" style={{ maxHeight: '34vh' }}>
            <table aria-label="按收款人">
              <Heads titles={['收款人', '账户', '笔数', '收入', '支出', '应交']} figures={3} />
              <tbody>
                {data?.rows.map((row) => (
                  <tr key={`${row.userId}/${row.accountId}`}>
                    <td>{row.userName}</td>
                    <td>{row.accountName}</td>
                    <td className="right">{row.count}</td>
                    <td className="right">{moneyText(row.income)}</td>
                    <td className="right">{moneyText(row.expense)}</td>
                    <td className="right">{moneyText(row.net)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
            {data?.rows.length === 0 && <p className="slip-empty">这一天没有收付款</p>}
          </div>
          <div className="slip-scroll" style={{ maxHeight: '26vh' }}>
            <table aria-label="按账户">
              <Heads
                titles={withBalances ? ['账户', '上日余额', '收入', '支出', '本日余额'] : ['账户', '收入', '支出']}
                figures={withBalances ? 4 : 2}
              />
              <tbody>
                {data?.accounts.map((account) => (
                  <tr key={account.accountId}>
                    <td>{account.accountName}</td>
                    {withBalances && <td className="right">{moneyText(account.opening)}</td>}
                    <td className="right">{moneyText(account.income)}</td>
                    <td className="right">{moneyText(account.expense)}</td>
                    {withBalances && <td className="right">{moneyText(account.closing)}</td>}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </div>
      </PageModal>
      {printing && data && (
        <PrintPreview title="打印日结交款表" sheets={() => [paperOf(data, day)]} onClose={() => setPrinting(false)} />
      )}
    </>
  )
}

function Heads(props: { titles: readonly string[]; figures: number }) {
  const first = props.titles.length - props.figures
  return (
    <thead>
      <tr>
        {props.titles.map((title, i) => (
          <th key={title} className={i >= first ? 'right' : undefined}>
            {title}
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** The sheet on paper: 实交 and 差额 are written by hand when the money is counted. */
const paperOf = (data: Sheet, day: string): PrintSheet => ({
  organisation: data.orgName,
  title: '日结交款表',
  fields: [{ title: '日期', value: day }],
  columns: [
    { key: '#', title: '序号', share: 6 },
    { key: 'userName', title: '收款人', share: 14 },
    { key: 'accountName', title: '账户', share: 18 },
    { key: 'count', title: '笔数', kind: 'count', share: 8 },
    { key: 'income', title: '收入', kind: 'money', share: 14 },
    { key: 'expense', title: '支出', kind: 'money', share: 14 },
    { key: 'net', title: '应交', kind: 'money', share: 14 },
    { key: 'counted', title: '实交', share: 14 },
    { key: 'difference', title: '差额', share: 10 },
  ],
  lines: data.rows,
  signatures: [
    { title: '交款人', value: '' },
    { title: '收款人', value: '' },
    { title: '复核', value: '' },
  ],
})
