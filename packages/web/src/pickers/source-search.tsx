import type { PartnerRole } from '@chepu/contract/kernel/partner-roles'
import { listSourceLines } from '@chepu/contract/basics/lookups'
import type { OpenSourceLine } from '@chepu/contract/kernel/goods-document'
import { Checkbox, DatePicker, Input, Segmented } from 'antd'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import dayjs from '../kit/base/dayjs'
import { priceText, qtyText } from '../kit/base/format'
import { useCall } from '../kit/base/use-call'
import { Autocomplete } from '../kit/ui/autocomplete'
import { type ChoiceColumn, type Choices, ChoiceTable, useChoices } from './choice-table'
import { FormerPrices } from './former-prices'
import { findPartners } from './lists'
import { useRested } from './use-rested'

const none: OpenSourceLine[] = []

const columns: ChoiceColumn<OpenSourceLine>[] = [
  { title: '单号', show: (line) => line.billNo },
  { title: '日期', show: (line) => line.bizDate },
  { title: '往来单位', show: (line) => line.partnerName },
  { title: '配件编码', show: (line) => line.partCode },
  { title: '配件名称', show: (line) => line.partName },
  { title: '品牌', show: (line) => line.brandName },
  { title: '规格', show: (line) => line.spec },
  { title: '数量', right: true, show: (line) => qtyText(line.qty) },
  { title: '剩余', right: true, show: (line) => qtyText(line.remainingQty) },
  { title: '单价', right: true, show: (line) => priceText(line.price) },
  { title: '货位', show: (line) => line.locationCode },
  { title: '批次', show: (line) => line.batchNo },
]

/** A kind of former documents, and the document in hand that would be made of it: what remains is what that may still take. */
interface SourceTab {
  kind: string
  title: string
  target: string
}

interface SourceSearch {
  tabs: readonly SourceTab[]
  roles: PartnerRole | readonly PartnerRole[]
  partner?: { id: number; name: string } | undefined
  /** Lines that are already in the document and must not be taken twice. */
  taken?: readonly number[] | undefined
  /** Whether several lines may be taken at once. */
  multiple: boolean
  onTake: (source: string, lines: readonly OpenSourceLine[]) => void
}

const nothingTaken: readonly number[] = []

/**
 * The search of former documents: lines in tabs by the kind of their document, what remains of them, and the last ten prices of the marked
 * one with its partner (business/documents 4.1). Answers what was chosen, and filters and table to draw.
 */
export function useSourceSearch(asked: SourceSearch): {
  choices: Choices<OpenSourceLine>
  search: ReactNode
  table: ReactNode
} {
  const { tabs, taken = nothingTaken } = asked
  const [source, setSource] = useState(tabs[0]?.kind ?? '')
  const [partner, setPartner] = useState(asked.partner)
  const [billNo, setBillNo] = useState('')
  const [part, setPart] = useState('')
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const [open, setOpen] = useState(true)
  const typed = useMemo(() => ({ billNo, part, from, to }), [billNo, part, from, to])
  const query = useRested(typed, 250)
  const target = tabs.find(({ kind }) => kind === source)?.target ?? ''
  const found = useCall(listSourceLines, {
    params: { target },
    query: { source, partnerId: partner?.id, rows: 200, ...filled(query), ...(open ? { open: 'true' as const } : {}) },
  })
  const rows = useFresh(found.data?.rows, taken)
  const choices = useChoices({
    rows,
    keyOf: (line) => line.lineId,
    settled: query === typed && !found.isFetching,
    multiple: asked.multiple,
    onTake: (lines) => asked.onTake(source, lines),
  })
  const search = (
    <div className="picker-search" onKeyDown={choices.onKeyDown}>
      {tabs.length > 1 && (
        <Segmented
          options={tabs.map(({ kind, title }) => ({ value: kind, label: title }))}
          value={source}
          onChange={setSource}
        />
      )}
      <Input
        autoFocus
        className="picker-text"
        allowClear
        value={billNo}
        aria-label="单号"
        placeholder="单号"
        onChange={(event) => setBillNo(event.target.value)}
      />
      <Input
        className="picker-text"
        allowClear
        value={part}
        aria-label="配件"
        placeholder="配件编码 / 名称 / OE号"
        onChange={(event) => setPart(event.target.value)}
      />
      <span className="picker-text" onKeyDown={(event) => event.key === 'Enter' && event.stopPropagation()}>
        <Autocomplete
          label="往来单位"
          placeholder="往来单位"
          text={partner?.name ?? ''}
          find={(text) => findPartners(text, asked.roles)}
          onChange={(option) => setPartner(option && { id: option.value.id, name: option.value.name })}
        />
      </span>
      <Day title="开始日期" value={from} onChange={setFrom} />
      <Day title="结束日期" value={to} onChange={setTo} />
      <Checkbox checked={open} onChange={(event) => setOpen(event.target.checked)}>
        仅未完成
      </Checkbox>
    </div>
  )
  const current = rows[choices.active]
  const table = (
    <>
      <ChoiceTable
        choices={choices}
        columns={columns}
        label="前单明细"
        height="min(54vh, 480px)"
        empty={found.isFetching ? '正在查询…' : (found.error?.message ?? '没有可引用的单据明细')}
      />
      {current && (
        <FormerPrices
          target={source}
          partId={current.partId}
          partnerId={current.partnerId ?? undefined}
          title={`${current.partCode} 与${current.partnerName ?? '本单位'}的最近十次价格`}
        />
      )}
    </>
  )
  return { choices, search, table }
}

/** A day of the search; its keys are the calendar's, not the table's. */
const Day = (props: { title: string; value: string; onChange: (day: string) => void }) => (
  <span onKeyDown={(event) => event.stopPropagation()}>
    <DatePicker
      aria-label={props.title}
      placeholder={props.title}
      value={props.value === '' ? null : dayjs(props.value)}
      onChange={(day) => props.onChange(day?.format('YYYY-MM-DD') ?? '')}
    />
  </span>
)

const filled = <Values extends Record<string, string>>(values: Values): Partial<Values> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')) as Partial<Values>

/** Rows that are not yet in the document; the last ones while the next answer is on its way. */
function useFresh(rows: readonly OpenSourceLine[] | undefined, taken: readonly number[]): readonly OpenSourceLine[] {
  const [fresh, setFresh] = useState<readonly OpenSourceLine[]>(none)
  useEffect(() => {
    if (rows) setFresh(rows.filter((line) => !taken.includes(line.lineId)))
  }, [rows, taken])
  return fresh
}
