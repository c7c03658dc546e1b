import { invoiceIssued } from '@chepu/contract/finance/invoice'
import { isDigital, isSpecial } from '@chepu/contract/finance/invoice-rules'
import { templateHead, templateLines } from '@chepu/contract/finance/invoice-template'
import { compare, div, isPositive, money, mul, round, sub, trimZeros } from '@chepu/contract/kernel/decimal'
import { sql } from 'kysely'
import { buffer } from 'node:stream/consumers'
import { refuse } from '../../kernel/base/errors'
import { own } from '../../kernel/base/own'
import { allOf, isAnyOf, officeScope } from '../../kernel/caller/scope'
import { audit } from '../../kernel/db/audit'
import type { CallerTx } from '../../kernel/db/tx'
import { workbook } from '../../kernel/spreadsheet/write'
import { assertSeesAmounts } from './sight'
import type { Invoice, InvoiceHeader } from './types'

type Header = InvoiceHeader & {
  partnerKind: string
  partnerAddress: string
  partnerTel: string
  partnerBank: string
  partnerAccount: string
}
type Cells = Readonly<Record<string, string>>

const note =
  '由车铺导出，供电子税务局“批量开具”导入：每个发票流水号一张票；金额为含税金额。导入前请核对税收编码；开具后把发票号码导回车铺。'
const columns = (titles: readonly string[]) => titles.map((title) => ({ title, kind: 'text' as const }))
const row = (titles: readonly string[], cells: Cells) => titles.map((title) => own(cells, title) ?? '')

/**
 * The workbook of the tax bureau's template for chosen drafts, in the order of their numbers; notes on each that it was handed over.
 * @throws Failure refusal, naming the draft, when one is none or cannot be issued this way
 */
export async function templateOf(tx: CallerTx, ids: readonly number[]): Promise<Buffer> {
  assertSeesAmounts(tx.caller, { def: invoiceIssued })
  const headers = await tx.select<Header>(sql<Header>`
    select d.*, p.kind as partner_kind, p.address as partner_address, coalesce(nullif(p.tel, ''), p.mobile) as partner_tel,
      p.bank_name as partner_bank, p.bank_account as partner_account
    from invoice d join partner p on p.group_id = d.group_id and p.id = d.partner_id
    where ${allOf([sql`d.group_id = ${tx.groupId} and d.org_id = ${tx.caller.orgId} and d.kind = ${invoiceIssued.kind}`, officeScope(tx.caller, 'finance'), isAnyOf('d.id', ids)])}
    order by d.bill_no for no key update of d`)
  if (headers.length !== new Set(ids).size) refuse('所选开票单不存在')
  const lines = await tx.query<Invoice['lines'][number]>({
    name: 'lines-of-template',
    text: 'select * from invoice_line where group_id = $1 and invoice_id = any ($2::bigint[]) order by invoice_id, line_no',
    values: [tx.groupId, [...ids]],
  })
  for (const header of headers)
    assertFit(
      header,
      lines.filter(({ invoiceId }) => invoiceId === header.id),
    )
  await tx.query({
    name: 'note-template',
    text: 'update invoice set exported_at = now() where group_id = $1 and id = any ($2::bigint[])',
    values: [tx.groupId, [...ids]],
  })
  for (const { id } of headers) await audit(tx, { entity: invoiceIssued.kind, entityId: id, action: 'template' })
  const rows = headers.map((header) => row(templateHead, headCells(header)))
  const details = headers.flatMap((header) =>
    lines.filter(({ invoiceId }) => invoiceId === header.id).map((line) => row(templateLines, lineCells(header, line))),
  )
  return buffer(
    workbook([
      {
        sheet: '1-发票基本信息',
        columns: columns(templateHead),
        head: [note, '必填：发票流水号、发票类型、是否含税、购买方名称；专票还须购买方纳税人识别号'],
        rows,
      },
      {
        sheet: '2-发票明细信息',
        columns: columns(templateLines),
        head: [note, '必填：发票流水号、项目名称、商品和服务税收编码、金额、税率'],
        rows: details,
      },
    ]),
  )
}

/** Refuses what the bureau's page would not take. */
function assertFit(header: Header, lines: readonly { taxClass: string; untaxed: string }[]): void {
  const { billNo, state, sheetKind, taxNo } = header
  if (state !== 'draft') refuse(`开票单 ${billNo} 不是待登记，不能导出开票模板`)
  if (!isDigital(sheetKind)) refuse(`开票单 ${billNo} 不是数电票，不能导出开票模板`)
  if (isSpecial(sheetKind) && taxNo === '') refuse(`开票单 ${billNo} 是专票，请先填写税号`)
  if (lines.length === 0) refuse(`开票单 ${billNo} 没有票面明细`)
  const at = lines.findIndex(({ untaxed }) => !isPositive(untaxed))
  if (at >= 0) refuse(`开票单 ${billNo} 第${at + 1}行金额不大于0，不能导出开票模板`)
  const classless = lines.findIndex(({ taxClass }) => taxClass === '')
  if (classless >= 0) refuse(`开票单 ${billNo} 第${classless + 1}行没有税收分类编码，请先在票面明细填写`)
}

/** Address, phone and bank stand there where the buyer on the sheet is the partner himself. */
const headCells = (header: Header): Cells => ({
  发票流水号: header.billNo,
  发票类型: isSpecial(header.sheetKind) ? '增值税专用发票' : '普通发票',
  是否含税: '是',
  受票方自然人标识: header.taxNo === '' && header.partnerKind === 'person' ? '是' : '否',
  购买方名称: header.title,
  购买方纳税人识别号: header.taxNo,
  购买方地址: header.partnerAddress,
  购买方电话: header.partnerTel,
  购买方开户银行: header.partnerBank,
  购买方银行账号: header.partnerAccount,
  备注: header.remark,
})

/** Amounts are told with their tax, so that the bureau reckons the tax that stands here. */
function lineCells(header: Header, line: Invoice['lines'][number]): Cells {
  const { qty, taxed } = line
  const price = qty === null ? null : priceOf(taxed, qty)
  return {
    发票流水号: header.billNo,
    项目名称: line.name,
    商品和服务税收编码: line.taxClass,
    规格型号: line.spec,
    单位: line.unitName,
    数量: qty === null || price === null ? '' : trimZeros(qty),
    单价: price ?? '',
    金额: money(taxed),
    税率: trimZeros(line.taxRate),
  }
}

/** The price with tax that makes the amount of a quantity within a fen; none where 10 decimals do not. */
function priceOf(taxed: string, qty: string): string | null {
  const price = trimZeros(round(div(taxed, qty), 10))
  const gap = sub(mul(price, qty), taxed)
  return compare(money(gap), '0.01') <= 0 && compare(money(gap), '-0.01') >= 0 ? price : null
}
