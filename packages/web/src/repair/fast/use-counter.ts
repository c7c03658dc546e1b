import { fastOrder, type CounterKind, type FastBill } from '@chepu/contract/repair/fast-order'
import { lookupPartsById } from '@chepu/contract/basics/lookups'
import { searchServiceItems } from '@chepu/contract/repair/lookups'
import type { FieldError } from '@chepu/contract/kernel/errors'
import { type Decimal, money, sumOf } from '@chepu/contract/kernel/decimal'
import type { SettleInput } from '@chepu/contract/repair/settlement'
import { useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { beep } from '../../kit/base/beep'
import { call, CallError, isAborted } from '../../kit/base/call'
import { useSession } from '../../kit/base/session'
import { Gestures } from '../../kit/base/submit-once'
import { toast } from '../../kit/base/toast'
import { choices, Underway } from '../../kit/base/underway'
import { useCall, useRefreshCalls } from '../../kit/base/use-call'
import { partsOfItems } from '../item-parts'
import { billOf, placedUses } from './bill'
import {
  blankCounter,
  bodyOf,
  type CounterState,
  hasNothing,
  knownQuery,
  missingOf,
  stateOfHeld,
  withItem,
  withPart,
  workOf,
} from './counter'
import { findGoods, type Found, type Ground } from './find'

/** The bill that was just made, for its slip, with what it was paid by; yuan with 2 decimals. */
export interface Done extends FastBill, PaidBy {}

interface PaidBy {
  /** Money that came in now. */
  paid: Decimal
  /** What cards paid, and what was paid ahead: neither comes in a second time. */
  byCards: Decimal
  byAdvance: Decimal
}

/** What stands on the page, and what the counter has ready. */
function useGround(kind: CounterKind) {
  const { org } = useSession()
  const [state, setState] = useState<CounterState>(blankCounter)
  const desk = useCall(fastOrder.desk, { query: { orderKind: kind } }, { stale: 60_000 }).data
  const { customer } = state
  const query = customer ? knownQuery(customer) : { partnerId: 0 }
  const asked = useCall(fastOrder.known, { query }, { stale: 10_000, enabled: customer !== undefined })
  const known = asked.data
  const shown = { ...state, has: known ?? hasNothing }
  const now = useRef(shown)
  now.current = shown
  /** Of the customer who stands there when it is asked. */
  const ground = (): Ground => ({
    mode: 'sale',
    partnerId: now.current.customer?.partnerId,
    warehouseId: desk?.warehouseId ?? undefined,
    taxIncluded: org.priceTaxIncluded,
    vehicleId: now.current.customer?.vehicleId ?? undefined,
  })
  const [underway] = useState(() => new Underway())
  /** The change that is being sent, or the order that is being taken back. */
  const sending = useRef<Promise<unknown>>(Promise.resolve())
  /** What he has on cards is still on its way. */
  const isAsking = asked.isLoading
  const bill = billOf(shown, org.priceTaxIncluded)
  return { kind, state: shown, setState, desk, known, isAsking, bill, ground, now, underway, sending }
}

/** Adds what was found, at what it costs this customer. A step waits for it, so that it is drawn at once. */
function useTaking({ kind, ground, setState, underway, sending }: ReturnType<typeof useGround>) {
  const scans = useRef<Promise<unknown>>(Promise.resolve())
  const put = async (found: Found) => {
    if ('part' in found) return flushSync(() => setState((old) => withPart(old, found.part)))
    const { vehicleId: _, ...context } = ground()
    const parts = await partsOfItems([found.item], context)
    flushSync(() => setState((old) => withItem(old, found.item, parts)))
  }
  const putScanned = async (code: string, otherwise?: () => void) => {
    await choices.over()
    // Whether it was refused has been told; the scan counts all the same.
    await sending.current.catch(() => undefined)
    const [only, ...others] = await findGoods(code, kind, ground())
    if (only && others.length === 0) return put(only.value)
    if (otherwise) return otherwise()
    beep()
    toast.error(only ? `编码 ${code} 有多个，请在输入框里选择` : `未找到 ${code}`)
  }
  /** Adds what a scanner has read, one after another in the order they came; `otherwise` takes what names not one thing. */
  const scan = (code: string, otherwise?: () => void) => {
    // A call that failed has told the user already; the next code must not wait for ever.
    scans.current = underway.begin(scans.current.then(() => putScanned(code, otherwise)).catch(() => undefined))
  }
  const take = (found: Found) => underway.begin(put(found))
  const takeTile = (tile: { id: number; code: string }, of: 'item' | 'part') => underway.begin(putTile(tile, of))
  const putTile = async (tile: { id: number; code: string }, of: 'item' | 'part') => {
    const { vehicleId, ...context } = ground()
    if (of === 'part') {
      const { rows } = await call(lookupPartsById, { body: { ...context, partIds: [tile.id] } })
      const [part] = rows
      if (part) await put({ part })
      return
    }
    const query = { q: tile.code, rows: 20, ...(vehicleId !== undefined && { vehicleId }) }
    const { rows } = await call(searchServiceItems, { query })
    const item = rows.find(({ id }) => id === tile.id)
    if (item) await put({ item })
  }
  return { take, takeTile, scan }
}

const paidBy = ({ advance, tenders, cards }: SettleInput): PaidBy => ({
  paid: money(sumOf(tenders, ({ amount }) => amount)),
  byCards: money(sumOf(cards, ({ amount }) => amount)),
  byAdvance: money(advance),
})

/** The steps of a counter: each sends one change once, and tells why it was refused. */
function useSending({ kind, desk, now, setState, sending }: ReturnType<typeof useGround>) {
  const { employeeId, org } = useSession()
  const [done, setDone] = useState<Done>()
  const [last, setLast] = useState<Done>()
  const [busy, setBusy] = useState(false)
  const gestures = useMemo(() => new Gestures(setBusy), [])
  const refresh = useRefreshCalls()
  /** The order to be sent; says what is missing and answers nothing otherwise. */
  const complete = () => {
    const missing = missingOf(now.current, kind) ?? (desk?.warehouseId ? undefined : '没有可以出库的仓库')
    if (missing) toast.warning(missing)
    return missing ? undefined : bodyOf(now.current, kind, desk?.warehouseId ?? 0, employeeId)
  }
  const clear = () => {
    setState(blankCounter)
    refresh(fastOrder.held, fastOrder.desk, fastOrder.known)
  }
  /** Tells why a step was refused, and answers what was wrong with single fields. */
  const step = async (
    work: (body: NonNullable<ReturnType<typeof complete>>) => Promise<void>,
  ): Promise<readonly FieldError[]> => {
    const body = complete()
    if (!body) return []
    try {
      sending.current = gestures.run(() => work(body))
      await sending.current
      return []
    } catch (error) {
      if (!isAborted(error)) toast.error(error instanceof CallError ? error.message : '服务异常，请稍后重试')
      return error instanceof CallError ? error.errors : []
    }
  }
  /** Settles; `show` draws the slip, once nothing else is open. */
  const settle = async (payment: SettleInput) => {
    let made: Done | undefined
    const faults = await step(async (order) => {
      const { couponNos } = billOf(now.current, org.priceTaxIncluded)
      const given = { orderDiscount: now.current.discount || '0', packageUses: placedUses(now.current), couponNos }
      const body = { ...order, ...workOf(now.current, order), ...given, payment }
      const bill = await gestures.change({ route: fastOrder.settle, body })
      made = { ...bill, ...paidBy(payment) }
    })
    return { faults, made }
  }
  const show = (bill: Done) => {
    setDone(bill)
    setLast(bill)
    clear()
  }
  const hold = () =>
    step(async (body) => {
      const { billNo } = await gestures.change({ route: fastOrder.hold, body })
      toast.success(`已挂单 ${billNo}`)
      clear()
    })
  /** 转普通工单: it is put on hold as it stands, and becomes an ordinary order; `open` shows it. */
  const toNormal = (open: (id: number) => void) =>
    step(async (body) => {
      const { id, version } = await gestures.change({ route: fastOrder.hold, body })
      await gestures.change({ route: fastOrder.toNormal, params: { id }, body: { version } })
      clear()
      open(id)
    })
  const takeBack = (id: number) => {
    sending.current = gestures.run(async () => setState(stateOfHeld(await call(fastOrder.take, { params: { id } }))))
    return sending.current
  }
  return { complete, clear, settle, show, hold, toNormal, takeBack, done, setDone, last, setLast, busy }
}

/** The page of a counter: what stands on it, and the steps that it takes. */
export function useCounter(kind: CounterKind) {
  const ground = useGround(kind)
  return { ...ground, ...useTaking(ground), ...useSending(ground) }
}
export type Counter = ReturnType<typeof useCounter>
