import type { InvoiceDef, InvoiceLineView } from '@chepu/contract/finance/invoice-document'
import { invoiceIssued, invoiceReceived } from '@chepu/contract/finance/invoice'
import { invoiceSorts, type InvoiceSort } from '@chepu/contract/finance/invoice-rules'
import type { Decimal } from '@chepu/contract/kernel/decimal'
import { dayText, moneyText, text } from '../../kit/base/format'
import type { MakeSheet } from '../../kit/print/document-sheet'
import type { PrintKind } from '../../kit/print/print-kinds'

/** 开票单 or 收票单 on paper: what stands on the invoice, and which bills it is for. It is no invoice itself. */
const sheet: MakeSheet = (def, data, _layout, organisation) => {
  const { header, lines } = data as unknown as { header: Record<string, unknown>; lines: InvoiceLineView[] }
  return {
    organisation,
    title: def.title,
    number: text(header['billNo']),
    isRed: header['isRed'] === true,
    fields: [
      { key: 'title', title: def.kind === invoiceIssued.kind ? '购方抬头' : '销方名称', value: text(header['title']) },
      { key: 'taxNo', title: '税号', value: text(header['taxNo']) },
      { key: 'sheetKind', title: '票种', value: invoiceSorts[header['sheetKind'] as InvoiceSort] ?? '' },
      { key: 'invoiceNo', title: '发票号码', value: text(header['invoiceNo']) },
      { key: 'bizDate', title: '开票日期', value: dayText(header['bizDate']) },
      { key: 'sources', title: '关联单据', value: text(header['sources']) },
    ],
    columns: [
      { key: '#', title: '序号', share: 6 },
      { key: 'name', title: '项目名称', share: 24 },
      { key: 'spec', title: '规格型号', share: 12, optional: true },
      { key: 'unitName', title: '单位', share: 7, optional: true },
      { key: 'qty', title: '数量', kind: 'qty', share: 9, optional: true },
      { key: 'price', title: '未税单价', kind: 'price', share: 11, optional: true },
      { key: 'untaxed', title: '未税金额', kind: 'money', share: 14 },
      { key: 'taxRate', title: '税率', kind: 'percent', share: 8 },
      { key: 'tax', title: '税额', kind: 'money', share: 12 },
    ],
    lines: lines.map((line) => ({ ...line })),
    amount: text(header['taxed']) as Decimal,
    extras: [
      { title: '未税金额', value: moneyText(header['untaxed']) },
      { title: '税额', value: moneyText(header['tax']) },
    ],
    remark: text(header['remark']),
    signatures: [{ title: '制单', value: text(header['creatorName']) }],
  }
}

const paperOf = (document: InvoiceDef): PrintKind => ({ document, sheet })
export const issuedPaper = paperOf(invoiceIssued)
export const receivedPaper = paperOf(invoiceReceived)
