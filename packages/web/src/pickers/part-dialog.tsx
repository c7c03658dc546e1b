import { partButtons } from '@chepu/contract/basics/part'
import { type LookupPart, searchParts } from '@chepu/contract/basics/lookups'
import { isPositive } from '@chepu/contract/kernel/decimal'
import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import type { PartContext } from './part-entry'
import { priceText, qtyText } from '../kit/base/format'
import { useSession } from '../kit/base/session'
import { useTabs } from '../kit/base/tabs'
import { useCall } from '../kit/base/use-call'
import type { DialogProps } from '../kit/ui/use-dialog'
import { useNarrow } from '../kit/base/use-narrow'
import { ChoiceDialog, ChoiceSearch } from './choice-dialog'
import { type ChoiceColumn, ChoiceTable, useChoices } from './choice-table'
import { FitmentBox } from './fitment-filter'
import { PartDetail } from './part-detail'
import { useRested } from './use-rested'

const none: LookupPart[] = []

const columns: ChoiceColumn<LookupPart>[] = [
  { title: '配件编码', show: (part) => part.partCode },
  { title: '配件名称', width: 190, show: (part) => part.partName },
  { title: '品牌', width: 80, show: (part) => part.brandName },
  { title: '规格', width: 90, show: (part) => part.spec },
  { title: '库存', right: true, show: (part) => qtyText(part.stock) },
  {
    title: '可用',
    right: true,
    show: (part) => <span className={isPositive(part.available) ? '' : 'warn'}>{qtyText(part.available)}</span>,
  },
  { title: '单价', right: true, show: (part) => priceText(part.price) },
  { title: '上次价', right: true, show: (part) => priceText(part.lastPrice) },
  { title: '单位', show: (part) => part.unitName },
  { title: 'OE号', show: (part) => part.oeNo },
  { title: '适用车型', show: (part) => part.fitment },
]

/** On a phone what is asked at the counter is in view: which part, how many, how much. */
const narrowColumns: ChoiceColumn<LookupPart>[] = [
  {
    title: '配件',
    width: 150,
    show: (part) => (
      <>
        <b>{part.partName}</b>
        <small>{[part.partCode, part.brandName, part.spec].filter(Boolean).join(' ')}</small>
      </>
    ),
  },
  ...columns.filter(({ title }) => ['库存', '可用', '单价'].includes(title)),
]

interface PartQuestion {
  text: string
  context: PartContext
  /** Kind of the document of goods that asks, for the last ten prices; others have none. */
  target?: string
  /** Parts that a scan has found; shown until the user types another word. */
  candidates?: readonly LookupPart[] | undefined
}

/** 选择配件: search, stock by warehouse, prices, substitutes; one or several parts. */
export function PartDialog({ input, onDone }: DialogProps<PartQuestion, readonly LookupPart[]>) {
  const [text, setText] = useState(input.text)
  const [inStock, setInStock] = useState(false)
  const [fitment, setFitment] = useState<string>()
  const asked = useRested(text)
  const offered = input.candidates && text === input.text && !inStock && !fitment ? input.candidates : undefined
  const narrowed = { ...(inStock ? { inStock: 'true' as const } : {}), ...(fitment ? { fitment } : {}) }
  const query = { ...input.context, q: asked.trim(), rows: 50, ...narrowed }
  const found = useCall(searchParts, { query }, { enabled: offered === undefined, keeps: true })
  const rows = offered ?? found.data?.rows ?? none
  const settled = offered !== undefined || (asked === text && !found.isFetching)
  const choices = useChoices({ rows, keyOf: (part) => part.partId, settled, multiple: true, onTake: onDone })
  const current = rows[choices.active]
  const { has } = useSession()
  const narrow = useNarrow()
  const tabs = useTabs()
  const add = () => {
    onDone()
    tabs.open({ key: 'parts', params: { new: 1 }, title: '新增配件' })
  }
  return (
    <ChoiceDialog
      title="选择配件"
      width={1120}
      choices={choices}
      counted="个"
      hint={
        <>
          <span className="picker-hint">↑↓ 选行　Enter 确定　Ctrl+空格 勾选多个　Esc 关闭</span>
          {settled && found.isSuccess && rows.length === 0 && has(partButtons.add) && (
            <Button onClick={add}>新增配件</Button>
          )}
        </>
      }
      onClose={() => onDone()}
    >
      <ChoiceSearch
        choices={choices}
        value={text}
        onSearch={setText}
        aria-label="查找配件"
        placeholder="编码 / 名称 / 拼音 / OE号 / 条码"
        onFocus={(event) => event.target.select()}
      >
        <Checkbox checked={inStock} onChange={(event) => setInStock(event.target.checked)}>
          仅有库存
        </Checkbox>
        <FitmentBox value={fitment} onChange={setFitment} placeholder="适用车型" />
      </ChoiceSearch>
      <div className="part-picker">
        <ChoiceTable
          choices={choices}
          columns={narrow ? narrowColumns : columns}
          label="配件"
          empty={found.isFetching ? '正在查找…' : (found.error?.message ?? `未找到配件 ${text}`)}
        />
        {current ? (
          <PartDetail part={current} context={input.context} target={input.target} onSearch={setText} />
        ) : (
          <div className="part-detail" />
        )}
      </div>
    </ChoiceDialog>
  )
}
