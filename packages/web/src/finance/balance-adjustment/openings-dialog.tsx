import { adjustmentSides, balanceAdjustment, enterOpenings } from '@chepu/contract/finance/balance-adjustment'
import { type AccountSide, advances } from '@chepu/contract/kernel/money-document'
import { everyRole } from '@chepu/contract/kernel/partner-roles'
import { sumOf } from '@chepu/contract/kernel/decimal'
import { dayText, isDecimal } from '@chepu/contract/kernel/typed'
import { Button, Select } from 'antd'
import { useEffect, useMemo, useRef, useState } from 'react'
import { CallError } from '../../kit/base/call'
import { moneyText } from '../../kit/base/format'
import { Gestures } from '../../kit/base/submit-once'
import { useTabs } from '../../kit/base/tabs'
import { toast } from '../../kit/base/toast'
import { useRefreshCalls } from '../../kit/base/use-call'
import { LineEntry } from '../../kit/grid/line-entry'
import type { GridHandle } from '../../kit/grid/line-grid'
import type { LineColumn } from '../../kit/grid/line-grid-columns'
import { type GridLine, LineStore } from '../../kit/grid/line-grid-store'
import { PageModal } from '../../kit/ui/page-modal'
import { useDialog } from '../../kit/ui/use-dialog'
import { PartnerDialog } from '../../pickers/partner-dialog'
import type { Side } from '../accounts/side'

/** One old document, as typed or pasted. */
interface OpeningLine extends GridLine {
  readonly partner: string
  readonly billNo: string
  readonly bizDate: string
  readonly dueOn: string
  readonly amount: string
}

const blank = { partner: '', billNo: '', bizDate: '', dueOn: '', amount: '' }
const isBlank = (line: OpeningLine) => Object.keys(blank).every((name) => line[name] === '')
/** The heading row of a sheet, which comes along with what is pasted. */
const isHeading = ({ bizDate, amount }: OpeningLine) => /日期/.test(bizDate) || /金额|余额|未结/.test(amount)

const dayColumn = (name: 'bizDate' | 'dueOn', title: string, required: boolean): LineColumn<OpeningLine> => ({
  name,
  title,
  kind: 'text',
  width: 112,
  required,
  stop: true,
  enter: (_line, text) => ({ [name]: dayText(text) }),
})

/** 期初录入: several old documents at once, typed or pasted out of a sheet; each becomes a draft of its own (business/finance 5.1). */
function OpeningsDialog({ side: { side, screen }, onClose }: { side: Side; onClose: () => void }) {
  const { open } = useTabs()
  const [account, setAccount] = useState<AccountSide | 'ADV_IN' | 'ADV_OUT'>(side)
  const [store] = useState(() => new LineStore<OpeningLine>(() => blank, isBlank, false))
  const [busy, setBusy] = useState(false)
  const [faults, setFaults] = useState<readonly string[]>([])
  const [gestures] = useState(() => new Gestures(setBusy))
  const grid = useRef<GridHandle>(null)
  const refresh = useRefreshCalls()
  const [choose, dialog] = useDialog(PartnerDialog)
  const columns = useMemo<LineColumn<OpeningLine>[]>(
    () => [
      {
        name: 'partner',
        title: '往来单位',
        kind: 'picker',
        width: 220,
        required: true,
        stop: true,
        enter: (_line, text) => ({ partner: text.trim() }),
        open: async (_line, text) => {
          const found = await choose({ text, roles: everyRole, title: '选择往来单位' })
          return found && { partner: found.code }
        },
      },
      { name: 'billNo', title: '原单号', kind: 'text', width: 150, stop: true },
      dayColumn('bizDate', '日期', true),
      dayColumn('dueOn', '到期日', false),
      { name: 'amount', title: '金额', kind: 'money', width: 120, required: true, stop: true },
    ],
    [choose],
  )
  const save = async () => {
    grid.current?.commit()
    // The server numbers what it is sent, so that nothing else may stand between.
    store.remove(store.all().flatMap((line) => (isBlank(line) || isHeading(line) ? [line.key] : [])))
    const lines = store.filled()
    setFaults([])
    if (lines.length === 0) return toast.error('请录入期初单据')
    const body = {
      side: account,
      lines: lines.map(({ key: _key, ...line }) => ({ ...line, dueOn: line.dueOn || null })),
    }
    try {
      const { made } = await gestures.change({ route: enterOpenings, body })
      toast.success(`已生成${made.length}张期初草稿，提交审核后生效`)
      refresh(balanceAdjustment.routes.list, balanceAdjustment.routes.totals)
      onClose()
      // They are of old days: what shows them names no days.
      open({ key: screen, params: { tab: 'adjustments', purpose: 'opening', state: 'draft' } })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      store.setErrors(errorsOf(error, lines))
      const messages = error.errors.map(({ message }) => message)
      setFaults(messages)
      const first = store.firstError()
      toast.error(messages.length > 1 ? `有${messages.length}处错误，请按提示修改` : error.message)
      if (first) grid.current?.focus(first.key, first.field)
    }
  }
  return (
    <PageModal
      open
      width={820}
      title="期初录入"
      okText="生成期初单"
      cancelText="取消"
      confirmLoading={busy}
      onOk={() => void gestures.run(save)}
      onCancel={onClose}
    >
      <div className="de-lines-bar">
        <Select
          size="small"
          aria-label="账目"
          style={{ width: 90 }}
          value={account}
          options={[side, advances[side]].map((value) => ({ value, label: adjustmentSides[value] }))}
          onChange={setAccount}
        />
        <span className="de-count">一行一张原单据，可从表格复制后粘贴；单位填名称或编码，按 F2 查找；退货等填负数</span>
      </div>
      <LineEntry<OpeningLine>
        ref={grid}
        store={store}
        columns={columns}
        label="期初单据"
        addTitle="添加一行"
        height={320}
      />
      <Sum store={store} />
      <Faults messages={faults} />
      {dialog}
    </PageModal>
  )
}

/** Faults of lines as the server numbers them, at the lines that were sent. */
function errorsOf({ errors }: CallError, lines: readonly OpeningLine[]): Map<number, Record<string, string>> {
  const found = new Map<number, Record<string, string>>()
  for (const { path, message } of errors) {
    const [, at = '', field = ''] = /^(?:body\.)?lines\.(\d+)\.(\w+)$/.exec(path) ?? []
    const line = lines[Number.parseInt(at, 10)]
    if (line) found.set(line.key, { ...found.get(line.key), [field]: message })
  }
  return found
}

function sumsOf(store: LineStore<OpeningLine>) {
  const lines = store.filled().filter((line) => !isHeading(line))
  const readable = lines.filter(({ amount }) => isDecimal(amount))
  return {
    lines: lines.length,
    unread: lines.length - readable.length,
    amount: sumOf(readable, ({ amount }) => amount),
  }
}

/** 合计 of what stands there, following each edit. */
function Sum({ store }: { store: LineStore<OpeningLine> }) {
  const [sum, setSum] = useState(() => sumsOf(store))
  useEffect(() => store.watch(() => setSum(sumsOf(store))), [store])
  return (
    <p className="de-count" role="status">
      共 {sum.lines} 张，合计 {moneyText(sum.amount)} 元
      {sum.unread > 0 && <span className="slip-late">（{sum.unread} 行金额未填或不是数字，未计入）</span>}
    </p>
  )
}

/** So many faults are told below the table; all of them are marked in it. */
const mostTold = 10

function Faults({ messages }: { messages: readonly string[] }) {
  if (messages.length < 2) return null
  return (
    <p className="slip-late" role="alert">
      {messages.slice(0, mostTold).join('；')}
      {messages.length > mostTold && `；等，共 ${messages.length} 处`}
    </p>
  )
}

/** 期初录入 as a button of a list. */
export function OpeningsButton({ side }: { side: Side }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        期初录入
      </Button>
      {isOpen && <OpeningsDialog side={side} onClose={() => setOpen(false)} />}
    </>
  )
}
