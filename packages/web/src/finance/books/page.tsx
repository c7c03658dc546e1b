import { bookMonths } from '@chepu/contract/finance/books'
import { monthText } from '@chepu/contract/kernel/calendar'
import { Segmented, Select } from 'antd'
import { useState } from 'react'
import { useCall } from '../../kit/base/use-call'
import { PageState } from '../../kit/ui/page-state'
import '../slip/slip.css'
import './books.css'
import { Overview } from './overview'
import { ProfitStatement } from './profit'
import { BookSettings } from './settings'
import { type Drill, Vouchers } from './vouchers'

const views = { vouchers: '凭证', profit: '利润表', balance: '资产负债概览', settings: '科目设置' } as const
type View = keyof typeof views

/** 账簿凭证: what a month has brought, as vouchers on accounts, and the statements that agree with them (business/books 8). */
export default function AccountBooks() {
  const months = useCall(bookMonths)
  const [view, setView] = useState<View>('vouchers')
  const [chosen, setChosen] = useState<number>()
  const [drill, setDrill] = useState<Drill>()
  // What was typed there waits while other views are shown.
  const [hasSettings, setHasSettings] = useState(false)
  if (!months.data) return <PageState error={months.error} retry={() => void months.refetch()} />
  const { rows } = months.data
  // What an accountant comes for is the last month that is closed.
  const row = rows.find((each) => each.month === chosen) ?? rows.find(({ isClosed }) => isClosed) ?? rows[0]
  if (!row) return <p className="slip-empty">还没有期间</p>
  const show = (next: View, lines?: Drill) => {
    setDrill(lines)
    setView(next)
    if (next === 'settings') setHasSettings(true)
  }
  const toLines = (lines: Drill) => show('vouchers', lines)
  return (
    <div className="books-page">
      <div className="books-head">
        <Select
          aria-label="期间"
          className="books-month"
          value={row.month}
          options={rows.map(({ month, isOpening, isClosed }) => ({
            value: month,
            label: `${monthText(month)}${isOpening ? ' 期初' : ''}${isClosed ? ' 已结账' : ' 未结账'}`,
          }))}
          onChange={(month) => {
            setDrill(undefined)
            setChosen(month)
          }}
        />
        <Segmented
          className="lp-tabs"
          aria-label="内容"
          value={view}
          options={Object.entries(views).map(([value, label]) => ({ value: value as View, label }))}
          onChange={(next) => show(next)}
        />
      </div>
      {view === 'vouchers' && <Vouchers row={row} drill={drill} clear={() => setDrill(undefined)} />}
      {view === 'profit' && <ProfitStatement month={row.month} show={toLines} />}
      {view === 'balance' && (
        <Overview month={row.month} isClosed={row.isClosed} show={toLines} first={rows.at(-1)?.month ?? row.month} />
      )}
      {hasSettings && (
        <div className="books-settings" hidden={view !== 'settings'}>
          <BookSettings />
        </div>
      )}
    </div>
  )
}
