import { button } from '@chepu/contract/access/catalogue'
import {
  draftIssued,
  draftReceived,
  layouts,
  pendingIssued,
  pendingReceived,
  type PendingRow,
} from '@chepu/contract/finance/invoice-pending'
import { invoiceIssued, invoiceReceived } from '@chepu/contract/finance/invoice'
import type { InvoiceDef } from '@chepu/contract/finance/invoice-document'
import { invoiceSorts } from '@chepu/contract/finance/invoice-rules'
import { everyRole } from '@chepu/contract/kernel/partner-roles'
import { isNegative, isZero, money, sumOf } from '@chepu/contract/kernel/decimal'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { CallError } from '../../kit/base/call'
import { moneyText } from '../../kit/base/format'
import { useSession } from '../../kit/base/session'
import { Gestures } from '../../kit/base/submit-once'
import { useScreenParams, useTabs } from '../../kit/base/tabs'
import { useNarrow } from '../../kit/base/use-narrow'
import { toast } from '../../kit/base/toast'
import { documentPath } from '../../kit/document/document-screens'
import { FormDialog } from '../../kit/form/form-dialog'
import { listOf } from '../../kit/list/columns'
import { DateRangeFilter, FlagFilter, TextFilter } from '../../kit/list/filters'
import { type ListApi, ListPage } from '../../kit/list/list-page'
import type { RowAction } from '../../kit/ui/row-actions'
import { useDialog } from '../../kit/ui/use-dialog'
import { PartnerFilter } from '../../pickers/filters'
import { RedPartDialog } from './red-part-dialog'

const href = (row: PendingRow) => documentPath(row.sourceKind, row.sourceId)

/** What differs between 待开票 and 待收票. */
const sides = {
  AR: {
    list: listOf(pendingIssued, { billNo: { href } }),
    name: 'invoicePendingIssued',
    word: '开票',
    redWord: '开红字发票',
    drafts: draftIssued,
    document: invoiceIssued,
    button: button('invoice', 'issue'),
  },
  AP: {
    list: listOf(pendingReceived, { billNo: { href } }),
    name: 'invoicePendingReceived',
    word: '收票',
    redWord: '收红字发票',
    drafts: draftReceived,
    document: invoiceReceived,
    button: button('invoice', 'receive'),
  },
}

/** Whether a bill is for what went back. */
const goesBack = ({ rest }: PendingRow) => rest !== undefined && isNegative(rest)

/** Takes 部分红冲 of an invoice; whether it was taken. A repeat after a lost answer is the same change. */
function takePart({ routes: { act } }: InvoiceDef) {
  const gestures = new Gestures(() => undefined)
  return async ({ id, version }: { id: number; version: number }, asked: object): Promise<boolean> => {
    try {
      await gestures.change({ route: act, params: { id, action: 'redPart' }, body: { version, ...asked } } as never)
      return true
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      toast.error(error.message)
      return false
    }
  }
}

/** 待开票 and 待收票: bills that wait for an invoice, many of one partner at once (business/invoices 4). */
export function PendingList({ side, head }: { side: 'AR' | 'AP'; head: ReactNode }) {
  const { list, name, word, redWord, document, button: needed } = sides[side]
  const { has, sees } = useSession()
  const mayDraft = has(needed) && sees(document.priceField)
  const { tab: _tab, ...initial } = useScreenParams()
  const [chosen, setChosen] = useState<readonly PendingRow[]>()
  const [refresh, setRefresh] = useState<() => void>()
  const begin = (rows: readonly PendingRow[], api: ListApi<PendingRow>) => {
    if (rows.some((row) => row.partnerId !== rows[0]?.partnerId)) return toast.error('请选择同一单位的单据')
    setRefresh(() => () => {
      api.clearSelection()
      api.refresh()
    })
    setChosen(rows)
  }
  // Cards on a phone have no ticks to choose several bills by.
  const narrow = useNarrow()
  const mayRed = has(button('invoice', 'red')) && sees(document.priceField)
  const [openPart, partDialog] = useDialog(RedPartDialog)
  const takeBack = async (bills: readonly PendingRow[], api: ListApi<PendingRow>) => {
    if (bills.some((row) => row.partnerId !== bills[0]?.partnerId)) return toast.error('请选择同一单位的单据')
    if (!(await openPart({ side, bills, take: takePart(document) }))) return
    toast.success('已登记红字发票')
    api.clearSelection()
    api.refresh()
  }
  const toolbar = (api: ListApi<PendingRow>) => {
    const { selected } = api
    if (narrow) return null
    const isBack = selected.length > 0 && selected.every(goesBack)
    if (isBack ? !mayRed : !mayDraft) return null
    return (
      <Button
        size="small"
        type="primary"
        disabled={selected.length === 0}
        onClick={() => (isBack ? void takeBack(selected, api) : begin(selected, api))}
      >
        {isBack ? redWord : word}
        {selected.length > 0 ? `（${selected.length}）` : ''}
      </Button>
    )
  }
  const actionsOf = (row: PendingRow, api: ListApi<PendingRow>): RowAction[] => {
    if (goesBack(row)) return mayRed ? [{ key: 'red', label: redWord, run: () => void takeBack([row], api) }] : []
    return mayDraft && row.rest !== '0.00' ? [{ key: 'draft', label: word, run: () => begin([row], api) }] : []
  }
  return (
    <>
      <ListPage<PendingRow>
        {...list}
        export={has(button('invoice', 'export')) ? list.export : undefined}
        name={name}
        nothing={`没有待${word}的单据`}
        keyOf={(row) => row.key}
        head={head}
        initial={initial}
        selectable
        rowActions={actionsOf}
        toolbar={toolbar}
      >
        <DateRangeFilter title="业务日期" />
        <TextFilter name="billNo" title="单号" search />
        <PartnerFilter name="partnerId" title={document.partnerTitle} role={everyRole} />
        <FlagFilter name="withWhole" title={side === 'AR' ? '含已开完' : '含已收完'} />
      </ListPage>
      {partDialog}
      {chosen && (
        <DraftDialog
          side={side}
          rows={chosen}
          onDone={() => {
            setChosen(undefined)
            refresh?.()
          }}
          onClose={() => setChosen(undefined)}
        />
      )}
    </>
  )
}

/** Asks how the chosen bills are invoiced, and makes the drafts. */
function DraftDialog(props: {
  side: 'AR' | 'AP'
  rows: readonly PendingRow[]
  onDone: () => void
  onClose: () => void
}) {
  const { side, rows } = props
  const { word, drafts, document } = sides[side]
  const { open } = useTabs()
  const { invoiceLimit } = useSession().org
  const total = money(sumOf(rows, ({ rest = '0' }) => rest))
  const bills = rows.map(({ sourceKind, sourceId, openItemId }) => ({ sourceKind, sourceId, openItemId }))
  const isIssued = side === 'AR'
  return (
    <FormDialog
      title={`${word}：${rows[0]?.partnerName ?? ''}　${rows.length}张单据　合计 ${moneyText(total)}`}
      okText="生成"
      schema={drafts.body as never}
      preset={{ bills }}
      fields={[
        {
          name: 'sheetKind',
          title: '票种',
          kind: 'select',
          options: invoiceSorts,
          initial: 'e_normal',
          required: true,
        },
        {
          name: 'layout',
          title: '明细',
          kind: 'select',
          options: layouts,
          initial: isIssued ? 'lines' : 'rates',
          required: true,
        },
        ...(isIssued
          ? [
              {
                name: 'limit',
                title: '每张未税上限',
                kind: 'decimal' as const,
                initial: isZero(invoiceLimit) ? null : invoiceLimit,
                help: '超过时自动拆成几张',
              },
              { name: 'title', title: '其他抬头', help: '留空用客户的开票抬头' },
              { name: 'taxNo', title: '税号' },
            ]
          : []),
        { name: 'remark', title: '备注' },
      ]}
      onSave={(body: object) => ({ route: drafts, body: { ...body, bills } as never })}
      onSaved={({ drafts: made }) => {
        toast.success(`已生成${made.length}张${document.title}，登记发票号码后生效`)
        props.onDone()
        const [first] = made
        const path = first && made.length === 1 ? documentPath(document.kind, first.id) : undefined
        open(path ?? { key: 'ticketManage', params: { tab: isIssued ? 'issued' : 'received', state: 'draft' } })
      }}
      onClose={props.onClose}
    />
  )
}
