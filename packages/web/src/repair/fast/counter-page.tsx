import { button } from '@chepu/contract/access/catalogue'
import { type CounterKind, counterGroups } from '@chepu/contract/repair/fast-order'
import type { SettleInput } from '@chepu/contract/repair/settlement'
import { workOrder } from '@chepu/contract/repair/work-order'
import { equals, isPositive, isZero } from '@chepu/contract/kernel/decimal'
import { numberText } from '@chepu/contract/kernel/typed'
import { Button } from 'antd'
import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { isDialogOpen } from '../../kit/base/focus'
import { moneyText } from '../../kit/base/format'
import { useSession } from '../../kit/base/session'
import { useTabActive, useTabs } from '../../kit/base/tabs'
import { toast } from '../../kit/base/toast'
import { choices } from '../../kit/base/underway'
import { isTouch } from '../../kit/base/use-narrow'
import { useScans } from '../../kit/base/use-scans'
import { useUnsaved } from '../../kit/ui/use-unsaved'
import { useEditorKeys } from '../../kit/document/document-context'
import { documentPath } from '../../kit/document/document-screens'
import { Autocomplete } from '../../kit/ui/autocomplete'
import { useDialog } from '../../kit/ui/use-dialog'
import { usePayAccounts } from '../../pickers/pay-fields'
import { PayDialog } from '../settlement/pay-dialog'
import type { Customer } from './counter'
import { CustomerBox } from './customer-box'
import { findGoods } from './find'
import { CouponChips } from './cover'
import { HeldDialog } from './held-dialog'
import { LastBill } from './last-bill'
import { CounterLines } from './lines'
import { DoneDialog } from './slip'
import { Favourites, TechnicianChips } from './tiles'
import { type Counter, type Done, useCounter } from './use-counter'
import '../settlement/settlement.css'
import './fast.css'

/** Gives the keyboard to a field, once what was chosen has been drawn. No keyboard of glass rises unasked. */
const focusOn = (id: string) => {
  if (!isTouch()) requestAnimationFrame(() => !isDialogOpen() && document.getElementById(id)?.focus())
}

/** The page of a counter: who comes, what he wants, what he pays (business/fast-counter). */
export function CounterPage({ kind }: { kind: CounterKind }) {
  const counter = useCounter(kind)
  const ids = { customer: useId(), entry: useId() }
  const steps = useSteps(counter)
  const active = useTabActive()
  const { leave, question } = useUnsaved(counter.state.lines.length > 0)
  useEffect(() => {
    if (active) focusOn(ids.customer)
  }, [active, ids.customer])
  const toEntry = () => focusOn(ids.entry)
  const { has } = useSession()
  const mayEnter = has(button(counterGroups[kind], 'add')) || counter.state.held !== undefined
  const take = (step: () => Promise<unknown>) => void step().then(toEntry)
  useEditorKeys({
    F7: () => take(steps.takeBack),
    F8: () => take(steps.hold),
    F9: () => take(steps.settle),
  })
  // Before the fields, which would take what is marked in their list.
  const onKeyDown = (event: KeyboardEvent) => {
    const isHere = event.currentTarget.contains(event.target as Element)
    if (event.nativeEvent.isComposing || !isHere || event.key !== 'Enter' || !event.ctrlKey) return
    event.preventDefault()
    event.stopPropagation()
    take(steps.settle)
  }
  const place = useRef<HTMLDivElement>(null)
  useScans({ root: () => place.current, leaves: '.fc-who *, .fc-coupon-no', take: counter.scan }, mayEnter)
  return (
    // What is typed while a bill is on its way would be wiped with it.
    <div className="fc" ref={place} data-scans inert={counter.busy} onKeyDownCapture={onKeyDown}>
      {mayEnter ? (
        <>
          <CustomerBox counter={counter} ids={ids} next={toEntry} />
          <div className="fc-entry">
            <Autocomplete
              id={ids.entry}
              label={kind === 'fast' ? '项目或商品' : '商品'}
              text=""
              placeholder={
                kind === 'fast' ? '项目、配件的编码 / 名称 / 拼音，或扫码' : '配件编码 / 名称 / 拼音，或扫码'
              }
              find={(text) => findGoods(text, kind, counter.ground())}
              onChange={(option) => option && void counter.take(option.value).then(toEntry, () => undefined)}
            />
          </div>
          <Favourites counter={counter} next={toEntry} />
        </>
      ) : (
        <p className="fc-empty">您没有开单的权限，请取单后收款</p>
      )}
      {kind === 'fast' && <TechnicianChips counter={counter} />}
      <CounterLines counter={counter} />
      <CouponChips counter={counter} />
      {counter.last && counter.state.lines.length === 0 && (
        <LastBill last={counter.last} onUndone={() => counter.setLast(undefined)} />
      )}
      <PayBar counter={counter} steps={steps} take={take} onClear={() => leave(counter.clear)} />
      {steps.dialogs}
      {question}
      {counter.done && (
        <DoneDialog
          done={counter.done}
          onClose={() => {
            counter.setDone(undefined)
            focusOn(ids.customer)
          }}
        />
      )}
    </div>
  )
}

/** The card that was scanned pays before the others. */
const rankOf = (customer: Customer | undefined, { id }: { id: number }): number => (id === customer?.cardId ? 0 : 1)

/** Whether a payment code is asked for what packages cover. */
const needsPin = ({ known, bill }: Counter): boolean =>
  bill.uses.some(({ cardItemId }) => {
    const item = known?.packageItems.find(({ id }) => id === cardItemId)
    return known?.cards.some((card) => card.id === item?.cardId && card.needsPin)
  })

/** What the keys and buttons of a counter do. */
function useSteps(counter: Counter) {
  const { open } = useTabs()
  const latest = useRef(counter)
  latest.current = counter
  const isWaiting = useRef(false)
  /** The counter, once all that was entered stands on it; nothing for a key that was pressed again meanwhile. */
  const ready = async (): Promise<Counter | undefined> => {
    if (isWaiting.current) return undefined
    isWaiting.current = true
    await choices.over()
    await latest.current.underway.over()
    isWaiting.current = false
    return latest.current
  }
  // Read beforehand, so that no key is lost that is pressed as the dialog opens.
  usePayAccounts()
  const [openPay, payDialog] = useDialog(PayDialog)
  const [openHeld, heldDialog] = useDialog(HeldDialog)
  const settle = async () => {
    const counter = await ready()
    if (!counter?.complete()) return
    if (counter.isAsking) return void toast.warning('正在读取客户的会员卡，请稍候')
    const { known, state } = counter
    const { due } = counter.bill
    const advances = known?.advance === undefined ? undefined : { ofOrder: '0.00', free: known.advance }
    const cards = (known?.cards ?? []).toSorted((a, b) => rankOf(state.customer, a) - rankOf(state.customer, b))
    let bill: Done | undefined
    const send = async (payment: SettleInput) => {
      const owed = latest.current.bill.due
      if (!equals(owed, due)) return [{ path: '', message: `应收已变为 ${moneyText(owed)}，请重新结算` }]
      const { faults, made } = await counter.settle(payment)
      bill = made
      return faults.map(({ path, message }) => ({ path: path.replace(/^payment\./, 'input.'), message }))
    }
    if (isZero(due) && !needsPin(counter)) await send({ cards: [], tenders: [], advance: '0' })
    else await openPay({ due, advances, cards, giftMost: due, send })
    if (bill) counter.show(bill)
  }
  const takeBack = async () => {
    const counter = await ready()
    if (!counter) return
    if (counter.state.lines.length > 0) return void toast.warning('本单还有明细，请先挂单或清空，再取单')
    const held = await openHeld({ kind: counter.kind })
    if (held) await counter.takeBack(held.id)
  }
  const showOrder = (id: number) => {
    const path = documentPath(workOrder.kind, id)
    if (path) open(path)
  }
  return {
    settle,
    takeBack,
    hold: async () => (await ready())?.hold(),
    toNormal: async () => (await ready())?.toNormal(showOrder),
    dialogs: (
      <>
        {payDialog}
        {heldDialog}
      </>
    ),
  }
}

/** What it comes to, and the steps. */
function PayBar({
  counter,
  steps,
  take,
  onClear,
}: {
  counter: Counter
  steps: ReturnType<typeof useSteps>
  take: (step: () => Promise<unknown>) => void
  onClear: () => void
}) {
  const { kind, state, setState, busy, bill } = counter
  const { has, sees } = useSession()
  const may = (action: 'add' | 'settle') => has(button(counterGroups[kind], action))
  const mayHold = kind === 'fast' ? has(button('fast_repair', 'hold')) : may('add')
  const hint = (key: string) => (isTouch() ? '' : ` ${key}`)
  return (
    <footer className="fc-bar">
      {sees('doc_price') && (
        <div className="fc-sums" role="status" aria-label="合计">
          {has(button('repair_settlement', 'discount')) && (
            <label>
              整单优惠
              <input
                aria-label="整单优惠"
                inputMode="decimal"
                value={state.discount}
                placeholder="0.00"
                onChange={(event) => setState((old) => ({ ...old, discount: numberText(event.target.value) }))}
              />
            </label>
          )}
          {!equals(bill.total, bill.due) && <span>合计 {moneyText(bill.total)}</span>}
          {isPositive(bill.packaged) && <span>套餐 -{moneyText(bill.packaged)}</span>}
          {isPositive(bill.coupon) && <span>代金券 -{moneyText(bill.coupon)}</span>}
          <strong>应收 {moneyText(bill.due)}</strong>
        </div>
      )}
      <div className="fc-steps">
        {state.held && <span className="fc-taken">取单 {state.held.billNo}</span>}
        <Button size="large" onClick={onClear} disabled={busy}>
          清空
        </Button>
        <Button size="large" onClick={() => take(steps.takeBack)} disabled={busy}>
          取单{hint('F7')}
        </Button>
        {mayHold && (
          <Button size="large" onClick={() => take(steps.hold)} disabled={busy}>
            挂单{hint('F8')}
          </Button>
        )}
        {kind === 'fast' && mayHold && may('add') && (
          <Button size="large" onClick={() => void steps.toNormal()} disabled={busy}>
            转普通工单
          </Button>
        )}
        {may('settle') && (
          <Button size="large" type="primary" loading={busy} onClick={() => take(steps.settle)}>
            结算收款{hint('F9')}
          </Button>
        )}
      </div>
    </footer>
  )
}
