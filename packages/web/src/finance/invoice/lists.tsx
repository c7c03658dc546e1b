import { invoiceIssued, invoiceReceived } from '@chepu/contract/finance/invoice'
import type { InvoiceRow } from '@chepu/contract/finance/invoice-document'
import { invoiceSorts } from '@chepu/contract/finance/invoice-rules'
import { sumOf } from '@chepu/contract/kernel/decimal'
import { everyRole } from '@chepu/contract/kernel/partner-roles'
import { invoiceTemplate } from '@chepu/contract/finance/invoice-template'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { button } from '@chepu/contract/access/catalogue'
import { shanghaiDay } from '@chepu/contract/kernel/time'
import { call, fetchFile } from '../../kit/base/call'
import { moneyText } from '../../kit/base/format'
import { useSession } from '../../kit/base/session'
import { useTabs } from '../../kit/base/tabs'
import type { ListApi } from '../../kit/list/list-page'
import { saveFile } from '../../kit/list/use-export'
import { useNarrow } from '../../kit/base/use-narrow'
import { toast } from '../../kit/base/toast'
import { DocumentList } from '../../kit/document/document-list'
import { SelectFilter, TextFilter } from '../../kit/list/filters'
import { useDialog } from '../../kit/ui/use-dialog'
import { StepDialog } from './dialogs'
import { PartnerFilter } from '../../pickers/filters'

const filtersOf = (partnerTitle: string) => (
  <>
    <TextFilter name="invoiceNo" title="发票号码" />
    <PartnerFilter name="partnerId" title={partnerTitle} role={everyRole} />
    <SelectFilter name="sheetKind" title="票种" options={invoiceSorts} multiple />
    <TextFilter name="title" title="抬头" more />
  </>
)

/** 开票管理: invoices that the shop issues (business/invoices 1). */
export function IssuedList(props: { head?: ReactNode }) {
  const { has } = useSession()
  const { open } = useTabs()
  const narrow = useNarrow()
  const handOver = async (list: ListApi<InvoiceRow>) => {
    const ids = list.selected.map(({ id }) => id).join(',')
    saveFile(await fetchFile(invoiceTemplate, { params: { ids } as never }), '数电票批量开票.xlsx')
    list.refresh()
  }
  const tools = (list: ListApi<InvoiceRow>) => (
    <>
      {!narrow && has(button('invoice', 'export')) && (
        <Button
          size="small"
          disabled={list.selected.length === 0}
          title="所选数电票草稿，按电子税务局批量开具的模板"
          onClick={() => void handOver(list).catch(() => undefined)}
        >
          导出开票模板
        </Button>
      )}
      {has(button('invoice', 'issue')) && (
        <Button size="small" onClick={() => open('/importExcel?type=invoice_number')}>
          导入发票号码
        </Button>
      )}
    </>
  )
  return (
    <div className="kit-stack">
      {props.head}
      <DocumentList<InvoiceRow, keyof NonNullable<typeof invoiceIssued.columns> & string>
        document={invoiceIssued}
        tools={tools}
        name="invoiceIssued"
        columns={[
          'billNo',
          'state',
          'bizDate',
          'sheetKind',
          'invoiceNo',
          'title',
          'rates',
          'untaxed',
          'tax',
          'taxed',
          'sources',
          'partnerName',
          'creatorName',
          'taken',
          'redOfNo',
          'invoiceCode',
          'taxNo',
          'exportedAt',
          'postedAt',
          'printCount',
          'remark',
        ]}
      >
        {filtersOf(invoiceIssued.partnerTitle)}
      </DocumentList>
    </div>
  )
}

/** Refused invoices that a message names. */
const mostTold = 5

/** Certifies invoices one after another; what was refused, each with its number. */
async function certified(rows: readonly InvoiceRow[], asked: object): Promise<string[]> {
  const refused: string[] = []
  for (const { id, version, billNo } of rows) {
    const params = { id, action: 'certify' }
    await call(invoiceReceived.routes.act, { params, body: { version, ...asked }, quiet: true }).catch(
      (error: unknown) => refused.push(`${billNo} ${error instanceof Error ? error.message : String(error)}`),
    )
  }
  return refused
}

/** 收票管理: invoices that suppliers have issued (business/invoices 5). */
export function ReceivedList(props: { head?: ReactNode }) {
  const { has, sees } = useSession()
  const narrow = useNarrow()
  const [openStep, stepDialog] = useDialog(StepDialog)
  const certify = async (list: ListApi<InvoiceRow>) => {
    const month = { name: 'month', title: '抵扣月份', kind: 'month', initial: shanghaiDay().slice(0, 7) } as const
    const tax = moneyText(sumOf(list.selected, ({ tax: own = '0' }) => own))
    const title = `认证抵扣（${list.selected.length}张，税额 ${tax}）`
    const asked = await openStep({ title, note: '月份留空表示取消认证。', fields: [month] })
    if (!asked) return
    const refused = await certified(list.selected, asked)
    const done = list.selected.length - refused.length
    if (done > 0) toast.success(`已处理${done}张`)
    const more = refused.length > mostTold ? `……共${refused.length}张` : ''
    if (refused.length > 0) toast.error(`${refused.slice(0, mostTold).join('；')}${more}`)
    list.clearSelection()
    list.refresh()
  }
  // Cards on a phone have no ticks to choose several invoices by.
  const tools = (list: ListApi<InvoiceRow>) =>
    !narrow &&
    has(button('invoice', 'receive')) &&
    sees(invoiceReceived.priceField) && (
      <Button size="small" disabled={list.selected.length === 0} onClick={() => void certify(list)}>
        认证抵扣
      </Button>
    )
  return (
    <div className="kit-stack">
      {stepDialog}
      {props.head}
      <DocumentList<InvoiceRow, keyof NonNullable<typeof invoiceReceived.columns> & string>
        document={invoiceReceived}
        tools={tools}
        name="invoiceReceived"
        columns={[
          'billNo',
          'state',
          'bizDate',
          'invoiceNo',
          'title',
          'rates',
          'untaxed',
          'tax',
          'taxed',
          'certifiedMonth',
          'sources',
          'sheetKind',
          'isDeductible',
          'partnerName',
          'creatorName',
          'transferredOut',
          'taken',
          'redOfNo',
          'invoiceCode',
          'taxNo',
          'postedAt',
          'printCount',
          'remark',
        ]}
      >
        {filtersOf(invoiceReceived.partnerTitle)}
      </DocumentList>
    </div>
  )
}
