import { isChiefRow, type Profit, profitExport, type ProfitRow, profitStatement } from '@chepu/contract/finance/books'
import { monthText } from '@chepu/contract/kernel/calendar'
import { isNegative } from '@chepu/contract/kernel/decimal'
import { Tag } from 'antd'
import { moneyText } from '../../kit/base/format'
import { useCall } from '../../kit/base/use-call'
import { PageState } from '../../kit/ui/page-state'
import type { PrintSheet } from '../../kit/print/print-template'
import { statementSignatures, StatementTools } from './statement-tools'
import type { Drill } from './vouchers'

const yearTitle = ({ month, yearFrom }: Profit): string =>
  yearFrom === month ? '本年累计' : `本年累计（${monthText(yearFrom)} 起）`

/** 利润表 of a month and its year so far; a figure leads to its lines (business/books 6). */
export function ProfitStatement({ month, show }: { month: number; show: (drill: Drill) => void }) {
  const { data, error, refetch } = useCall(profitStatement, { query: { month } }, { keeps: true })
  if (!data) return <PageState error={error} retry={() => void refetch()} />
  return (
    <div className="books-sheet">
      <div className="books-title">
        <h2>
          利润表 <small>{data.orgName}</small> <small>{monthText(data.month)}</small>
          {!data.isClosed && <Tag color="orange">未结账，数字还会变</Tag>}
        </h2>
        <StatementTools name="利润表" route={profitExport} month={data.month} sheet={() => paperOf(data)} />
      </div>
      <div className="books-table">
        <table aria-label="利润表">
          <thead>
            <tr>
              <th>项目</th>
              <th className="right">本月金额</th>
              <th className="right">{yearTitle(data)}</th>
            </tr>
          </thead>
          <tbody>
            {data.rows.map((row) => (
              <tr key={row.key} className={isChiefRow(row) ? 'books-strong' : undefined}>
                <td className={isChiefRow(row) ? undefined : 'books-under'}>{row.title}</td>
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

const paperOf = (data: Profit): PrintSheet => ({
  organisation: data.orgName,
  title: '利润表',
  mark: data.isClosed ? undefined : '未结账',
  fields: [
    { title: '期间', value: monthText(data.month) },
    { title: '单位', value: '元' },
  ],
  columns: [
    { key: 'title', title: '项目', share: 50 },
    { key: 'month', title: '本月金额', kind: 'money', share: 25, total: false },
    { key: 'year', title: yearTitle(data), kind: 'money', share: 25, total: false },
  ],
  lines: data.rows.map((row) => ({ ...row, title: isChiefRow(row) ? row.title : `　${row.title}` })),
  signatures: statementSignatures,
})

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
