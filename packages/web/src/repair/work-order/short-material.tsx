import { compare, isPositive, max, sub, trimZeros } from '@chepu/contract/kernel/decimal'
import { isEntered } from '@chepu/contract/kernel/states'
import { isDecimal } from '@chepu/contract/kernel/typed'
import { missingQty, needsByPart, type OrderStock, orderStock } from '@chepu/contract/repair/shortage'
import { issuingStates, workOrder } from '@chepu/contract/repair/work-order'
import { Button } from 'antd'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { toast } from '../../kit/base/toast'
import { useCall, useRefreshCalls } from '../../kit/base/use-call'
import { useDocumentMeta, useEditor, useEditorApi, useEditorKeys, useHeader } from '../../kit/document/document-context'
import { useDialog } from '../../kit/ui/use-dialog'
import { MaterialShortageDialog, useMayAsk } from '../../pickers/material-shortage'
import { useOrder } from './order-context'
import type { OrderLine } from './order-lines'
import type { OrderStore } from './order-store'

/** What of an order's line is there and on its way for it; a part that was just typed brings what is free with it. */
export type StockOf = (line: OrderLine) => Pick<OrderStock, 'available' | 'onOrder'> | undefined

/** What a line still wants of the warehouse, base units; nothing of what the customer brings or did without (business/repair 5.7). */
function wantedQty({ qty, issuedQty, returnedQty, agreement, isCustomerSupplied }: OrderLine): string {
  if (!isDecimal(qty) || agreement === 'declined' || isCustomerSupplied) return '0'
  return trimZeros(max('0', sub(qty, sub(issuedQty || '0', returnedQty || '0'))))
}

/** Less is there than the line wants. */
export function shortageOf(line: OrderLine, stockOf: StockOf): string | undefined {
  const stock = stockOf(line)
  const wanted = wantedQty(line)
  if (!stock || compare(wanted, stock.available) <= 0) return undefined
  const coming = isPositive(stock.onOrder) ? `，在途 ${trimZeros(stock.onOrder)}` : ''
  return `可用量 ${trimZeros(stock.available)}，需要 ${wanted}${coming}`
}

const partIdsOf = ({ sections: { materials } }: OrderStore) =>
  [...new Set(materials.filled().flatMap(({ partId }) => partId ?? []))].join(',')

/** Keeps what is known of the material true: asked anew as parts come, with the warehouse, and after every step of the order. */
export function useOrderStock(): StockOf {
  const { readOnly } = useEditor()
  const order = useOrder()
  const { id, version } = useDocumentMeta()
  const { warehouseId } = useHeader()
  const { materials } = order.sections
  const subscribe = useCallback((listener: () => void) => materials.watch(listener), [materials])
  const partIds = useSyncExternalStore(subscribe, () => partIdsOf(order))
  const place = typeof warehouseId === 'number' ? warehouseId : undefined
  const query = { ...(id !== undefined && { workOrderId: id }), warehouseId: place ?? 0, partIds }
  const enabled = !readOnly && place !== undefined && partIds !== ''
  const found = useCall(orderStock, { query }, { enabled, keeps: true })
  const refresh = useRefreshCalls()
  useEffect(() => refresh(orderStock), [refresh, version])
  const { data } = found
  return useMemo(() => {
    const known = new Map((enabled ? data?.rows : undefined)?.map((row) => [row.partId, row]))
    return (line) =>
      known.get(line.partId ?? 0) ??
      (isDecimal(line['available']) ? { available: line['available'], onOrder: '0' } : undefined)
  }, [data, enabled])
}

/** States in which goods may still be issued to the order. */
const mayWant = (state: string) => isEntered(workOrder, state) || issuingStates.some((each) => each === state)

interface ShortMaterial {
  /** Asks for what the line lacks, as its card offers; nothing where the user may not. */
  ask: ((line: OrderLine) => void) | undefined
  button: ReactNode
  dialog: ReactNode
}

/** 缺料转采购/调拨 (F4) of the line at the cursor where it lacks something, else of all that do; what is unsaved is saved first. */
export function useShortMaterial(stockOf: StockOf): ShortMaterial {
  const { readOnly, grids } = useEditor()
  const order = useOrder()
  const editor = useEditorApi()
  const { state } = useDocumentMeta()
  const may = useMayAsk()
  const refresh = useRefreshCalls()
  const [open, dialog] = useDialog(MaterialShortageDialog)
  const { materials } = order.sections
  const isOffered = !readOnly && mayWant(state) && (may.buy || may.ask)
  const askFor = async (asked: (partId: number) => boolean) => {
    grids.of('materials')?.commit()
    if ((editor.dirty || editor.id === undefined) && !(await editor.save())) return
    const { id, billNo } = order.editor.meta()
    const { warehouseId } = order.editor.header()
    const lines = materials.filled().flatMap((line) => {
      const { partId, partCode, partName } = line
      return partId !== null && asked(partId) ? [{ partId, partCode, partName, qty: wantedQty(line), line }] : []
    })
    const needs = needsByPart(lines)
    if (needs.length === 0) return toast.warning('没有缺料')
    await open({ orderId: id as number, billNo, warehouseId: warehouseId as number, needs })
    refresh(orderStock)
  }
  const isShort = (partId: number) => {
    const own = materials.filled().filter((line) => line.partId === partId)
    const [first] = own
    const stock = first && stockOf(first)
    const [need] = needsByPart(own.map((line) => ({ partId, partCode: '', partName: '', qty: wantedQty(line) })))
    return stock !== undefined && need !== undefined && isPositive(missingQty(need.qty, stock))
  }
  const atCursor = () => {
    const grid = grids.of('materials')
    const key = grid?.activeKey()
    const partId = key === undefined ? null : (materials.line(key)?.partId ?? null)
    void askFor(partId !== null && isShort(partId) ? (each) => each === partId : isShort)
  }
  useEditorKeys(isOffered ? { F4: atCursor } : {})
  // Cards are drawn anew with their columns, which stay the same while the order is written.
  const latest = useRef(askFor)
  latest.current = askFor
  const ask = useCallback(({ partId }: OrderLine) => void latest.current((each) => each === partId), [])
  return {
    ask: isOffered ? ask : undefined,
    button: isOffered && (
      <Button size="small" title="所有缺料的行；F4 只转当前行" onClick={() => void askFor(isShort)}>
        缺料转采购/调拨
      </Button>
    ),
    dialog,
  }
}
