import { z } from 'zod'
import { button } from '../access/catalogue'
import { flag } from '../kernel/list-query'
import { type Access, route } from '../kernel/route'
import { id } from '../kernel/scalars'

/** Faults of a file that are shown; all of them are counted (business/basics 10). */
export const shownFaults = 200

/** One fault of an uploaded file: the row as the spreadsheet counts it and the title of the column. */
const importFault = z.object({ row: z.number().int(), column: z.string(), message: z.string() })
export type ImportFault = z.output<typeof importFault>

/** What a file would do, or has done: all of its rows, or nothing at all. */
export const importResult = z.object({
  /** False while only checked, and when there are faults. */
  imported: z.boolean(),
  /** Filled rows below the header. */
  rows: z.number().int(),
  /** Rows that are new, and rows that change what exists; none of a file with faults. */
  added: z.number().int(),
  updated: z.number().int(),
  /** What the rows come to, in words; empty where a file has nothing to add up, and with faults. */
  summary: z.string(),
  /** The first 200 faults, by row; `faultCount` counts all of them. */
  faults: z.array(importFault),
  faultCount: z.number().int(),
  /** Titles whose columns were not read: the query says so, or they are known to be no part of an import. */
  ignored: z.array(z.string()),
  /** Titles that are not understood, each with its first filled cell. While there are any, nothing else is checked or written. */
  unknown: z.array(z.object({ title: z.string(), sample: z.string() })),
  /** Columns of the template that the file does not have, for `columns` of the query. */
  free: z.array(z.object({ key: z.string(), title: z.string() })),
  /** What was passed over, in words. */
  notes: z.array(z.string()),
  /** Drafts made of the file. */
  documents: z.array(z.object({ kind: z.string(), id, billNo: z.string() })),
})
export type ImportResult = z.output<typeof importResult>

const toldColumns = z.record(z.string().max(255), z.string().max(40))

/** What titles of a file mean that no template has, as JSON: {"进货价": "purchasePrice", "颜色": ""} leaves 颜色 out. */
const columns = z
  .string()
  .max(20_000)
  .transform((text, context): z.output<typeof toldColumns> => {
    try {
      return toldColumns.parse(JSON.parse(text))
    } catch {
      context.addIssue({ code: 'custom', message: 'columns 应为列名到字段的 JSON 对象' })
      return z.NEVER
    }
  })
  .optional()
const importQuery = z.object({ overwrite: flag.default(false), columns })

/** The calls of one kind of file. `check` and `run` take multipart with one file; `run` checks again before it writes. */
function routesOf(type: string, title: string, access: Access) {
  const path = `/api/web/import/${type}`
  return {
    title,
    access,
    template: route({
      method: 'GET',
      path: `${path}/template`,
      access,
      summary: `下载${title}导入模板`,
      download: 'xlsx',
    }),
    check: route({
      method: 'POST',
      path: `${path}/check`,
      access,
      repeats: true,
      summary: `校验${title}`,
      query: importQuery,
      data: importResult,
      upload: '要导入的文件',
    }),
    run: route({
      method: 'POST',
      path,
      access,
      summary: `导入${title}`,
      query: importQuery,
      data: importResult,
      upload: '要导入的文件',
    }),
  }
}

/** What importExcel takes, by its parameter `type` (business/basics 10). */
export const imports = {
  part: routesOf('part', '配件', button('part', 'import')),
  product: routesOf('product', '商品', button('product', 'import')),
  partner: routesOf('partner', '往来单位', [button('customer', 'import'), button('partner', 'add')]),
  vehicle: routesOf('vehicle', '车辆', button('customer', 'import')),
  region: routesOf('region', '地区', 'platform'),
  car_model: routesOf('car_model', '车型', button('car_model', 'import')),
  service_item: routesOf('service_item', '服务项目', button('service_item', 'import')),
  labour_quota: routesOf('labour_quota', '厂家工时定额', button('warranty_bill', 'policy')),
  opening_balance: routesOf('opening_balance', '期初往来', [
    button('receivable', 'opening'),
    button('payable', 'opening'),
  ]),
  count_result: routesOf('count_result', '实盘数', button('stock_count', 'update')),
  invoice_number: routesOf('invoice_number', '发票号码', button('invoice', 'issue')),
  claim_answer: routesOf('claim_answer', '厂家回执', button('claim_confirm', 'import')),
  card: routesOf('card', '会员卡', button('card', 'grant')),
  opening_stock: routesOf('opening_stock', '期初库存', button('inbound', 'other_in')),
}
export type ImportType = keyof typeof imports

/** Products in one call, checked and written at once; the same file as `imports.product`. */
export const importProducts = route({
  method: 'POST',
  path: '/api/web/product/import',
  access: imports.product.access,
  summary: '导入商品',
  query: importQuery,
  data: importResult,
  upload: '要导入的文件',
})
