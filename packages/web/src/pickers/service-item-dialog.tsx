import { type LookupServiceItem, searchServiceItems } from '@chepu/contract/repair/lookups'
import { pricingModes } from '@chepu/contract/kernel/pricing-modes'
import { trimZeros } from '@chepu/contract/kernel/decimal'
import { useState } from 'react'
import { moneyText, priceText } from '../kit/base/format'
import { useCall } from '../kit/base/use-call'
import { useNarrow } from '../kit/base/use-narrow'
import type { DialogProps } from '../kit/ui/use-dialog'
import { ChoiceDialog, ChoiceSearch } from './choice-dialog'
import { type ChoiceColumn, ChoiceTable, useChoices } from './choice-table'
import { useRested } from './use-rested'

const none: LookupServiceItem[] = []

const columns: ChoiceColumn<LookupServiceItem>[] = [
  { title: '项目编码', show: (item) => item.code },
  { title: '项目名称', width: 220, show: (item) => item.name },
  { title: '工种', show: (item) => item.workerTypeName },
  { title: '计价方式', show: (item) => pricingModes[item.pricingMode] },
  { title: '标准工时', right: true, show: (item) => trimZeros(item.stdHours) },
  { title: '单价', right: true, show: (item) => priceText(item.price) },
  { title: '金额', right: true, show: (item) => moneyText(item.amount) },
  { title: '材料', width: 200, show: (item) => item.parts.map(({ name }) => name).join('、') },
]

/** On a phone the item and what it costs are in view. */
const narrowColumns: ChoiceColumn<LookupServiceItem>[] = [
  {
    title: '项目',
    width: 170,
    show: (item) => (
      <>
        <b>{item.name}</b>
        <small>{[item.code, item.workerTypeName].join(' ')}</small>
      </>
    ),
  },
  ...columns.filter(({ title }) => ['标准工时', '金额'].includes(title)),
]

interface ItemQuestion {
  text: string
  /** The car that the items are for: what they cost goes by its type. */
  vehicleId?: number | undefined
  carTypeId?: number | undefined
}

/** 选择服务项目: search by code, name, pinyin; what each costs on this car; one or several items. */
export function ServiceItemDialog({ input, onDone }: DialogProps<ItemQuestion, readonly LookupServiceItem[]>) {
  const { text: first, ...car } = input
  const [text, setText] = useState(first)
  const asked = useRested(text)
  const narrow = useNarrow()
  const found = useCall(searchServiceItems, { query: { ...car, q: asked.trim(), rows: 50 } }, { keeps: true })
  const choices = useChoices({
    rows: found.data?.rows ?? none,
    keyOf: (item) => item.id,
    settled: asked === text && !found.isFetching,
    multiple: true,
    onTake: onDone,
  })
  return (
    <ChoiceDialog
      title="选择服务项目"
      width={1000}
      choices={choices}
      counted="个"
      hint={<span className="picker-hint">↑↓ 选行　Enter 确定　Ctrl+空格 勾选多个　Esc 关闭</span>}
      onClose={() => onDone()}
    >
      <ChoiceSearch
        choices={choices}
        value={text}
        onSearch={setText}
        aria-label="查找服务项目"
        placeholder="编码 / 名称 / 拼音"
      />
      <ChoiceTable
        choices={choices}
        columns={narrow ? narrowColumns : columns}
        label="服务项目"
        height="min(52vh, 460px)"
        empty={found.isFetching ? '正在查找…' : (found.error?.message ?? `未找到服务项目 ${text}`)}
      />
    </ChoiceDialog>
  )
}
