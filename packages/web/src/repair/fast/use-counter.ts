import { fastOrder, type CounterKind, type FastBill } from '@chepu/contract/repair/fast-order'
import { lookupPartsById, type LookupPart } from '@chepu/contract/basics/lookups'
import { searchServiceItems } from '@chepu/contract/repair/lookups'
import { add, type Decimal, money, sumOf } from '@chepu/contract/kernel/decimal'
import type { SettleInput } from '@chepu/contract/repair/settlement'
import { useMemo, useRef, useState } from 'react'
import { call, CallError, isAborted } from '../../kit/base/call'
import { useSession } from '../../kit/base/session'
import { Gestures } from '../../kit/base/submit-once'
import { toast } from '../../kit/base/toast'
import { useCall, useRefreshCalls } from '../../kit/base/use-call'
import { partsOfItems } from '../item-parts'
import { blankCounter, bodyOf, type CounterState, missingOf, stateOfHeld, withItem, withPart } from './counter'
import type { Found, Ground } from './find'

/** The bill that was just made, for its slip. */
export interface Done extends FastBill {
  paid: Decimal
}

/** The page of a counter: what stands on it, and the steps that it takes. */
export function useCounter(kind: CounterKind) {
  const { org, employeeId } = useSession()
  const [state, setState] = useState<CounterState>(blankCounter)
  const [done, setDone] = useState<Done>()
  const [busy, setBusy] = useState(false)
  const gestures = useMemo(() => new Gestures(setBusy), [])
  const desk = useCall(fastOrder.desk, { query: { orderKind: kind } }, { stale: 60_000 }).data
  const refresh = useRefreshCalls()
  const now = useRef(state)
  now.current = state
  const ground = (): Ground => ({
    mode: 'sale',
    partnerId: state.customer?.partnerId,
    warehouseId: desk?.warehouseId ?? undefined,
    taxIncluded: org.priceTaxIncluded,
    vehicleId: state.customer?.vehicleId ?? undefined,
  })

  const take = async (found: Found) => {
    if ('part' in found) return setState((old) => withPart(old, found.part))
    const { vehicleId: _, ...context } = ground()
    const parts = await partsOfItems([found.item], context)
    setState((old) => withItem(old, found.item, parts))
  }
  /** What a tile names, at what it costs this customer now. */
  const takeTile = async (tile: { id: number; code: string }, of: 'item' | 'part') => {
    const { vehicleId, ...context } = ground()
    if (of === 'part') {
      const { rows } = await call(lookupPartsById, { body: { ...context, partIds: [tile.id] } })
      const [part] = rows as LookupPart[]
      if (part) await take({ part })
      return
    }
    const query = { q: tile.code, rows: 20, ...(vehicleId !== undefined && { vehicleId }) }
    const { rows } = await call(searchServiceItems, { query })
    const item = rows.find(({ id }) => id === tile.id)
    if (item) await take({ item })
  }

  /** The order to be sent; says what is missing and answers nothing otherwise. */
  const complete = () => {
    const missing = missingOf(now.current, kind) ?? (desk?.warehouseId ? undefined : '没有可以出库的仓库')
    if (missing) toast.warning(missing)
    return missing ? undefined : bodyOf(now.current, kind, desk?.warehouseId ?? 0, employeeId)
  }
  /** Sends one change once, and tells why it was refused. */
  const step = async (work: () => Promise<void>) => {
    try {
      await gestures.run(work)
    } catch (error) {
      if (!isAborted(error)) toast.error(error instanceof CallError ? error.message : '服务异常，请稍后重试')
    }
  }
  const clear = () => {
    setState(blankCounter)
    refresh(fastOrder.held, fastOrder.desk)
  }

  const settle = (payment: SettleInput) =>
    step(async () => {
      const order = complete()
      if (!order) return
      const technicians = now.current.technicianIds.map((id) => ({ employeeId: id }))
      const body = { ...order, technicians, orderDiscount: now.current.discount || '0', payment }
      const bill = await gestures.change({ route: fastOrder.settle, body })
      setDone({
        ...bill,
        paid: money(
          add(
            payment.advance,
            sumOf(payment.tenders, ({ amount }) => amount),
          ),
        ),
      })
      clear()
    })
  const hold = () =>
    step(async () => {
      const body = complete()
      if (!body) return
      const { billNo } = await gestures.change({ route: fastOrder.hold, body })
      toast.success(`已挂单 ${billNo}`)
      clear()
    })
  /** 转普通工单 of an order that was taken back, or of one that is put on hold for it; `open` shows it. */
  const toNormal = (open: (id: number) => void) =>
    step(async () => {
      const body = complete()
      if (!body) return
      const held = await gestures.change({ route: fastOrder.hold, body })
      const { id } = await gestures.change({
        route: fastOrder.toNormal,
        params: { id: held.id },
        body: { version: held.version },
      })
      clear()
      open(id)
    })
  const takeBack = async (id: number) => {
    const view = await call(fastOrder.take, { params: { id } })
    setState(stateOfHeld(view))
  }
  return {
    kind,
    state,
    setState,
    desk,
    ground,
    take,
    takeTile,
    complete,
    settle,
    hold,
    toNormal,
    takeBack,
    busy,
    done,
    setDone,
    clear,
  }
}
export type Counter = ReturnType<typeof useCounter>
