import {
  bankButtons,
  bankEntries,
  type BankEntryRow,
  bankLines,
  type BankLineRow,
  ignoreLines,
  matchLines,
  unmatchLines,
} from '@chepu/contract/finance/bank'
import { fundTransfer } from '@chepu/contract/finance/fund-transfer'
import { compare, equals, isNegative, money, sub, sumOf } from '@chepu/contract/kernel/decimal'
import type { Route } from '@chepu/contract/kernel/route'
import { Button, Checkbox, Input } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { CallError } from '../../kit/base/call'
import { moneyText } from '../../kit/base/format'
import { useSession } from '../../kit/base/session'
import { type Change, Gestures } from '../../kit/base/submit-once'
import { useTabs } from '../../kit/base/tabs'
import { toast } from '../../kit/base/toast'
import { useCall } from '../../kit/base/use-call'
import { Confirm } from '../../kit/ui/confirm'
import { ReasonField } from '../../kit/ui/reason-field'
import { useRefreshBank } from './refresh'
import { supplement } from './supplement'
import { TransferDialog } from './transfer-dialog'

/** Rows of either side that are shown at once; a search finds the others. */
const shown = 200

/** 勾对 by hand: the open rows of bank and books side by side, or those that are matched, to take that back (business/finance 4.3). */
export function MatchDesk({ accountId }: { accountId: number }) {
  const { has } = useSession()
  const [q, setQ] = useState('')
  const [isUndoing, setUndoing] = useState(false)
  const [lineIds, setLineIds] = useState<ReadonlySet<number>>(new Set())
  const [entryIds, setEntryIds] = useState<ReadonlySet<number>>(new Set())
  const [ignoring, setIgnoring] = useState(false)
  const letGo = () => {
    setLineIds(new Set())
    setEntryIds(new Set())
  }
  const { busy, send } = useSending(letGo)
  const state = isUndoing ? ('matched' as const) : ('open' as const)
  const query = { accountId, state, rows: shown, sort: 'bizDate', ...(q && { q }) }
  const bank = useCall(bankLines.list, { query }, { keeps: true })
  const books = useCall(bankEntries.list, { query }, { keeps: true })
  const lines = (bank.data?.rows ?? []).filter(({ id }) => lineIds.has(id))
  const entries = (books.data?.rows ?? []).filter(({ id }) => entryIds.has(id))
  const sums = { bank: sumOfRows(lines), books: sumOfRows(entries) }
  const canMatch = lines.length + entries.length > 1 && equals(sums.bank, sums.books)
  const matchIds = [...new Set([...lines, ...entries].flatMap(({ matchId }) => matchId ?? []))]
  const pick = (isOn: boolean) => {
    setUndoing(isOn)
    letGo()
  }
  const match = () =>
    send(
      {
        route: matchLines,
        body: {
          accountId,
          groups: [{ way: 'manual', lineIds: lines.map(({ id }) => id), entryIds: entries.map(({ id }) => id) }],
        },
      },
      '已勾对',
    )
  return (
    <div className="bank-desk">
      <div className="bank-bar">
        <Input.Search
          allowClear
          className="bank-search"
          aria-label="查找"
          placeholder="单位 / 摘要 / 流水号 / 单号"
          onSearch={(text) => setQ(text.trim())}
        />
        <Checkbox checked={isUndoing} onChange={(event) => pick(event.target.checked)}>
          看已勾对的
        </Checkbox>
        <span className="bank-sums" role="status">
          银行 {lines.length} 笔 <b>{moneyText(sums.bank)}</b>，账面 {entries.length} 笔 <b>{moneyText(sums.books)}</b>
          ，相差{' '}
          <b className={equals(sums.bank, sums.books) ? undefined : 'slip-late'}>
            {moneyText(money(sub(sums.bank, sums.books)))}
          </b>
        </span>
        {!isUndoing && has(bankButtons.match) && (
          <>
            <Button type="primary" disabled={!canMatch} loading={busy} onClick={() => void match()}>
              勾对
            </Button>
            <Button disabled={lines.length === 0 || entries.length > 0} onClick={() => setIgnoring(true)}>
              忽略
            </Button>
            <Supplement lines={lines} isAlone={entries.length === 0} accountId={accountId} onSaved={letGo} />
          </>
        )}
        {isUndoing && has(bankButtons.unmatch) && (
          <Button
            danger
            disabled={matchIds.length === 0}
            loading={busy}
            onClick={() => void send({ route: unmatchLines, body: { accountId, matchIds } }, '已取消勾对')}
          >
            取消勾对
          </Button>
        )}
      </div>
      <div className="bank-sides">
        <Side title="银行流水" found={bank} chosen={lineIds} onChoose={setLineIds} textOf={lineText} />
        <Side title="账面流水" found={books} chosen={entryIds} onChoose={setEntryIds} textOf={entryText} />
      </div>
      {ignoring && (
        <IgnoreDialog
          count={lines.length}
          run={(reason) =>
            send({ route: ignoreLines, body: { accountId, lineIds: lines.map(({ id }) => id), reason } }, '已忽略')
          }
          onClose={() => setIgnoring(false)}
        />
      )}
    </div>
  )
}

const sumOfRows = (rows: readonly { amount: string }[]) => money(sumOf(rows, ({ amount }) => amount))
const lineText = (row: BankLineRow) => [row.counterparty, row.summary, row.tradeNo].filter(Boolean).join(' ')
const entryText = (row: BankEntryRow) =>
  [row.billNo, row.partnerName, row.remark, row.tradeNo].filter(Boolean).join(' ')

/** Sends a change once, tells what came of it and reads all again. */
function useSending(onDone: () => void) {
  const [busy, setBusy] = useState(false)
  const gestures = useRef(new Gestures(setBusy))
  const refresh = useRefreshBank()
  const send = <R extends Route>(change: Change<R>, done: string) =>
    gestures.current.run(async () => {
      try {
        await gestures.current.change(change)
        toast.success(done)
        onDone()
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        toast.error(error.message)
      }
      refresh()
    })
  return { busy, send }
}

interface Row {
  id: number
  bizDate: string
  amount: string
  matchId: number | null
}

function Side<R extends Row>(props: {
  title: string
  found: { data?: { rows: R[]; more: boolean } | undefined; error: Error | null }
  chosen: ReadonlySet<number>
  onChoose: (ids: ReadonlySet<number>) => void
  textOf: (row: R) => string
}): ReactNode {
  const { title, found, chosen, onChoose, textOf } = props
  const rows = found.data?.rows ?? []
  const toggle = (id: number) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    onChoose(next)
  }
  return (
    <section className="bank-side" aria-label={title}>
      <h2>
        {title}
        {found.data?.more && <small>前 {shown} 笔，其余请查找</small>}
      </h2>
      <div className="slip-scroll">
        <table aria-label={title}>
          <thead>
            <tr>
              <th className="mid" />
              <th>日期</th>
              <th className="right">金额</th>
              <th>内容</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id} className={chosen.has(row.id) ? 'is-chosen' : undefined} onClick={() => toggle(row.id)}>
                <td className="mid">
                  <input
                    type="checkbox"
                    aria-label={`${row.bizDate} ${moneyText(row.amount)}`}
                    checked={chosen.has(row.id)}
                    onClick={(event) => event.stopPropagation()}
                    onChange={() => toggle(row.id)}
                  />
                </td>
                <td>{row.bizDate}</td>
                <td className={compare(row.amount, '0') < 0 ? 'right bank-out' : 'right'}>{moneyText(row.amount)}</td>
                <td className="bank-text" title={textOf(row)}>
                  {textOf(row)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {found.data && rows.length === 0 && <p className="slip-empty">没有流水</p>}
        {found.error && <p role="alert">{found.error.message}</p>}
      </div>
    </section>
  )
}

/** 补记: opens the slip that the books lack of one row of the bank, or makes a transfer of it. */
function Supplement(props: {
  lines: readonly BankLineRow[]
  isAlone: boolean
  accountId: number
  onSaved: () => void
}) {
  const { open } = useTabs()
  const { has } = useSession()
  const refresh = useRefreshBank()
  const [transferred, setTransferred] = useState<BankLineRow>()
  const [line] = props.lines
  const isOne = props.lines.length === 1 && props.isAlone && line !== undefined
  const isOut = line !== undefined && isNegative(line.amount)
  return (
    <>
      {supplement(isOut ? 'out' : 'in')
        .filter(({ button }) => has(button))
        .map(({ title, start }) => (
          <Button key={title} disabled={!isOne} onClick={() => line && open(start(line, props.accountId))}>
            补{title}
          </Button>
        ))}
      {has(fundTransfer.buttons.add) && has(fundTransfer.actions.approve.button) && (
        <Button disabled={!isOne} onClick={() => setTransferred(line)}>
          补资金转账
        </Button>
      )}
      {transferred && (
        <TransferDialog
          line={transferred}
          lineAccountId={props.accountId}
          onSaved={() => {
            props.onSaved()
            refresh()
          }}
          onClose={() => setTransferred(undefined)}
        />
      )}
    </>
  )
}

function IgnoreDialog(props: { count: number; run: (reason: string) => Promise<unknown>; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const run = async () => {
    if (reason.trim() === '') {
      toast.error('请填写原因')
      throw new Error('no reason')
    }
    await props.run(reason.trim())
  }
  return (
    <Confirm title={`忽略 ${props.count} 笔银行流水`} okText="忽略" run={run} onClose={props.onClose}>
      <p>忽略的流水不再要求勾对，余额调节表上仍列出。</p>
      <ReasonField value={reason} onChange={setReason} />
    </Confirm>
  )
}
