import {
  askedStates,
  isHere,
  oldPartButtons,
  type OldPartRow,
  oldParts,
  readOldPart,
} from '@chepu/contract/warranty/old-part'
import { Button } from 'antd'
import { useState } from 'react'
import { useSession } from '../../kit/base/session'
import { useScreenParams, useTabs } from '../../kit/base/tabs'
import { useRefreshCalls } from '../../kit/base/use-call'
import { useNarrow } from '../../kit/base/use-narrow'
import { listOf } from '../../kit/list/columns'
import { FlagFilter, SelectFilter, TextFilter } from '../../kit/list/filters'
import { type ListApi, ListPage } from '../../kit/list/list-page'
import { useLabels } from '../../kit/print/label-roll'
import type { RowAction } from '../../kit/ui/row-actions'
import { useDialog } from '../../kit/ui/use-dialog'
import { PartnerFilter, WarehouseFilter } from '../../pickers/filters'
import { OldPartDetail } from './detail'
import { EditDialog, PlaceDialog, ScrapDialog } from './dialogs'
import { labelsOf } from './labels'
import { TagField } from './scan-field'

const list = listOf(oldParts, {
  billNo: { href: ({ billId }) => `/threePackage?id=${billId}` },
  returnNo: { href: ({ returnId }) => (returnId === null ? undefined : `/oldPartReturn?id=${returnId}`) },
})

type Rows = readonly OldPartRow[]

/** 旧件库: every old part by its tag, where it is, and what is done with it (business/three-guarantees 6). */
export default function OldPartPage() {
  const { tag, ...asked } = useScreenParams()
  const narrow = useNarrow()
  const { open } = useTabs()
  const [shown, setShown] = useState(tag)
  const { steps, dialogs } = useSteps()
  const toolsOf = ({ selected, clearSelection }: ListApi<OldPartRow>) => [
    ...steps
      .filter(({ key }) => !narrow && key !== 'edit')
      .map(({ key, label, may, run }) => (
        <Button
          key={key}
          size="small"
          disabled={selected.length === 0 || !selected.every(may)}
          onClick={() => void run(selected).then(clearSelection)}
        >
          {label}
        </Button>
      )),
    <Button key="returns" size="small" onClick={() => open('/oldPartReturn')}>
      返厂单
    </Button>,
  ]
  const actionsOf = (row: OldPartRow): RowAction[] =>
    steps
      .filter(({ may }) => may(row))
      .map(({ key, label, danger, run }) => ({ key, label, danger: danger ?? false, run: () => void run([row]) }))
  return (
    <div className="op-place">
      <ListPage<OldPartRow>
        {...list}
        name="oldPart"
        nothing="还没有旧件。三包单审核后，换下的旧件在这里打签、存放和返厂"
        defaults={{ state: 'open' }}
        initial={Object.keys(asked).length > 0 ? { state: '', ...asked } : asked}
        selectable={!narrow}
        head={<TagField label="扫旧件标签" placeholder="扫描或输入旧件标签号，回车打开" onTag={setShown} />}
        onOpen={({ tagNo }) => setShown(tagNo)}
        rowActions={actionsOf}
        rowClass={({ state }) =>
          state === 'scrapped' || state === 'lost' || state === 'dropped' ? 'is-void' : undefined
        }
        toolbar={toolsOf}
      >
        <TextFilter name="tagNo" title="标签号" search />
        <SelectFilter name="state" title="状态" options={askedStates} />
        <PartnerFilter name="manufacturerId" title="厂家" role={['manufacturer', 'supplier']} />
        <TextFilter name="billNo" title="三包单" />
        <TextFilter name="part" title="配件" placeholder="编码/名称/拼音/OE号" />
        <TextFilter name="car" title="车牌/VIN" more />
        <WarehouseFilter name="warehouseId" more />
        <TextFilter name="location" title="货位" more />
        <FlagFilter name="untagged" title="未打签" more />
      </ListPage>
      {shown !== undefined && <OldPartDetail tagNo={shown} actionsOf={actionsOf} onClose={() => setShown(undefined)} />}
      {dialogs}
    </div>
  )
}

interface Step {
  key: string
  label: string
  danger?: boolean
  may: (row: OldPartRow) => boolean
  run: (rows: Rows) => Promise<void>
}

/** What the user may do with old parts: one by one, or with those that are ticked. */
function useSteps() {
  const { has } = useSession()
  const { open } = useTabs()
  const readAgain = useRefreshCalls()
  const [print, question] = useLabels('small')
  const [askPlace, placeDialog] = useDialog(PlaceDialog)
  const [askEdit, editDialog] = useDialog(EditDialog)
  const [askScrap, scrapDialog] = useDialog(ScrapDialog)
  const refresh = () => readAgain(oldParts.list, oldParts.totals, readOldPart)
  const asking = (ask: (rows: Rows) => Promise<true | undefined>) => async (rows: Rows) => {
    if (await ask(rows)) refresh()
  }
  const printAll = async (rows: Rows) => {
    await print(await labelsOf(rows.map(({ id }) => id)))
    refresh()
  }
  const sendBack = async (rows: Rows) =>
    open({ key: 'oldPartReturn', params: { new: 1, tags: rows.map(({ id }) => id).join(',') } })
  const here = ({ state }: OldPartRow) => isHere(state)
  const mayTag = has(oldPartButtons.tag)
  const all: (Step & { has: boolean })[] = [
    {
      key: 'print',
      label: '打印标签',
      has: mayTag,
      may: ({ state }) => isHere(state) || state === 'packed',
      run: printAll,
    },
    {
      key: 'send',
      label: '返厂',
      has: has(oldPartButtons.ship),
      may: ({ state }) => state === 'stored',
      run: sendBack,
    },
    { key: 'place', label: '移位', has: mayTag, may: here, run: asking(askPlace) },
    { key: 'scrap', label: '报废', danger: true, has: has(oldPartButtons.scrap), may: here, run: asking(askScrap) },
    {
      key: 'edit',
      label: '修改',
      has: mayTag,
      may: here,
      run: asking((rows) => (rows[0] ? askEdit(rows[0]) : Promise.resolve(undefined))),
    },
  ]
  return {
    steps: all.filter(({ has: isHeld }) => isHeld),
    dialogs: (
      <>
        {question}
        {placeDialog}
        {editDialog}
        {scrapDialog}
      </>
    ),
  }
}
