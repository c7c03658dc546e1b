import type { PartnerRole } from '@chepu/contract/kernel/partner-roles'
import { listSourceLines } from '@chepu/contract/basics/lookups'
import type { OpenSourceLine } from '@chepu/contract/kernel/goods-document'
import { Checkbox, DatePicker, Input, Segmented } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import dayjs from '../kit/base/dayjs'
import { priceText, qtyText } from '../kit/base/format'
import { useCall } from '../kit/base/use-call'
import type { DialogProps } from '../kit/ui/use-dialog'
import { ChoiceDialog } from './choice-dialog'
import { type ChoiceColumn, ChoiceTable, useChoices } from './choice-table'
import { findPartners } from './lists'
import { Autocomplete } from '../kit/ui/autocomplete'
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

interface SourceQuestion {
  /** Kind of the document in hand. */
  target: string
  /** Kinds of documents that may be its source. */
  sources: readonly { kind: string; title: string }[]
  roles: PartnerRole | readonly PartnerRole[]
  partner?: { id: number; name: string } | undefined
  /** Lines that are already in the document and must not be taken twice. */
  taken: readonly number[]
}

/** 引单: lines of former documents with what remains of them; answers the ticked ones (business/documents 4.1). */
export function SourceDialog({ input, onDone }: DialogProps<SourceQuestion, { source: string; lineIds: number[] }>) {
  const [source, setSource] = useState(input.sources[0]?.kind ?? '')
  const [partner, setPartner] = useState(input.partner)
  const [billNo, setBillNo] = useState('')
  const [part, setPart] = useState('')
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const [open, setOpen] = useState(true)
  const typed = useMemo(() => ({ billNo, part, from, to }), [billNo, part, from, to])
  const query = useRested(typed, 250)
  const found = useCall(listSourceLines, {
    params: { target: input.target },
    query: { source, partnerId: partner?.id, rows: 200, ...filled(query), ...(open ? { open: 'true' as const } : {}) },
  })
  const rows = useFresh(found.data?.rows, input.taken)
  const choices = useChoices({
    rows,
    keyOf: (line) => line.lineId,
    settled: query === typed && !found.isFetching,
    multiple: true,
    onTake: (lines) => onDone({ source, lineIds: lines.map((line) => line.lineId) }),
  })
  return (
    <ChoiceDialog
      title="引单"
      width={1180}
      choices={choices}
      take="引入"
      counted="行"
      hint={<span className="picker-hint">↑↓ 选行　Ctrl+空格 勾选　Enter 引入</span>}
      onClose={() => onDone()}
    >
      <div className="picker-search" onKeyDown={choices.onKeyDown}>
        {input.sources.length > 1 && (
          <Segmented
            options={input.sources.map(({ kind, title }) => ({ value: kind, label: title }))}
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
            find={(text) => findPartners(text, input.roles)}
            onChange={(option) => setPartner(option && { id: option.value.id, name: option.value.name })}
          />
        </span>
        <Day title="开始日期" value={from} onChange={setFrom} />
        <Day title="结束日期" value={to} onChange={setTo} />
        <Checkbox checked={open} onChange={(event) => setOpen(event.target.checked)}>
          仅未完成
        </Checkbox>
      </div>
      <ChoiceTable
        choices={choices}
        columns={columns}
        label="前单明细"
        height="min(54vh, 480px)"
        empty={found.isFetching ? '正在查询…' : (found.error?.message ?? '没有可引用的单据明细')}
      />
    </ChoiceDialog>
  )
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
