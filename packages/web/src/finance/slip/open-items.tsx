import { currentReceive } from '@chepu/contract/finance/lookups'
import { add, isNegative, isZero, money, sub } from '@chepu/contract/kernel/decimal'
import { Button } from 'antd'
import { type KeyboardEvent, memo, type ReactNode, useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { useEditor, useHeader } from '../../kit/document/document-context'
import { documentPath } from '../../kit/document/document-screens'
import { sourceTitle } from './source-title'
import { moneyText } from '../../kit/base/format'
import { isDecimal, numberText } from '@chepu/contract/kernel/typed'
import { useTabs } from '../../kit/base/tabs'
import { choices } from '../../kit/base/underway'
import { useCall } from '../../kit/base/use-call'
import './slip.css'
import { useLine } from '../../kit/grid/use-line'
import { useSlip } from './slip-context'
import { typedMoney } from '../../pickers/tender-lines'
import { besideDiscount, type ItemRow, type Settled, signedLike } from './slip-lines'

/** What is settled, where it is not what is open of the partner. */
type Of = 'cod' | 'badDebt' | 'redBlue' | undefined

/**
 * 选单核销: what is open of the partner, oldest due first. A tick settles an item in full; amount and discount can be typed.
 * Enter and the arrow keys go down the column; Space ticks.
 */
export function OpenItems(props: {
  /** Which accounts are offered for the purpose; none hides the table. */
  side: 'AR' | 'AP' | 'both' | undefined
  title: string
  discounts: boolean
  /** Instead of what may be paid of what is open of the partner: what he, a carrier, brings of customers, beside what he is owed; what was given up of his bills; what may be set off. */
  of?: Of
  toolbar?: ReactNode
}) {
  const slip = useSlip()
  const { readOnly } = useEditor()
  const { partnerId } = useHeader()
  const partner = typeof partnerId === 'number' ? partnerId : undefined
  const { side, of } = props
  const enabled = !readOnly && partner !== undefined && side !== undefined
  const found = useCall(
    currentReceive,
    { query: { partnerId: partner, side: side ?? 'both', ...(of && { [of]: 'true' as const }) } },
    { enabled },
  )
  const { data } = found
  const isComing = enabled && found.isPending
  // What is saved before the items of a link have come would settle nothing: steps wait for them (ADR 0353).
  useEffect(() => {
    if (!isComing || !slip.isAwaiting()) return undefined
    let end = () => {}
    void choices.begin(new Promise<void>((come) => (end = come)))
    return () => end()
  }, [isComing, slip])
  useEffect(() => {
    if (readOnly) return
    if (data && data.partner?.id === partner) slip.offer(data.rows)
    else if (data) slip.offer([])
  }, [data, partner, slip, readOnly])
  const rows = useSyncExternalStore(slip.subscribe, slip.rows)
  const chosen = useSyncExternalStore(slip.subscribe, slip.chosen)
  const choose = useCallback((id: number, value: Settled | undefined) => slip.choose(id, value), [slip])
  if (side === undefined) return null
  const shown = readOnly ? rows.filter((row) => chosen.has(row.id)) : rows
  return (
    <section className="slip-items">
      <div className="de-lines-bar">
        <b>{props.title}</b>
        <span className="de-count">
          {chosen.size > 0 ? `已选 ${chosen.size} / ${shown.length} 张` : `${shown.length} 张`}
        </span>
        {!readOnly && props.toolbar}
        {!readOnly && chosen.size > 0 && (
          <Button size="small" onClick={() => [...chosen.keys()].forEach((id) => slip.choose(id, undefined))}>
            清空核销
          </Button>
        )}
      </div>
      <div className="slip-scroll" onKeyDown={walk}>
        <table aria-label={props.title}>
          <Heads readOnly={readOnly} discounts={props.discounts} both={side === 'both'} of={of} />
          <tbody>
            {shown.map((row) => (
              <Item
                key={row.id}
                row={row}
                lineKey={chosen.get(row.id)?.key}
                readOnly={readOnly}
                discounts={props.discounts}
                both={side === 'both'}
                of={of}
                onChange={choose}
              />
            ))}
          </tbody>
        </table>
        {shown.length === 0 && <p className="slip-empty">{emptyText(partner, found.isFetching, found.error)}</p>}
      </div>
    </section>
  )
}

const emptyText = (partner: number | undefined, busy: boolean, error: Error | null): string => {
  if (error) return error.message
  if (partner === undefined) return '选择往来单位后列出未结单据'
  return busy ? '正在查找未结单据…' : '没有未结单据'
}

const restTitles = { open: '未结', cod: '待交/未付', badDebt: '未收回坏账', redBlue: '未结' }

function Heads(props: { readOnly: boolean; discounts: boolean; both: boolean; of: Of }) {
  return (
    <thead>
      <tr>
        {!props.readOnly && <th className="mid">选</th>}
        {props.both && <th>账目</th>}
        {props.of === 'cod' && <th>单位</th>}
        <th>单据</th>
        <th>单号</th>
        <th>日期</th>
        <th>到期日</th>
        <th className="right">逾期天数</th>
        <th className="right">{props.of === 'cod' ? '代收/应付' : '应结'}</th>
        <th className="right">{restTitles[props.of ?? 'open']}</th>
        <th className="right">{props.of === 'badDebt' ? '本次收回' : '本次核销'}</th>
        {props.discounts && <th className="right">优惠</th>}
        {!props.readOnly && <th className="right">{props.of === 'badDebt' ? '收回后剩余' : '核销后未结'}</th>}
        <th>备注</th>
      </tr>
    </thead>
  )
}

interface ItemProps {
  row: ItemRow
  /** Where it is settled among the lines of the document. */
  lineKey: number | undefined
  readOnly: boolean
  discounts: boolean
  both: boolean
  of: Of
  onChange: (id: number, value: Settled | undefined) => void
}

const Item = memo(function Item(props: ItemProps) {
  const { row, readOnly, onChange } = props
  const line = useLine(useSlip().items, props.lineKey)
  const settled = line?.line
  const { open } = useTabs()
  const amount = settled?.amount ?? ''
  const discount = settled?.discount ?? ''
  const balance = row.balance ?? '0'
  const rest = sub(balance, add(typedMoney(amount), typedMoney(discount)))
  const tooMuch = !readOnly && !isZero(rest) && isNegative(rest) !== isNegative(balance)
  const fault =
    Object.values(line?.errors ?? {})[0] ??
    (tooMuch ? `超过未结金额 ${moneyText(balance)}` : row.isGone ? '已被其他单据结清' : undefined)
  const path = documentPath(row.sourceKind, row.sourceId)
  const full = () => money(sub(balance, typedMoney(discount)))
  return (
    <tr className={fault ? 'is-fault' : settled ? 'is-chosen' : undefined} title={fault}>
      {!readOnly && (
        <td className="mid">
          <input
            type="checkbox"
            aria-label={`核销 ${row.billNo}`}
            checked={settled !== undefined}
            onChange={(event) => onChange(row.id, event.target.checked ? { amount: full(), discount } : undefined)}
          />
        </td>
      )}
      {props.both && <td>{row.side === 'AR' ? '应收' : '应付'}</td>}
      {props.of === 'cod' && <td data-title="单位">{row.partnerName}</td>}
      <td>{sourceTitle(row)}</td>
      <td data-title="单号">
        {path ? (
          <button type="button" className="kit-link" tabIndex={-1} onClick={() => open(path)}>
            {row.billNo}
          </button>
        ) : (
          row.billNo
        )}
      </td>
      <td>{row.bizDate}</td>
      <td data-title="到期日">{row.dueOn}</td>
      <td className="right" data-title="逾期天数">
        {row.overdueDays > 0 ? <span className="slip-late">{row.overdueDays}</span> : ''}
      </td>
      <td className="right" data-title="应结">
        {moneyText(row.original)}
      </td>
      <td className="right" data-title="未结">
        {moneyText(row.balance)}
      </td>
      <td className="right" data-title="本次核销">
        <FigureInput
          label={`${row.billNo} 本次核销`}
          value={amount}
          readOnly={readOnly}
          onChange={(text) => onChange(row.id, { amount: signedLike(text, row.balance), discount })}
        />
      </td>
      {props.discounts && (
        <td className="right" data-title="优惠">
          <FigureInput
            label={`${row.billNo} 优惠`}
            value={discount}
            readOnly={readOnly}
            onChange={(text) => {
              const given = signedLike(text, row.balance)
              onChange(row.id, { amount: besideDiscount(balance, { amount, discount }, given), discount: given })
            }}
          />
        </td>
      )}
      {!readOnly && (
        <td className="right" data-title="核销后未结">
          {moneyText(rest)}
        </td>
      )}
      <td className="slip-note">{fault ? <span className="slip-late">{fault}</span> : row.remark}</td>
    </tr>
  )
})

function FigureInput(props: { label: string; value: string; readOnly: boolean; onChange: (text: string) => void }) {
  const [typed, setTyped] = useState<string>()
  if (props.readOnly) return moneyText(isZero(typedMoney(props.value)) ? '' : props.value)
  const finish = () => {
    if (typed === undefined) return
    const text = numberText(typed)
    setTyped(undefined)
    if (text !== props.value) props.onChange(text)
  }
  return (
    <input
      className="slip-figure"
      aria-label={props.label}
      inputMode="decimal"
      autoComplete="off"
      value={typed ?? (isZero(typedMoney(props.value)) && isDecimal(props.value) ? '' : props.value)}
      onChange={(event) => setTyped(event.target.value)}
      onFocus={(event) => event.target.select()}
      onBlur={finish}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setTyped(undefined)
        if (event.key === 'Enter') finish()
      }}
    />
  )
}

/** Enter and the arrows go to the same column of the next or former row. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }[event.key]
  const input = event.target
  if (step === undefined || !(input instanceof HTMLInputElement) || event.nativeEvent.isComposing) return
  const cell = input.closest('td')
  const row = cell?.parentElement
  const next = step > 0 ? row?.nextElementSibling : row?.previousElementSibling
  const target = next?.children[cell?.cellIndex ?? 0]?.querySelector('input')
  event.preventDefault()
  if (target) target.focus()
  else input.blur()
}
