import type { InvoiceDef } from '@chepu/contract/finance/invoice-document'
import { invoiceIssued, invoiceReceived } from '@chepu/contract/finance/invoice'
import { invoiceSorts } from '@chepu/contract/finance/invoice-rules'
import { everyRole } from '@chepu/contract/kernel/partner-roles'
import { isZero, sub } from '@chepu/contract/kernel/decimal'
import { shanghaiDay } from '@chepu/contract/kernel/time'
import { Button } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { moneyText } from '../../kit/base/format'
import { useSession } from '../../kit/base/session'
import { useScreenParams } from '../../kit/base/tabs'
import { toast } from '../../kit/base/toast'
import { type EditorApi, useEditor } from '../../kit/document/document-context'
import { DocumentEditor } from '../../kit/document/document-editor'
import { HeaderFields } from '../../kit/document/document-header'
import { Figure } from '../../kit/document/figure'
import type { Ask } from '../../kit/document/use-open-editor'
import { LineEntry } from '../../kit/grid/line-entry'
import type { LineColumn } from '../../kit/grid/line-grid-columns'
import { useDialog } from '../../kit/ui/use-dialog'
import { fieldsOf } from '../../pickers/fields'
import { DifferenceButton } from './difference'
import { BillsDialog, StepDialog } from './dialogs'
import { type LinkLine, reckoned, type SheetLine } from './invoice-lines'
import { InvoiceStore } from './invoice-store'
import { RedPartDialog } from './red-part-dialog'
import './invoice.css'

const { DayField, PartnerField, SelectField, TextField } = fieldsOf(invoiceIssued)
const { CheckField } = fieldsOf(invoiceReceived)

const figure = (
  name: 'qty' | 'price' | 'untaxed' | 'taxRate',
  title: string,
  width: number,
  kind: LineColumn['kind'],
): LineColumn<SheetLine> => ({
  name,
  title,
  kind,
  width,
  stop: true,
})

/** Columns of the sheet; what follows from a figure that is typed is reckoned at once. */
const lineColumns: LineColumn<SheetLine>[] = [
  { name: 'name', title: '项目名称', kind: 'text', width: 220, required: true, stop: true },
  { name: 'taxClass', title: '税收分类编码', kind: 'text', width: 160 },
  { name: 'spec', title: '规格型号', kind: 'text', width: 110 },
  { name: 'unitName', title: '单位', kind: 'text', width: 56 },
  figure('qty', '数量', 84, 'qty'),
  figure('price', '未税单价', 100, 'price'),
  figure('untaxed', '未税金额', 110, 'money'),
  { ...figure('taxRate', '税率', 70, 'rate'), isFact: true },
  { name: 'tax', title: '税额', kind: 'money', width: 96 },
]

/** What an invoice does not hold of a bill yet. */
const waiting = { AR: '未开票', AP: '未收票' } as const

const linkColumns = (side: 'AR' | 'AP'): LineColumn<LinkLine>[] => [
  { name: 'billNo', title: '单号', kind: 'readonly', width: 150 },
  { name: 'bizDate', title: '业务日期', kind: 'readonly', width: 100 },
  { name: 'taxed', title: '单据金额', kind: 'computed', width: 110, show: (line) => moneyText(line.taxed) },
  { name: 'rest', title: waiting[side], kind: 'computed', width: 110, show: (line) => moneyText(line.rest) },
  { name: 'amount', title: '本票金额', kind: 'money', width: 120, stop: true, editable: (line) => line.billNo !== '' },
]

const difference = (editor: EditorApi) => <DifferenceButton editor={editor} />

/** The editor of an invoice of either direction (business/invoices 1). */
function InvoiceEditor({ document: def, side }: { document: InvoiceDef; side: 'AR' | 'AP' }) {
  const params = useScreenParams()
  const [store] = useState(
    () =>
      new InvoiceStore(def, {
        sheetKind: 'e_normal',
        ...(params['partnerId'] && { partnerId: Number.parseInt(params['partnerId'], 10) }),
      }),
  )
  const [openStep, stepDialog] = useDialog(StepDialog)
  const [openPart, partDialog] = useDialog(RedPartDialog)
  const asks = useMemo(() => {
    const redPart: Ask = async (invoiceId, take) => {
      // The dialog takes the step by itself, so that what was typed stays where that is refused.
      await openPart({ side, invoiceId, take: async (_, asked) => (await take(asked)) === undefined })
      return undefined
    }
    return { ...asksOf(store, side, openStep), redPart }
  }, [store, side, openStep, openPart])
  return (
    <DocumentEditor
      document={def}
      store={store.editor}
      asks={asks}
      totals={<Totals store={store} />}
      {...(side === 'AP' && { toolbar: difference })}
    >
      <HeaderFields>
        <PartnerField name="partnerId" role={everyRole} />
        <SelectField name="sheetKind" options={invoiceSorts} />
        <DayField name="bizDate" />
        <TextField name="invoiceNo" span={2} />
        <TextField name="invoiceCode" />
        <TextField name="title" title={side === 'AR' ? '购方抬头' : '销方名称'} span={2} />
        <TextField name="taxNo" />
        {side === 'AP' && <CheckField name="isDeductible" />}
        <TextField name="addressPhone" span={2} />
        <TextField name="bankAccount" span={2} />
        <TextField name="remark" span={2} />
      </HeaderFields>
      <Sheet store={store} />
      <Links store={store} side={side} />
      {stepDialog}
      {partDialog}
    </DocumentEditor>
  )
}

/** What the steps of an invoice ask for. */
function asksOf(
  store: InvoiceStore,
  side: 'AR' | 'AP',
  open: (input: Parameters<typeof StepDialog>[0]['input']) => Promise<object | undefined>,
) {
  const month = (name: string, title: string) => ({
    name,
    title,
    kind: 'month' as const,
    initial: shanghaiDay().slice(0, 7),
  })
  const header = () => store.editor.header()
  const waits = side === 'AR' ? '待开票' : '待收票'
  return {
    red: async () =>
      open({
        title: '红冲',
        reason: true,
        note: `登记红字发票的号码；蓝字发票的关联单据重新变为${waits}。已部分红冲的，红冲其余部分，那些红字单据也重新变为${waits}。`,
        fields: [
          { name: 'bizDate', title: '红字发票日期', kind: 'date', initial: shanghaiDay() },
          ...(String(header()['sheetKind']).startsWith('p_')
            ? [{ name: 'invoiceCode', title: '红字发票代码', kind: 'text' as const }]
            : []),
          { name: 'invoiceNo', title: '红字发票号码', kind: 'text' },
        ],
      }),
    certify: async () =>
      open({ title: '认证抵扣', note: '月份留空表示取消认证。', fields: [month('month', '抵扣月份')] }),
    transfer: async () =>
      open({
        title: '进项转出',
        reason: true,
        note: '月份留空表示取消转出。',
        fields: [
          month('month', '转出月份'),
          { name: 'amount', title: '转出税额', kind: 'money', initial: String(header()['tax'] ?? '') },
        ],
      }),
  }
}

/** Columns without amounts for who does not see them (business/access 8). */
const shownColumns = <Line extends SheetLine | LinkLine>(columns: LineColumn<Line>[], seesAmounts: boolean) =>
  seesAmounts ? columns : columns.filter(({ name }) => !amountNames.has(name))

const amountNames: ReadonlySet<string> = new Set(['price', 'untaxed', 'tax', 'taxed', 'rest', 'amount'])

/** 票面明细: what stands on the sheet. */
function Sheet({ store }: { store: InvoiceStore }) {
  const { grids, readOnly } = useEditor()
  const seesAmounts = useSession().sees(store.editor.def.priceField ?? 'doc_price')
  const columns = useMemo(
    () =>
      shownColumns(lineColumns, seesAmounts).map((column): LineColumn<SheetLine> =>
        ['qty', 'price', 'untaxed', 'taxRate'].includes(column.name)
          ? { ...column, fields: [column.name, 'untaxed', 'tax'] }
          : column,
      ),
    [seesAmounts],
  )
  useEffect(() => store.lines.watch((before, after) => follow(store, before, after)), [store])
  return (
    <section>
      <div className="de-lines-bar">
        <b>票面明细</b>
      </div>
      <LineEntry<SheetLine>
        ref={grids.ref('lines')}
        store={store.lines}
        columns={columns}
        label="票面明细"
        addTitle="添加明细"
        readOnly={readOnly}
        height={260}
      />
    </section>
  )
}

/** Reckons amount and tax anew where a figure of a line was changed by hand. */
function follow(store: InvoiceStore, before: SheetLine | undefined, after: SheetLine | undefined): void {
  if (!before || !after || store.editor.isQuiet()) return
  const names = ['qty', 'price', 'untaxed', 'taxRate'] as const
  const changed = Object.fromEntries(
    names.filter((name) => before[name] !== after[name]).map((name) => [name, after[name]]),
  )
  if (Object.keys(changed).length === 0) return
  const next = reckoned(after, changed)
  if (next.untaxed !== after.untaxed || next.tax !== after.tax)
    store.lines.update(after.key, { untaxed: next.untaxed ?? after.untaxed, tax: next.tax ?? after.tax })
}

/** 关联单据: the bills that the invoice is for. */
function Links({ store, side }: { store: InvoiceStore; side: 'AR' | 'AP' }) {
  const { grids, readOnly } = useEditor()
  const seesAmounts = useSession().sees(store.editor.def.priceField ?? 'doc_price')
  const columns = useMemo(() => shownColumns(linkColumns(side), seesAmounts), [side, seesAmounts])
  const [open, dialog] = useDialog(BillsDialog)
  const choose = async () => {
    const { partnerId } = store.editor.header()
    if (typeof partnerId !== 'number') return toast.error(`请先选择${store.editor.def.partnerTitle}`)
    const rows = await open({ side, partnerId })
    if (rows) store.take(rows)
  }
  return (
    <section className="inv-links">
      <div className="de-lines-bar">
        <b>关联单据</b>
        {!readOnly && (
          <Button size="small" onClick={() => void choose()}>
            选单据
          </Button>
        )}
      </div>
      <LineEntry<LinkLine>
        ref={grids.ref('links')}
        store={store.links}
        columns={columns}
        label="关联单据"
        readOnly={readOnly}
        height={150}
      />
      {dialog}
    </section>
  )
}

/** 合计: without tax, tax, both, and what of it no bill explains. */
function Totals({ store }: { store: InvoiceStore }) {
  const [figures, setFigures] = useState(() => store.figures())
  useEffect(() => {
    const count = () => setFigures(store.figures())
    count()
    const stops = [store.editor.onChange(count), store.editor.subscribe(count)]
    return () => stops.forEach((stop) => stop())
  }, [store])
  const { sees } = useSession()
  if (!sees(store.editor.def.priceField ?? 'doc_price')) return null
  const { untaxed, tax, taxed, linked } = figures
  const gap = sub(taxed, linked)
  const taken = String(store.editor.header()['taken'] ?? '0')
  return (
    <div className="de-totals" aria-label="合计">
      <Figure title="未税金额" value={moneyText(untaxed)} />
      <Figure title="税额" value={moneyText(tax)} />
      <Figure title="关联金额" value={moneyText(linked)} />
      {!isZero(gap) && <Figure title="未关联" value={<span className="dt-minus">{moneyText(gap)}</span>} />}
      {!isZero(taken) && <Figure title="已部分红冲" value={moneyText(taken)} />}
      <Figure title="价税合计" value={moneyText(taxed)} strong />
    </div>
  )
}

/** 开票单. */
export const IssuedEditor = () => <InvoiceEditor document={invoiceIssued} side="AR" />
/** 收票单. */
export const ReceivedEditor = () => <InvoiceEditor document={invoiceReceived} side="AP" />
