import { z } from 'zod'
import { fileTooLarge, kilobyte } from './file-limit'
import { headerPrices, lineCosts, linePrices } from './price-fields'
import { route } from './route'
import { id, text255, text } from './scalars'
import { oneOf } from './labelled'

/** Papers that a document's template may be made for (business/access 3.12). */
export const printPapers = { a4: 'A4', form: '三联单 241×140', receipt: '80mm 小票' } as const
export type PrintPaper = keyof typeof printPapers
export const printPaper = oneOf(printPapers)

/** Fields of header and lines that need a field permission to be printed, beside what the document itself leaves out. */
export const costPrints: ReadonlySet<string> = new Set(lineCosts)
export const pricePrints: ReadonlySet<string> = new Set([...headerPrices, ...linePrices, 'typedPrice'])

const key = z.string().regex(/^[a-zA-Z#]{1,40}$/)
const title = z.string().trim().min(1, '请输入标题').max(12, '标题最多12个字符')

/** The picture in the head of a paper. */
export const printLogo = { label: '图标', maxBytes: 100 * kilobyte }

/** How a kind of document looks on one paper: what stands in its head and lines, in order. */
export const printLayout = z.object({
  /** Title of the paper; the document's own when empty. */
  title: text(20).default(''),
  fields: z.array(z.object({ key, title })).max(24, '抬头最多24项').default([]),
  columns: z
    .array(z.object({ key, title, share: z.number({ error: '列宽应为1-100' }).int().min(1).max(100, '列宽应为1-100') }))
    .min(1, '请至少选择一列')
    .max(16, '明细最多16列'),
  /** The amount in capitals, discounts and freight under the lines. */
  withAmount: z.boolean().default(true),
  /** Cost columns may be among the columns; only who sees cost may say so, and only he gets them printed. */
  showCost: z.boolean().default(false),
  signatures: z.array(z.string().trim().min(1).max(10, '签字栏最多10个字符')).max(6, '签字栏最多6个').default([]),
  /** A picture as a data URL of at most 100 KB. */
  logo: z
    .string()
    .regex(/^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/]+=*$/, '图标应为PNG、JPG或WebP图片')
    .max(Math.ceil((printLogo.maxBytes * 4) / 3) + 40, fileTooLarge(printLogo))
    .nullable()
    .default(null),
  foot: text255.default(''),
})
export type PrintLayoutSpec = z.output<typeof printLayout>

export const printTemplate = printLayout.extend({
  id,
  docKind: z.string(),
  name: z.string(),
  paper: printPaper,
  isDefault: z.boolean(),
  isActive: z.boolean(),
  version: z.number().int(),
})
export type PrintTemplate = z.output<typeof printTemplate>

/** Templates in use for one kind of document, without what the caller may not see (business/lists 2.2). */
export const templatesOfKind = route({
  method: 'GET',
  path: '/api/web/print-template/of/:kind',
  access: 'signedIn',
  summary: '单据打印模板',
  params: z.object({ kind: z.string().max(40) }),
  data: z.object({ rows: z.array(printTemplate) }),
})
