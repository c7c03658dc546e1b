import { gradeLabels } from '@chepu/contract/basics/part'
import { type LookupPart, lookupPartsById } from '@chepu/contract/basics/lookups'
import { add, isPositive, trimZeros } from '@chepu/contract/kernel/decimal'
import { isDecimal } from '@chepu/contract/kernel/typed'
import {
  asksForTransfer,
  askedOf,
  askForTransfer,
  type GroupPlace,
  groupStock,
  lackOf,
  seesGroupStock,
} from '@chepu/contract/warehouse/group-stock'
import { transferRequest } from '@chepu/contract/warehouse/transfer-request'
import { Button } from 'antd'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { call } from '../kit/base/call'
import { priceText, qtyText } from '../kit/base/format'
import { useSession } from '../kit/base/session'
import { useTabs } from '../kit/base/tabs'
import { toast } from '../kit/base/toast'
import { useCall, useRefreshCalls } from '../kit/base/use-call'
import { useNarrow } from '../kit/base/use-narrow'
import { documentPath } from '../kit/document/document-screens'
import type { EditorLine } from '../kit/goods/document-lines'
import { PageModal } from '../kit/ui/page-modal'
import { QtyInput } from '../kit/ui/qty-input'
import type { DialogProps } from '../kit/ui/use-dialog'
import { type ChoiceColumn, ChoiceTable, useChoices } from './choice-table'
import type { PartContext } from './part-entry'

/** What has been asked of others for a line while it is being entered. */
interface Asked {
  qty: string
  billNo: string
  id: number
}

interface ShortLine {
  line: EditorLine
  context: PartContext
  onAsked: (asked: Asked) => void
}

type Substitute = LookupPart['substitutes'][number]
type Way = { key: string; part: Substitute; place?: undefined } | { key: string; place: GroupPlace; part?: undefined }

/** 缺货处理 of a line: substitutes, one of which takes the part's place, and sister organisations, of which goods are asked. */
export function ShortageDialog({ input, onDone }: DialogProps<ShortLine, LookupPart>) {
  const { line, context } = input
  const partId = line.partId as number
  const { has } = useSession()
  const narrow = useNarrow()
  const [asked, setAsked] = useState(() => askedFor(line))
  const own = useCall(lookupPartsById, { body: { ...context, partIds: [partId] } })
  const inGroup = useCall(groupStock, { query: { partId } }, { enabled: has(seesGroupStock) })
  const found = own.data?.rows[0]
  const available = isDecimal(line['available']) ? line['available'] : (found?.available ?? '0')
  const lack = isDecimal(line.qty) ? lackOf(line.qty, available, asked?.qty ?? '0') : '0'
  const [typed, setTyped] = useState<string>()
  const wanted = typed ?? trimZeros(lack)
  const ways = waysOf(found?.substitutes ?? [], inGroup.data?.rows ?? [])
  const mayAsk = has(asksForTransfer) && context.warehouseId !== undefined
  const refresh = useRefreshCalls()
  const busy = useRef(false)

  const exchange = async (part: Substitute) => {
    const { rows } = await call(lookupPartsById, { body: { ...context, partIds: [part.partId] } })
    onDone(rows[0])
  }
  const ask = async (place: GroupPlace) => {
    const qty = askedOf(wanted, place.available)
    if (!mayAsk || context.warehouseId === undefined) return
    if (!isPositive(qty)) return toast.warning(asked ? `已申请调拨 ${asked.billNo}，不再缺货` : '请填写申请数量')
    const body = { warehouseId: context.warehouseId, fromWarehouseId: place.warehouseId, partId: place.partId, qty }
    const made = await call(askForTransfer, { body })
    const all = { ...made, qty: trimZeros(add(asked?.qty ?? '0', qty)) }
    input.onAsked(all)
    setAsked(all)
    setTyped(undefined)
    refresh(groupStock)
  }
  /** One step at a time: another press while one is on its way does nothing. */
  const take = async ({ part, place }: Way) => {
    if (busy.current) return
    busy.current = true
    // The call has told the user why it was refused.
    await (part ? exchange(part) : ask(place)).catch(() => undefined)
    busy.current = false
  }
  const settled = !own.isPending && !inGroup.isLoading
  const choices = useChoices<Way>({
    rows: ways,
    keyOf: ({ key }) => key,
    settled,
    onTake: ([way]) => way && void take(way),
  })
  const desk = useRef<HTMLDivElement>(null)
  useEffect(() => desk.current?.focus(), [])
  return (
    <PageModal
      open
      width={880}
      title={`缺货处理：${line.partCode} ${line.partName}`}
      footer={<Button onClick={() => onDone()}>关闭</Button>}
      onCancel={() => onDone()}
    >
      <div ref={desk} tabIndex={-1} className="shortage" onKeyDown={keysBut(choices.onKeyDown)}>
        <p className="shortage-figures">
          需要 <b>{qtyText(line.qty)}</b>　可用 <b>{qtyText(available)}</b>　缺 <b className="warn">{qtyText(lack)}</b>
          {mayAsk && has(seesGroupStock) && (
            <label>
              申请数量 <QtyInput label="申请数量" qty={wanted} onEnter={setTyped} />
            </label>
          )}
        </p>
        {asked && <AskedFor asked={asked} onLeave={() => onDone()} />}
        <ChoiceTable
          choices={choices}
          columns={columnsOf(narrow, mayAsk, (way) => void take(way))}
          label="替换件与兄弟企业"
          empty={settled ? '没有替换件，兄弟企业也没有可用库存' : '正在查找…'}
        />
        <span className="picker-hint">↑↓ 选行　Enter 换用或申请调拨　Esc 关闭</span>
      </div>
    </PageModal>
  )
}

/** The number that was asked under; following it leaves the document in its tab as it is. */
function AskedFor({ asked, onLeave }: { asked: Asked; onLeave: () => void }) {
  const { open } = useTabs()
  const path = documentPath(transferRequest.kind, asked.id)
  const follow = () => {
    onLeave()
    if (path) open(path)
  }
  return (
    <p role="status" className="shortage-asked">
      已申请调拨 {qtyText(asked.qty)}，草稿单号{' '}
      <button type="button" className="kit-link" onClick={follow}>
        {asked.billNo}
      </button>
      ，请打开提交
    </p>
  )
}

const waysOf = (substitutes: readonly Substitute[], places: readonly GroupPlace[]): Way[] => [
  ...substitutes.map((part) => ({ key: `part/${part.partId}`, part })),
  ...places.map((place) => ({ key: `place/${place.partId}/${place.warehouseId}`, place })),
]

/** What was asked for the line, as long as it is of the same part. */
function askedFor(line: EditorLine): Asked | undefined {
  const asked = line['asked'] as (Asked & { partId: number }) | undefined
  return asked?.partId === line.partId ? asked : undefined
}

/** Keys of the rows, but for those typed into the box of the quantity and pressed on a button. */
const keysBut = (onKeyDown: (event: KeyboardEvent) => void) => (event: KeyboardEvent) => {
  if (event.target instanceof HTMLElement && event.target.matches('div, td, tr')) onKeyDown(event)
}

function columnsOf(narrow: boolean, mayAsk: boolean, take: (way: Way) => void): ChoiceColumn<Way>[] {
  const names = ({ part, place }: Way) => part ?? place
  const from = ({ place }: Way) => (place ? `${place.orgName} ${place.warehouseName}` : '本仓替换件')
  const step = (way: Way) =>
    (way.part || mayAsk) && <Button onClick={() => take(way)}>{way.part ? '换用' : '申请调拨'}</Button>
  const figures: ChoiceColumn<Way>[] = [
    {
      title: '可用',
      right: true,
      show: (way) => (
        <span className={isPositive(names(way).available) ? '' : 'warn'}>{qtyText(names(way).available)}</span>
      ),
    },
    { title: '单价', right: true, show: ({ part }) => part && priceText(part.price) },
  ]
  if (narrow)
    return [
      {
        title: '配件',
        width: 150,
        show: (way) => (
          <>
            <b>{names(way).partName}</b>
            <small>{[names(way).partCode, names(way).brandName].filter(Boolean).join(' ')}</small>
            <small>{from(way)}</small>
          </>
        ),
      },
      ...figures,
      { title: '', show: step },
    ]
  return [
    { title: '来源', width: 190, show: from },
    { title: '配件编码', show: (way) => names(way).partCode },
    { title: '配件名称', width: 160, show: (way) => names(way).partName },
    { title: '品牌', width: 80, show: (way) => names(way).brandName },
    { title: '品质', show: ({ part }) => part && gradeLabels[part.grade] },
    ...figures,
    {
      title: '已申请',
      right: true,
      show: ({ place }) => place && isPositive(place.requestedQty) && qtyText(place.requestedQty),
    },
    { title: '说明', width: 110, show: ({ part }) => part?.note },
    { title: '', show: step },
  ]
}
