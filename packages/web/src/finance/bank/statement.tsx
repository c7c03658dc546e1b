import { bankButtons, type Reconciliation, reconciliation, setBankStart } from '@chepu/contract/finance/bank'
import { isZero } from '@chepu/contract/kernel/decimal'
import { signedAmount } from '@chepu/contract/kernel/scalars'
import { shanghaiDay } from '@chepu/contract/kernel/time'
import { numberText } from '@chepu/contract/kernel/typed'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { moneyText } from '../../kit/base/format'
import { useSession } from '../../kit/base/session'
import { useCall } from '../../kit/base/use-call'
import { FormDialog } from '../../kit/form/form-dialog'
import { PrintPreview } from '../../kit/print/print'
import type { PrintSheet } from '../../kit/print/print-template'
import { DayInput } from '../../kit/ui/day-input'
import { useRefreshBank } from './refresh'

const sides = {
  bookIn: '加：企业已收银行未收',
  bookOut: '减：企业已付银行未付',
  bankIn: '加：银行已收企业未收',
  bankOut: '减：银行已付企业未付',
} as const
type Side = keyof typeof sides

const balanceOf = { typed: '手工录入', statement: '按流水余额', reckoned: '按账面推算' } as const

/** 余额调节表 of an account at the end of a day, on screen and paper (business/finance 4.3). */
export function StatementPanel({ accountId }: { accountId: number }) {
  const { has } = useSession()
  const [day, setDay] = useState(() => shanghaiDay())
  const [typed, setTyped] = useState('')
  const [bankBalance, setBankBalance] = useState<string>()
  const [dialog, setDialog] = useState<'print' | 'start'>()
  const query = { accountId, day, ...(bankBalance !== undefined && { bankBalance }) }
  const { data, error } = useCall(reconciliation, { query }, { keeps: true })
  const takeTyped = () => {
    const read = signedAmount.safeParse(numberText(typed))
    setBankBalance(read.success ? read.data : undefined)
    if (!read.success) setTyped('')
  }
  return (
    <div className="bank-desk">
      <div className="bank-bar">
        <DayInput
          label="日期"
          allowClear={false}
          day={day}
          max={shanghaiDay()}
          onChange={(next) => next !== null && setDay(next)}
        />
        <Input
          className="bank-search"
          aria-label="银行余额"
          placeholder="银行余额，空白取自流水"
          inputMode="decimal"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={takeTyped}
          onPressEnter={takeTyped}
        />
        <Button type="primary" disabled={!data} onClick={() => setDialog('print')}>
          打印
        </Button>
        {has(bankButtons.import) && data && <Button onClick={() => setDialog('start')}>对账起始日</Button>}
      </div>
      {error && <p role="alert">{error.message}</p>}
      {data && <Sheet data={data} />}
      {dialog === 'print' && data && (
        <PrintPreview
          title="打印余额调节表"
          papers={['a4', 'wide']}
          sheets={() => [paperOf(data)]}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'start' && data && (
        <StartDialog accountId={accountId} startOn={data.startOn ?? day} onClose={() => setDialog(undefined)} />
      )}
    </div>
  )
}

function Sheet({ data }: { data: Reconciliation }) {
  return (
    <>
      <div className="bank-sides">
        <Half
          title={`银行余额（${balanceOf[data.bankBalanceOf]}）`}
          balance={data.bankBalance}
          data={data}
          sides={['bookIn', 'bookOut']}
          adjusted={data.adjustedBank}
        />
        <Half
          title="账面余额"
          balance={data.bookBalance}
          data={data}
          sides={['bankIn', 'bankOut']}
          adjusted={data.adjustedBook}
        />
      </div>
      <p className={isZero(data.difference) ? 'bank-even' : 'slip-late'} role="status">
        {isZero(data.difference)
          ? '调节后余额相等'
          : `调节后相差 ${moneyText(data.difference)}，请检查对账起始日前的余额和漏导的流水`}
      </p>
    </>
  )
}

function Half(props: {
  title: string
  balance: string
  data: Reconciliation
  sides: readonly Side[]
  adjusted: string
}) {
  return (
    <section className="bank-side" aria-label={props.title}>
      <div className="slip-scroll">
        <table aria-label={props.title}>
          <tbody>
            <tr className="bank-strong">
              <td>{props.title}</td>
              <td className="right">{moneyText(props.balance)}</td>
            </tr>
            {props.sides.map((side) => (
              <Part key={side} title={sides[side]} rows={props.data[side]} sum={props.data.sums[side]} />
            ))}
            <tr className="bank-strong">
              <td>调节后余额</td>
              <td className="right">{moneyText(props.adjusted)}</td>
            </tr>
          </tbody>
        </table>
      </div>
    </section>
  )
}

const rowText = ({ bizDate, billNo, text, reason }: Reconciliation['bookIn'][number]) =>
  [bizDate, billNo, text, reason && `（已忽略：${reason}）`].filter(Boolean).join(' ')

function Part(props: { title: string; rows: Reconciliation['bookIn']; sum: string }) {
  return (
    <>
      <tr className="bank-part">
        <td>
          {props.title} {props.rows.length} 笔
        </td>
        <td className="right">{moneyText(props.sum)}</td>
      </tr>
      {props.rows.map((row, i) => (
        // oxlint-disable-next-line react/no-array-index-key -- rows of two tables have no identity in common
        <tr key={i}>
          <td className="bank-text" title={rowText(row)}>
            {rowText(row)}
          </td>
          <td className="right">{moneyText(row.amount)}</td>
        </tr>
      ))}
    </>
  )
}

/** Both halves under each other, as the auditor wants to see them. */
const paperOf = (data: Reconciliation): PrintSheet => {
  const half = (title: string, balance: string, of: readonly Side[], adjusted: string) => [
    { text: title, amount: balance },
    ...of.flatMap((side) => [
      { text: `${sides[side]}（${data[side].length} 笔）`, amount: data.sums[side] },
      ...data[side].map((row) => ({ text: `　${rowText(row)}`, detail: row.amount })),
    ]),
    { text: '调节后余额', amount: adjusted },
  ]
  return {
    organisation: data.orgName,
    title: '银行存款余额调节表',
    fields: [
      { title: '账户', value: data.accountName },
      { title: '账号', value: data.bankNo },
      { title: '截止日期', value: data.day },
    ],
    columns: [
      { key: 'text', title: '项目', share: 62 },
      { key: 'detail', title: '明细', kind: 'money', share: 19, total: false },
      { key: 'amount', title: '金额', kind: 'money', share: 19, total: false },
    ],
    lines: [
      ...half(
        `银行余额（${balanceOf[data.bankBalanceOf]}）`,
        data.bankBalance,
        ['bookIn', 'bookOut'],
        data.adjustedBank,
      ),
      ...half('账面余额', data.bookBalance, ['bankIn', 'bankOut'], data.adjustedBook),
      { text: '差额', amount: data.difference },
    ],
    signatures: [
      { title: '编制', value: '' },
      { title: '复核', value: '' },
    ],
  }
}

const startSchema = setBankStart.body.omit({ accountId: true })

function StartDialog(props: { accountId: number; startOn: string; onClose: () => void }) {
  const refresh = useRefreshBank()
  return (
    <FormDialog
      title="对账起始日"
      schema={startSchema}
      fields={[
        {
          name: 'startOn',
          title: '起始日',
          kind: 'date',
          required: true,
          help: '这一天以前的银行流水和账面流水视为已核对',
        },
      ]}
      preset={{ startOn: props.startOn }}
      onSave={({ startOn }: { startOn: string }) => ({
        route: setBankStart,
        body: { accountId: props.accountId, startOn },
      })}
      onSaved={() => {
        refresh()
        props.onClose()
      }}
      onClose={props.onClose}
    />
  )
}
