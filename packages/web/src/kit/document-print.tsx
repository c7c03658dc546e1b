import type { Decimal } from '@chepu/contract/kernel/decimal'
import type { DocumentDef } from '@chepu/contract/kernel/document'
import { documentRoutes } from '@chepu/contract/kernel/goods-document'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from './call'
import { type ColumnKind, textOf } from './columns'
import { PrintPreview } from './print'
import { printLineColumns } from './print-layouts'
import type { PrintColumn, PrintField, PrintSheet } from './print-template'
import { useSession } from './session'

/** One header field of a printed document. */
export interface PrintLayoutField {
  /** Field of the document's header as the server sends it. */
  key: string
  title: string
  kind?: ColumnKind
  labels?: Readonly<Record<string, string>>
}

/** How a document looks on paper; every part has a default that fits most goods documents. */
export interface PrintLayout {
  /** Title on the paper, for example 发货单; the document's title otherwise. */
  title?: string
  fields?: readonly PrintLayoutField[]
  columns?: readonly PrintColumn[]
  /** False on papers for the warehouse: no prices, no amount in capitals. */
  money?: boolean
  signatures?: readonly string[]
  foot?: string
}

const moneyKeys = new Set(['price', 'taxed', 'untaxed', 'tax', 'amount', 'netAmount'])

const defaultFields = (def: DocumentDef): PrintLayoutField[] => [
  { key: 'partnerName', title: def.partnerTitle },
  { key: 'bizDate', title: '日期', kind: 'date' },
  { key: 'warehouseName', title: '仓库' },
  { key: 'partnerMobile', title: '电话' },
  { key: 'partnerAddress', title: '地址' },
  { key: 'settlementMethodName', title: '结算方式' },
  { key: 'salespersonName', title: '业务员' },
]

/** A document as `read` answers it; goods documents have `lines`. */
export interface PrintData {
  header: Record<string, unknown>
  lines?: readonly object[]
}

/** Makes the paper of one document. */
export type MakeSheet = (def: DocumentDef, data: PrintData, layout: PrintLayout, organisation: string) => PrintSheet

const text = (value: unknown) => (value == null ? '' : String(value))

/** The paper of one document as the server showed it to this user; fields and figures it left out are not printed. */
export const goodsSheet: MakeSheet = (def, data, layout, organisation) => {
  const { header } = data
  const withMoney = layout.money !== false && header['totalTaxed'] !== undefined
  const fields = (layout.fields ?? defaultFields(def)).flatMap((field): PrintField[] => {
    const value = textOf(header[field.key], field)
    return value === '' ? [] : [{ title: field.title, value }]
  })
  const known: Record<string, string> = { 制单: text(header['creatorName']), 审核: text(header['approverName']) }
  const extras = [
    { key: 'orderDiscount', title: '整单优惠' },
    { key: 'freight', title: '运费' },
  ].flatMap(({ key, title }) => {
    const value = textOf(header[key], { key, title, kind: 'money' })
    return value === '' || value === '0.00' ? [] : [{ title, value }]
  })
  return {
    organisation,
    title: layout.title ?? def.title,
    number: text(header['billNo']),
    isRed: header['isRed'] === true,
    fields,
    columns: (layout.columns ?? printLineColumns).filter((column) => withMoney || !moneyKeys.has(column.key)),
    lines: data.lines ?? [],
    amount: withMoney ? (header['totalTaxed'] as Decimal) : undefined,
    extras: withMoney ? extras : [],
    remark: text(header['remark']),
    signatures: (layout.signatures ?? ['制单', '审核', '发货', '收货']).map((title) => ({
      title,
      value: known[title] ?? '',
    })),
    foot: layout.foot,
  }
}

const standard: readonly PrintLayout[] = [{}]

/**
 * Print preview of documents of one kind, for lists and editors: reads them without counting; 打印 counts each, so that the
 * paper says 第N次打印 from the second on (DOMAIN 2.14 rule 7). Several `layouts` are offered for choice.
 */
export function DocumentPrint(props: {
  document: DocumentDef
  ids: readonly number[]
  layouts?: readonly PrintLayout[] | undefined
  /** The paper of a document without goods lines; goodsSheet otherwise. */
  sheet?: MakeSheet | undefined
  onPrinted?: (() => void) | undefined
  onClose: () => void
}) {
  const { document: def, ids, layouts = standard, sheet = goodsSheet } = props
  const { orgName } = useSession()
  const routes = useMemo(() => documentRoutes(def), [def])
  const documents = useQuery({
    queryKey: ['call', routes.read.path, 'print', ids],
    queryFn: () => Promise.all(ids.map((id) => call(routes.read, { params: { id } }))),
    retry: false,
  })
  const count = async () => {
    const printNos: number[] = []
    for (const id of ids) printNos.push((await call(routes.print, { params: { id } })).printCount)
    props.onPrinted?.()
    return printNos
  }
  return (
    <PrintPreview
      title={`打印${def.title}`}
      layouts={layouts.map((layout) => layout.title ?? def.title)}
      sheets={(layout) => (documents.data ?? []).map((data) => sheet(def, data, layouts[layout] ?? {}, orgName))}
      onPrint={count}
      onClose={props.onClose}
    />
  )
}
