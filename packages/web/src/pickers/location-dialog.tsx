import { type LookupLocation, partStock, type StockRow } from '@chepu/contract/basics/lookups'
import { useState } from 'react'
import { qtyText } from '../kit/base/format'
import { useCall } from '../kit/base/use-call'
import type { DialogProps } from '../kit/ui/use-dialog'
import { ChoiceDialog, ChoiceSearch } from './choice-dialog'
import { type ChoiceColumn, ChoiceTable, useChoices } from './choice-table'

interface LocationQuestion {
  text: string
  partId: number
  warehouseId: number
  locations: readonly LookupLocation[]
  /** Goods leave: only places that hold the part are offered. */
  outgoing: boolean
}

/** A place of a part: location and batch, with what lies there. */
interface Place {
  locationId: number | null
  locationCode: string | null
  batchNo: string
  qty: string
  available: string
}

const columns: ChoiceColumn<Place>[] = [
  { title: '货位', show: (place) => place.locationCode },
  { title: '批次', show: (place) => place.batchNo },
  { title: '库存', right: true, show: (place) => qtyText(place.qty) },
  { title: '可用', right: true, show: (place) => qtyText(place.available) },
]

const keyOf = (place: Place) => `${place.locationId}/${place.batchNo}`

/** 选择货位: where the part lies in the warehouse, and for incoming goods the empty locations too. */
export function LocationDialog({ input, onDone }: DialogProps<LocationQuestion, Place>) {
  const [text, setText] = useState(input.text)
  const query = { partIds: String(input.partId), warehouseId: input.warehouseId }
  const stock = useCall(partStock, { query })
  const rows = placesOf(stock.data?.rows ?? [], input).filter((place) =>
    `${place.locationCode ?? ''} ${place.batchNo}`.toLowerCase().includes(text.trim().toLowerCase()),
  )
  const settled = !stock.isFetching
  const choices = useChoices({ rows, keyOf, settled, onTake: ([place]) => onDone(place) })
  return (
    <ChoiceDialog title="选择货位" width={520} choices={choices} onClose={() => onDone()}>
      <ChoiceSearch
        choices={choices}
        value={text}
        onSearch={setText}
        aria-label="查找货位"
        placeholder="货位编码 / 批次"
      />
      <ChoiceTable
        choices={choices}
        columns={columns}
        label="货位"
        height="min(46vh, 380px)"
        empty={stock.isFetching ? '正在查询…' : input.outgoing ? '该仓库没有此配件的库存' : '没有找到货位'}
      />
    </ChoiceDialog>
  )
}

function placesOf(stock: readonly StockRow[], input: LocationQuestion): Place[] {
  if (input.outgoing) return [...stock]
  const empty = input.locations
    .filter((location) => !stock.some((row) => row.locationId === location.id))
    .map(({ id, code }) => ({ locationId: id, locationCode: code, batchNo: '', qty: '0', available: '0' }))
  return [...stock, ...empty]
}
