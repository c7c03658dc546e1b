import {
  balanceExport,
  balanceOverview,
  type BalanceOverview,
  differenceOf,
  overviewLines,
  overviewParts,
  type OverviewRow,
} from '@chepu/contract/finance/books'
import { monthText } from '@chepu/contract/kernel/calendar'
import { isZero } from '@chepu/contract/kernel/decimal'
import { Alert, Tag } from 'antd'
import { moneyText } from '../../kit/base/format'
import { useCall } from '../../kit/base/use-call'
import { PageState } from '../../kit/ui/page-state'
import type { PrintSheet } from '../../kit/print/print-template'
import { statementSignatures, StatementTools } from './statement-tools'
import type { Drill } from './vouchers'

const taxNote =
  '应交税费为凭证余额，按单据过账的月份记账；其中应交增值税取自税金管理（启用以来的应纳合计减期末留抵，不含手工设定的上期留抵），其余是尚未认证的进项税、尚未确认的三包和保险销项税等。'

/** 资产负债概览 at the end of a closed month: the vouchers beside what the closing kept (business/books 7). */
export function Overview(props: { month: number; isClosed: boolean; first: number; show: (drill: Drill) => void }) {
  const { month, isClosed, first, show } = props
  const { data, error, refetch } = useCall(balanceOverview, { query: { month } }, { enabled: isClosed })
  if (!isClosed) return <p className="slip-empty">{monthText(month)} 还没有结账，结账后才有资产负债概览</p>
  if (!data) return <PageState error={error} retry={() => void refetch()} />
  const agrees = data.differences === 0 && isZero(data.gap)
  const rowsOf = (part: OverviewRow['part']) => data.rows.filter((row) => row.part === part)
  const section = (part: OverviewRow['part']) => (
    <Section
      key={part}
      title={overviewParts[part]}
      rows={rowsOf(part)}
      sum={data.sums[part]}
      show={(row) => show({ title: row.title, account: row.accounts.join(','), from: first })}
    />
  )
  return (
    <div className="books-sheet books-wide">
      <div className="books-title">
        <h2>
          资产负债概览 <small>{data.orgName}</small> <small>{monthText(data.month)} 月末</small>
        </h2>
        <StatementTools name="资产负债概览" route={balanceExport} month={data.month} sheet={() => paperOf(data)} />
      </div>
      <Alert
        type={agrees ? 'success' : 'error'}
        showIcon
        title={
          agrees
            ? `对得上：凭证与结账时的库存、往来、账户和会员卡余额一致，资产 ${moneyText(data.sums.assets)} = 负债 ${moneyText(data.sums.liabilities)} + 权益 ${moneyText(data.sums.equity)}`
            : `${data.differences} 项对不上${isZero(data.gap) ? '' : `，资产与负债、权益相差 ${moneyText(data.gap)}`}`
        }
      />
      <div className="books-sides">
        <div>{section('assets')}</div>
        <div>
          {section('liabilities')}
          {section('equity')}
        </div>
      </div>
      <p className="books-note">{taxNote}</p>
    </div>
  )
}

function Section(props: {
  title: string
  rows: readonly OverviewRow[]
  sum: string
  show: (row: OverviewRow) => void
}) {
  return (
    <div className="books-table books-section">
      <table aria-label={props.title}>
        <thead>
          <tr>
            <th>{props.title}</th>
            <th className="right">凭证余额</th>
            <th className="right">账面余额</th>
            <th>核对</th>
          </tr>
        </thead>
        <tbody>
          {props.rows.map((row) => (
            <tr key={row.key}>
              <td title={row.accounts.join('、')}>{row.title}</td>
              <td className="right">
                {row.isPart ? (
                  moneyText(row.vouchers)
                ) : (
                  <button type="button" className="books-figure" title="查看凭证" onClick={() => props.show(row)}>
                    {moneyText(row.vouchers)}
                  </button>
                )}
              </td>
              <td className="right">{row.books === null ? '—' : moneyText(row.books)}</td>
              <td>
                <Check row={row} />
              </td>
            </tr>
          ))}
          <tr className="books-strong">
            <td>{props.title}合计</td>
            <td className="right">{moneyText(props.sum)}</td>
            <td />
            <td />
          </tr>
        </tbody>
      </table>
    </div>
  )
}

function Check({ row }: { row: OverviewRow }) {
  const difference = differenceOf(row)
  if (difference === null) return null
  if (isZero(difference)) return <Tag color="green">对得上</Tag>
  return <Tag color="red">差 {moneyText(difference)}</Tag>
}

const paperOf = (data: BalanceOverview): PrintSheet => ({
  organisation: data.orgName,
  title: '资产负债概览',
  fields: [
    { title: '期间', value: `${monthText(data.month)} 月末` },
    { title: '单位', value: '元' },
  ],
  columns: [
    { key: 'part', title: '类别', share: 10 },
    { key: 'title', title: '项目', share: 30 },
    { key: 'vouchers', title: '凭证余额', kind: 'money', share: 20, total: false },
    { key: 'books', title: '账面余额', kind: 'money', share: 20, total: false },
    { key: 'difference', title: '差额', kind: 'money', share: 20, total: false },
  ],
  lines: overviewLines(data),
  signatures: statementSignatures,
  foot: taxNote,
})
