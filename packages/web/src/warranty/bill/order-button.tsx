import { makeBill, ordersToBill, warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import type { DataOf } from '@chepu/contract/kernel/route'
import { Button } from 'antd'
import { useState } from 'react'
import { CallError } from '../../kit/base/call'
import { dayText, moneyText } from '../../kit/base/format'
import { useSession } from '../../kit/base/session'
import { Gestures } from '../../kit/base/submit-once'
import { useTabs } from '../../kit/base/tabs'
import { toast } from '../../kit/base/toast'
import { useCall } from '../../kit/base/use-call'
import { useNarrow } from '../../kit/base/use-narrow'
import { documentPath } from '../../kit/document/document-screens'
import { type DialogProps, useDialog } from '../../kit/ui/use-dialog'
import { ChoiceDialog, ChoiceSearch } from '../../pickers/choice-dialog'
import { type ChoiceColumn, ChoiceTable, useChoices } from '../../pickers/choice-table'
import { useRested } from '../../pickers/use-rested'

type Order = DataOf<typeof ordersToBill>['rows'][number]
const none: Order[] = []

const columnsOf = (narrow: boolean): ChoiceColumn<Order>[] => [
  { title: '工单', show: ({ workOrderNo }) => workOrderNo },
  { title: '车牌', show: ({ plate }) => plate },
  { title: '厂家', width: narrow ? 110 : 160, show: ({ manufacturerName }) => manufacturerName },
  { title: '申报额', right: true, show: ({ amount }) => moneyText(amount) },
  ...(narrow
    ? []
    : [
        { title: '客户', width: 160, show: ({ partnerName }: Order) => partnerName },
        { title: '结算日期', show: ({ settledOn }: Order) => dayText(settledOn) },
        { title: '结算单', show: ({ settlementNo }: Order) => settlementNo },
      ]),
]

/** 选工单: a settled order with lines of a manufacturer that no bill claims; its bill is made with them, and opened. */
export function OrderButton() {
  const { has } = useSession()
  const { open } = useTabs()
  const [ask, dialog] = useDialog(OrderDialog)
  const [gestures] = useState(() => new Gestures(() => undefined))
  if (!has(warrantyBill.buttons.add)) return null
  const make = async () => {
    const order = await ask({})
    if (!order) return
    const { settlementId, manufacturerId } = order
    try {
      const change = { route: makeBill, body: { settlementId, manufacturerId } }
      const made = await gestures.run(() => gestures.change(change))
      const path = made && documentPath(warrantyBill.kind, made.id)
      if (path) open(path)
    } catch (problem) {
      if (!(problem instanceof CallError)) throw problem
      toast.error(problem.message)
    }
  }
  return (
    <>
      <Button size="small" onClick={() => void make()}>
        选工单
      </Button>
      {dialog}
    </>
  )
}

function OrderDialog({ onDone }: DialogProps<object, Order>) {
  const [text, setText] = useState('')
  const asked = useRested(text)
  const narrow = useNarrow()
  const q = asked.trim()
  const found = useCall(ordersToBill, { query: q ? { q } : {} }, { keeps: true })
  const choices = useChoices<Order>({
    rows: found.data?.rows ?? none,
    keyOf: ({ settlementId, manufacturerId }) => `${settlementId} ${manufacturerId}`,
    settled: asked === text && !found.isFetching,
    onTake: ([order]) => order && onDone(order),
  })
  return (
    <ChoiceDialog title="选工单" width={1000} take="开三包单" choices={choices} onClose={() => onDone(undefined)}>
      <ChoiceSearch
        choices={choices}
        value={text}
        onSearch={setText}
        aria-label="查找工单"
        placeholder="工单号、车牌或VIN尾号"
      />
      <ChoiceTable
        choices={choices}
        columns={columnsOf(narrow)}
        label="待开三包单的工单"
        height="min(52vh, 460px)"
        empty={found.isFetching ? '正在查找…' : (found.error?.message ?? '没有待开三包单的工单')}
      />
    </ChoiceDialog>
  )
}
