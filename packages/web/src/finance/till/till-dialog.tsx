import {
  type Counts,
  countedCash,
  declaredCash,
  type Denomination,
  denominations,
  openTills,
  sealTill,
  type TillDay,
  tillDay,
  tillDays,
  tillDifference,
} from '@chepu/contract/finance/till'
import { dailySheet, receiptRoutes } from '@chepu/contract/finance/receipts'
import { abs, isNegative, isZero, money, sumOf } from '@chepu/contract/kernel/decimal'
import { signedAmount, text255 } from '@chepu/contract/kernel/scalars'
import type { BodyOf } from '@chepu/contract/kernel/route'
import { shanghaiDay } from '@chepu/contract/kernel/time'
import { numberText } from '@chepu/contract/kernel/typed'
import { Alert, Button, DatePicker, Input } from 'antd'
import { useRef, useState } from 'react'
import { z } from 'zod'
import { CallError } from '../../kit/base/call'
import dayjs from '../../kit/base/dayjs'
import { moneyText } from '../../kit/base/format'
import { Gestures } from '../../kit/base/submit-once'
import { toast } from '../../kit/base/toast'
import { useCall, useRefreshCalls } from '../../kit/base/use-call'
import { FormDialog } from '../../kit/form/form-dialog'
import { PageModal } from '../../kit/ui/page-modal'
import './till.css'
import { TillPaper } from './paper'

type Account = TillDay['accounts'][number]

/** What was counted of one account, as it was typed: notes and coins, or an amount. */
interface Counted {
  notes: Readonly<Partial<Record<Denomination, string>>>
  typed: string
}

const nothing: Counted = { notes: {}, typed: '' }

/** How many notes are meant, none by nothing; undefined where it is no whole number of at most five digits. */
function piecesOf(typed: string): number | undefined {
  const text = numberText(typed)
  return /^\d{0,5}$/.test(text) ? Number.parseInt(text || '0', 10) : undefined
}

/** Notes and coins that were counted; undefined while one of the numbers is none. */
function countsOf({ notes }: Counted): Counts | undefined {
  const counts: Counts = {}
  for (const value of denominations) {
    const count = piecesOf(notes[value] ?? '')
    if (count === undefined) return undefined
    if (count > 0) counts[value] = count
  }
  return counts
}

/** What is declared of an account, in yuan; undefined while it is no amount. */
function declaredOf(account: Account, counted: Counted): string | undefined {
  if (account.accountKind === 'cash') {
    const counts = countsOf(counted)
    return counts && declaredCash(counts, account.ledger)
  }
  const read = signedAmount.safeParse(numberText(counted.typed))
  return read.success ? money(read.data) : undefined
}

/** 日结交款: what the cashier has counted of one day, against the books; made for a telephone (business/finance 4.1). */
export function TillDialog(props: { day?: string; onClose: () => void }) {
  const [day, setDay] = useState(() => props.day ?? shanghaiDay())
  const [sealedId, setSealedId] = useState<number>()
  if (sealedId !== undefined) return <TillPaper id={sealedId} onClose={props.onClose} />
  return <DayDialog key={day} day={day} onDay={setDay} onSealed={setSealedId} onClose={props.onClose} />
}

function DayDialog(props: {
  day: string
  onDay: (day: string) => void
  onSealed: (id: number) => void
  onClose: () => void
}) {
  const { day } = props
  const [counted, setCounted] = useState<Readonly<Record<number, Counted>>>({})
  const [remark, setRemark] = useState('')
  const [busy, setBusy] = useState(false)
  const [explaining, setExplaining] = useState(false)
  const gestures = useRef(new Gestures(setBusy))
  const refresh = useRefreshCalls()
  const found = useCall(tillDay, { query: { day } })
  const { data } = found
  const accounts = data?.accounts ?? []
  const declared = accounts.map((account) => declaredOf(account, counted[account.accountId] ?? nothing))
  const isComplete = accounts.length > 0 && declared.every((amount) => amount !== undefined)
  const change = (id: number, next: Partial<Counted>) =>
    setCounted((old) => ({ ...old, [id]: { ...nothing, ...old[id], ...next } }))
  const bodyWith = (words: string) => sealBody({ day, remark: words }, accounts, declared, counted)
  const onSealed = ({ id }: { id: number }) => {
    toast.success('已交款')
    refresh(tillDay, tillDays.list, tillDays.totals, openTills.list, openTills.totals)
    refresh(dailySheet, receiptRoutes.list, receiptRoutes.totals)
    props.onSealed(id)
  }
  const seal = () =>
    gestures.current.run(async () => {
      try {
        onSealed(await gestures.current.change({ route: sealTill, body: bodyWith(remark) }))
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        toast.error(error.message)
        refresh(tillDay)
      }
    })
  const difference = isComplete ? differenceText(accounts, declared) : undefined
  const { sealed } = data ?? {}
  return (
    <PageModal
      open
      title="日结交款"
      width="min(560px, 97vw)"
      onCancel={props.onClose}
      footer={[
        <Button key="close" onClick={props.onClose}>
          关闭
        </Button>,
        sealed ? (
          <Button key="paper" type="primary" onClick={() => props.onSealed(sealed.id)}>
            交款单
          </Button>
        ) : (
          <Button
            key="seal"
            type="primary"
            loading={busy}
            disabled={!isComplete}
            onClick={() => (difference ? setExplaining(true) : void seal())}
          >
            {difference ? `交款（${difference}）` : '交款'}
          </Button>
        ),
      ]}
    >
      <div className="till">
        <div className="till-head">
          <DatePicker
            aria-label="日期"
            allowClear={false}
            inputReadOnly
            value={dayjs(day)}
            onChange={(next) => next && props.onDay(next.format('YYYY-MM-DD'))}
          />
          <span>{data?.userName}</span>
        </div>
        {found.error && <p role="alert">{found.error.message}</p>}
        <OpenDays days={(data?.openDays ?? []).filter((each) => each !== day)} onDay={props.onDay} />
        {sealed && <Alert type="success" showIcon title={`这一天已交款：${sealed.billNo}`} />}
        {data && accounts.length === 0 && <p className="slip-empty">这一天没有收付款</p>}
        {!sealed &&
          accounts.map((account, i) => (
            <AccountCount
              key={account.accountId}
              account={account}
              counted={counted[account.accountId] ?? nothing}
              declared={declared[i]}
              onChange={(next) => change(account.accountId, next)}
            />
          ))}
        {!sealed && accounts.length > 0 && (
          <>
            <Totals accounts={accounts} declared={declared} />
            <Input
              placeholder="备注，有差异时须写明原因"
              aria-label="备注"
              maxLength={255}
              value={remark}
              onChange={(event) => setRemark(event.target.value)}
            />
          </>
        )}
      </div>
      {explaining && difference && (
        <DifferenceDialog
          {...{ difference, remark, bodyWith, onSealed }}
          onClose={() => {
            setExplaining(false)
            refresh(tillDay)
          }}
        />
      )}
    </PageModal>
  )
}

/** What is sent of a day: of each account what was shown and what is declared, of cash its pieces. */
const sealBody = (
  about: { day: string; remark: string },
  accounts: readonly Account[],
  declared: readonly (string | undefined)[],
  counted: Readonly<Record<number, Counted>>,
): BodyOf<typeof sealTill> => ({
  ...about,
  accounts: accounts.map(({ accountId, accountKind, ledger }, i) => ({
    accountId,
    ledger,
    declared: declared[i] ?? '0',
    denominations: accountKind === 'cash' ? (countsOf(counted[accountId] ?? nothing) ?? {}) : null,
  })),
})

/** What is too much or missing, in words; undefined where nothing is. */
function differenceText(accounts: readonly Account[], declared: readonly (string | undefined)[]): string | undefined {
  const differences = accounts.map(({ ledger }, i) => tillDifference(declared[i] ?? ledger, ledger))
  if (differences.every((amount) => isZero(amount))) return undefined
  const total = money(sumOf(differences, (amount) => amount))
  return isZero(total) ? '有差异' : `${isNegative(total) ? '短款' : '长款'} ${moneyText(abs(total))}`
}

const reasoned = z.object({ remark: text255.min(1, '请填写差异原因') })

/** Has a difference confirmed with its reason before it is booked (business/finance 4.1). */
function DifferenceDialog(props: {
  difference: string
  remark: string
  bodyWith: (remark: string) => BodyOf<typeof sealTill>
  onSealed: (answer: { id: number }) => void
  onClose: () => void
}) {
  return (
    <FormDialog
      title={`确认交款：${props.difference}`}
      schema={reasoned}
      preset={{ remark: props.remark }}
      okText="确认交款"
      fields={[
        {
          name: 'remark',
          title: '差异原因',
          kind: 'area',
          required: true,
          help: '长款记入其他收入，短款记入其他支出；交款后须有反结账权限的人才能撤销',
        },
      ]}
      onSave={({ remark }: { remark: string }) => ({ route: sealTill, body: props.bodyWith(remark) })}
      onSaved={props.onSealed}
      onClose={props.onClose}
    />
  )
}

/** So many of the latest days that were not handed over are offered. */
const shownDays = 6

function OpenDays(props: { days: readonly string[]; onDay: (day: string) => void }) {
  const { days } = props
  if (days.length === 0) return null
  return (
    <div className="till-open">
      未交款{days.length > shownDays && ` ${days.length} 天，最近`}：
      {days.slice(-shownDays).map((day) => (
        <Button key={day} size="small" onClick={() => props.onDay(day)}>
          {day.slice(5)}
        </Button>
      ))}
    </div>
  )
}

function AccountCount(props: {
  account: Account
  counted: Counted
  declared: string | undefined
  onChange: (next: Partial<Counted>) => void
}) {
  const { account, counted, declared, onChange } = props
  const isCash = account.accountKind === 'cash'
  const counts = countsOf(counted)
  return (
    <section className="till-account" aria-label={account.accountName}>
      <header>
        <b>{account.accountName}</b>
        <span>
          {account.count} 笔，收 {moneyText(account.income)}
          {!isZero(account.expense) && `，支 ${moneyText(account.expense)}`}
        </span>
      </header>
      {isCash ? (
        <div className="till-notes">
          {denominations.map((value) => (
            <NoteCount
              key={value}
              value={value}
              label={`${account.accountName} ${noteName(value)}`}
              typed={counted.notes[value] ?? ''}
              onChange={(typed) => onChange({ notes: { ...counted.notes, [value]: typed } })}
            />
          ))}
        </div>
      ) : (
        <label className="till-amount">
          实交
          <input
            aria-label={`${account.accountName} 实交`}
            inputMode="decimal"
            placeholder="对账单或小票上的合计"
            value={counted.typed}
            onFocus={(event) => event.target.select()}
            onChange={(event) => onChange({ typed: event.target.value })}
          />
        </label>
      )}
      <dl className="till-figures">
        {isCash && isNegative(account.ledger) ? (
          <>
            <Figure title="应补" amount={money(abs(account.ledger))} />
            <Figure title="清点" amount={counts && countedCash(counts)} isLarge />
          </>
        ) : (
          <>
            <Figure title="应交" amount={account.ledger} />
            <Figure title="实交" amount={declared} isLarge />
          </>
        )}
        <Difference amount={declared === undefined ? undefined : tillDifference(declared, account.ledger)} />
      </dl>
    </section>
  )
}

const noteName = (value: Denomination): string => (value === '0.5' ? '5角' : value === '0.1' ? '1角' : `${value}元`)

function NoteCount(props: { value: Denomination; label: string; typed: string; onChange: (typed: string) => void }) {
  const { value, typed } = props
  const count = piecesOf(typed)
  return (
    <label className="till-note">
      <span>{noteName(value)}</span>
      <input
        aria-label={props.label}
        inputMode="numeric"
        maxLength={8}
        aria-invalid={count === undefined}
        value={typed}
        placeholder="0"
        onFocus={(event) => event.target.select()}
        onChange={(event) => props.onChange(event.target.value)}
      />
      <span className="till-worth">{count ? moneyText(countedCash({ [value]: count })) : ''}</span>
      {count === undefined && <span className="till-fault">张数应为整数</span>}
    </label>
  )
}

function Totals(props: { accounts: readonly Account[]; declared: readonly (string | undefined)[] }) {
  const ledger = money(sumOf(props.accounts, (account) => account.ledger))
  const known = props.declared.every((amount) => amount !== undefined)
  const declared = known ? money(sumOf(props.declared as string[], (amount) => amount)) : undefined
  return (
    <dl className="till-figures till-total">
      <Figure title="应交合计" amount={ledger} />
      <Figure title="实交合计" amount={declared} isLarge />
      <Difference amount={declared === undefined ? undefined : tillDifference(declared, ledger)} />
    </dl>
  )
}

function Figure(props: { title: string; amount: string | undefined; isLarge?: boolean }) {
  return (
    <div className={props.isLarge ? 'till-large' : undefined}>
      <dt>{props.title}</dt>
      <dd>{props.amount === undefined ? '—' : moneyText(props.amount)}</dd>
    </div>
  )
}

function Difference({ amount }: { amount: string | undefined }) {
  const isEven = amount === undefined || isZero(amount)
  const title = isEven ? '差异' : isNegative(amount) ? '短款' : '长款'
  return (
    <div className={isEven ? undefined : 'till-off'}>
      <dt>{title}</dt>
      <dd>{amount === undefined ? '—' : moneyText(amount)}</dd>
    </div>
  )
}
