import { type ProfitRow, profitStatement } from '@chepu/contract/finance/books'
import { monthText } from '@chepu/contract/kernel/calendar'
import { isNegative } from '@chepu/contract/kernel/decimal'
import { Tag } from 'antd'
import { moneyText } from '../../kit/base/format'
import { useCall } from '../../kit/base/use-call'
import { PageState } from '../../kit/ui/page-state'
import type { Drill } from './vouchers'

/** 利润表 of a month and its year so far; a figure leads to its lines (business/books 6). */
export function ProfitStatement({ month, show }: { month: number; show: (drill: Drill) => void }) {
  const { data, error, refetch } = useCall(profitStatement, { query: { month } }, { keeps: true })
  if (!data) return <PageState error={error} retry={() => void refetch()} />
  return (
    <div className="books-sheet">
      <h2>
        利润表 <small>{data.orgName}</small> <small>{monthText(data.month)}</small>
        {!data.isClosed && <Tag color="orange">未结账，数字还会变</Tag>}
      </h2>
      <div className="books-table">
        <table aria-label="利润表">
          <thead>
            <tr>
              <th>项目</th>
              <th className="right">本月金额</th>
              <th className="right">
                {data.yearFrom === data.month ? '本年累计' : `本年累计（${monthText(data.yearFrom)} 起）`}
              </th>
            </tr>
          </thead>
          <tbody>
            {data.rows.map((row) => (
              <tr
                key={row.key}
                className={row.accounts.length === 0 || row.key === 'revenue' ? 'books-strong' : undefined}
              >
                <td className={row.accounts.length === 0 || row.key === 'revenue' ? undefined : 'books-under'}>
                  {row.title}
                </td>
                <Figure row={row} amount={row.month} show={show} />
                <Figure row={row} amount={row.year} from={data.yearFrom} show={show} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

function Figure(props: { row: ProfitRow; amount: string; from?: number; show: (drill: Drill) => void }) {
  const { row, amount, from, show } = props
  const [account] = row.accounts
  const className = isNegative(amount) ? 'right slip-late' : 'right'
  if (account === undefined) return <td className={className}>{moneyText(amount)}</td>
  const codes = row.accounts.join(',')
  return (
    <td className={className}>
      <button
        type="button"
        className="books-figure"
        title="查看凭证"
        onClick={() => show({ title: row.title, account: codes, ...(from !== undefined && { from }) })}
      >
        {moneyText(amount)}
      </button>
    </td>
  )
}
