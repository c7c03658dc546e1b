import type { AnyDocument } from '@chepu/contract/kernel/document-calls'
import type { RepairRow } from '@chepu/contract/kernel/repair-document'
import { stateLabel } from '@chepu/contract/kernel/states'
import { Segmented } from 'antd'
import { useState } from 'react'
import { dayText } from '../../kit/base/format'
import { useCall } from '../../kit/base/use-call'
import { useNarrow } from '../../kit/base/use-narrow'
import type { DialogProps } from '../../kit/ui/use-dialog'
import { ChoiceDialog, ChoiceSearch } from '../../pickers/choice-dialog'
import { type ChoiceColumn, ChoiceTable, useChoices } from '../../pickers/choice-table'
import { useRested } from '../../pickers/use-rested'
import type { FormerKind } from './former-order'

interface Question {
  kinds: readonly FormerKind[]
  /** The car of the order in hand, whose documents alone are shown. */
  vehicleId: number | undefined
}

const none: RepairRow[] = []

const number: ChoiceColumn<RepairRow> = { title: '单号', show: ({ billNo }) => billNo }

const columnsOf = (def: AnyDocument, narrow: boolean): ChoiceColumn<RepairRow>[] => [
  ...(narrow ? [] : [number]),
  { title: '日期', show: ({ bizDate }) => dayText(bizDate) },
  { title: '车牌', show: ({ plate, vin }) => plate || vin },
  { title: '客户', width: narrow ? 110 : 160, show: ({ partnerName }) => partnerName },
  ...(narrow
    ? [number]
    : [
        { title: '车型', width: 180, show: ({ modelText }: RepairRow) => modelText },
        { title: '服务顾问', show: ({ salespersonName }: RepairRow) => salespersonName },
        { title: '状态', show: ({ state }: RepairRow) => stateLabel(def, state) },
        { title: '备注', width: 160, show: ({ remark }: RepairRow) => remark },
      ]),
]

/** 引单: an appointment, a reception or an earlier order to begin an order from, kind by kind (business/repair 4.6). */
export function FormerDialog({ input, onDone }: DialogProps<Question, { kind: string; id: number }>) {
  const [kind, setKind] = useState(input.kinds[0] as FormerKind)
  const [text, setText] = useState('')
  const asked = useRested(text)
  const narrow = useNarrow()
  const { vehicleId } = input
  const car = asked.trim()
  const query = { state: kind.states, rows: 50, ...(vehicleId && { vehicleId }), ...(car && { car }) }
  const found = useCall(kind.def.routes.list, { query }, { keeps: true })
  const choices = useChoices<RepairRow>({
    rows: (found.data?.rows as readonly RepairRow[] | undefined) ?? none,
    keyOf: ({ id }) => id,
    settled: asked === text && !found.isFetching,
    onTake: ([row]) => row && onDone({ kind: kind.def.kind, id: row.id }),
  })
  return (
    <ChoiceDialog
      title="引单"
      width={1000}
      choices={choices}
      take="引入"
      hint={<span className="picker-hint">↑↓ 选行　Enter 引入　Esc 关闭</span>}
      onClose={() => onDone()}
    >
      <Segmented
        className="wo-kinds"
        options={input.kinds.map(({ label }) => label)}
        value={kind.label}
        onChange={(label) => setKind(input.kinds.find((each) => each.label === label) as FormerKind)}
      />
      <ChoiceSearch
        choices={choices}
        value={text}
        onSearch={setText}
        aria-label="查找前单"
        placeholder="车牌或VIN尾号"
      />
      <ChoiceTable
        choices={choices}
        columns={columnsOf(kind.def, narrow)}
        label={kind.label}
        height="min(52vh, 460px)"
        empty={found.isFetching ? '正在查找…' : (found.error?.message ?? `没有可引用的${kind.label}`)}
      />
    </ChoiceDialog>
  )
}
