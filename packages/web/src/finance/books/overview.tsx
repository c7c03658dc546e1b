import { balanceOverview, type OverviewRow } from '@chepu/contract/finance/books'
import { monthText } from '@chepu/contract/kernel/calendar'
import { equals, isZero, money, sub } from '@chepu/contract/kernel/decimal'
import { Alert, Tag } from 'antd'
import { moneyText } from '../../kit/base/format'
import { useCall } from '../../kit/base/use-call'
import { PageState } from '../../kit/ui/page-state'
import type { Drill } from './vouchers'

const parts = { assets: '资产', liabilities: '负债', equity: '权益' } as const

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
      title={parts[part]}
      rows={rowsOf(part)}
      sum={data.sums[part]}
      show={(row) => show({ title: row.title, account: row.accounts.join(','), from: first })}
    />
  )
  return (
    <div className="books-sheet books-wide">
      <h2>
        资产负债概览 <small>{data.orgName}</small> <small>{monthText(data.month)} 月末</small>
      </h2>
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
      <p className="books-note">
        应交增值税按单据过账的月份记账，含尚未认证的进项税和尚未确认的三包、保险销项税；税金管理按开票、未开票销售和认证月份计算应纳税额，两处口径不同。
      </p>
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
                <button type="button" className="books-figure" title="查看凭证" onClick={() => props.show(row)}>
                  {moneyText(row.vouchers)}
                </button>
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

function Check({ row: { vouchers, books } }: { row: OverviewRow }) {
  if (books === null) return null
  if (equals(vouchers, books)) return <Tag color="green">对得上</Tag>
  return <Tag color="red">差 {moneyText(money(sub(vouchers, books)))}</Tag>
}
