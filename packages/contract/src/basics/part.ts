import { z } from 'zod'
import { exportBody } from '../kernel/export-route'
import { megabyte } from '../kernel/file-limit'
import { button, pageOf as pageId } from '../access/catalogue'
import { flag, idList, pageOf, paging, totals } from '../kernel/list-query'
import { mergePreview } from '../kernel/merge-preview'
import { idParam, route } from '../kernel/route'
import { reference as refersTo } from '../kernel/references'
import {
  code,
  id,
  miles,
  positiveInteger,
  qty,
  rate,
  text255,
  weight,
  addressedId,
  text,
  taxClassCode,
} from '../kernel/scalars'
import { oneOf } from '../kernel/labelled'

/** 品质 of a part (business/basics 3). */
export const gradeLabels = {
  oem: '原厂件',
  oes: '品牌件',
  aftermarket: '副厂件',
  used: '拆车件',
  reman: '再制造件',
} as const
export const grade = oneOf(gradeLabels)
export type Grade = z.output<typeof grade>

export const substituteDirections = { two_way: '双向互换', one_way: '单向替换' } as const
export const auxUnitUses = { purchase: '采购', sale: '销售' } as const
export const fitmentPositions = ['前', '后', '左', '右'] as const

/** Images of a part: at most five, each at most 5 MB (business/basics 3). */
export const maxImages = 5
export const partImage = { label: '图片', maxBytes: 5 * megabyte }

/** Buttons of 配件资料 (business/access 5). */
export const partButtons = {
  view: pageId('part'),
  add: button('part', 'add'),
  update: button('part', 'update'),
  remove: button('part', 'delete'),
  import: button('part', 'import'),
  export: button('part', 'export'),
  merge: button('part', 'merge'),
}

const optionalText = (length: number) => text(length).default('')
const year = z.number().int().min(1950, '年份应在1950到2100之间').max(2100, '年份应在1950到2100之间')

/** Fields that a user types about a part (business/basics 3). Code blank: the server makes `P` and 6 digits. */
const partFields = z.object({
  code: code(40).default(''),
  name: text(100).min(1, '请输入配件名称'),
  brandId: id,
  grade: grade.default('aftermarket'),
  categoryId: id,
  unitId: id,
  spec: optionalText(100),
  modelText: optionalText(100),
  origin: optionalText(60),
  factoryNo: code(60).default(''),
  /** kg, 2 decimals. */
  weight: weight.nullable().default(null),
  packQty: qty.nullable().default(null),
  taxRateId: id,
  taxClassCode: taxClassCode.default(''),
  warrantyMonths: positiveInteger.nullable().default(null),
  /** Kilometres, 4 decimals. */
  warrantyKm: miles.nullable().default(null),
  isWearPart: z.boolean().default(false),
  batchManaged: z.boolean().default(false),
  shelfLifeDays: positiveInteger.nullable().default(null),
  coreReturn: z.boolean().default(false),
  remark: text255.default(''),
})

const partOe = z.object({ oeNo: code(60).min(1, '请输入OE号'), isPrimary: z.boolean().default(false) })
export const partBarcode = code(40)
  .min(1, '请输入条码')
  .regex(/^[\w-]{3,40}$/, '条码应为3-40位字母、数字、下划线或横线')
const partAuxUnit = z.object({
  unitId: refersTo('unit'),
  /** Base units in one auxiliary unit, 4 decimals. */
  factor: qty,
  usedFor: oneOf(auxUnitUses),
})
/** By series or by model of 车型库, or in words; a model brings its series, and what is linked is written out by the server. */
const fitmentFields = z.object({
  modelText: optionalText(160),
  seriesId: id.nullable().default(null),
  modelId: id.nullable().default(null),
  yearFrom: year.nullable().default(null),
  yearTo: year.nullable().default(null),
  position: optionalText(20),
  qtyPerCar: qty.nullable().default(null),
  note: optionalText(100),
})
const partFitment = fitmentFields.superRefine(({ modelText, seriesId, modelId, yearFrom, yearTo }, context) => {
  const fault = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
  if (seriesId === null && modelId === null && modelText === '') fault('modelText', '请选择或输入适用车型')
  if (modelId !== null && (yearFrom !== null || yearTo !== null)) fault('yearFrom', '选了年款就不用再填年份')
})
const substitute = z.object({
  substituteId: id,
  direction: oneOf(substituteDirections).default('two_way'),
  priority: z.number().int().min(0).max(999).default(0),
  note: optionalText(100),
})
const component = z.object({ componentId: id, qty, costRatio: rate.nullable().default(null) })

/** A part with all its tabs, as the editor sends it. */
const partInput = partFields.extend({
  id: id.optional(),
  version: z.number().int().optional(),
  oes: z.array(partOe).max(200, '最多200个OE号').default([]),
  barcodes: z.array(partBarcode).max(50, '最多50个条码').default([]),
  auxUnits: z.array(partAuxUnit).max(10, '最多10个辅助单位').default([]),
  fitments: z.array(partFitment).max(500, '最多500行适用车型').default([]),
  substitutes: z.array(substitute).max(100, '最多100个替换件').default([]),
  bom: z.array(component).max(200, '最多200个组成件').default([]),
})
export type PartInput = z.output<typeof partInput>

const partRow = z.object({
  id,
  code: z.string(),
  name: z.string(),
  brandId: id,
  brandName: z.string(),
  grade,
  categoryId: id,
  categoryName: z.string(),
  unitName: z.string(),
  spec: z.string(),
  modelText: z.string(),
  origin: z.string(),
  factoryNo: z.string(),
  oeNo: z.string(),
  fitment: z.string(),
  barcode: z.string(),
  taxRateName: z.string(),
  weight: z.string().nullable(),
  packQty: z.string().nullable(),
  warrantyMonths: z.number().nullable(),
  warrantyKm: z.string().nullable(),
  isWearPart: z.boolean(),
  batchManaged: z.boolean(),
  coreReturn: z.boolean(),
  isActive: z.boolean(),
  remark: z.string(),
  updatedAt: z.string(),
  version: z.number().int(),
})
export type PartRow = z.output<typeof partRow>

const linkedPart = { partCode: z.string(), partName: z.string(), brandName: z.string() }

/** A part with all its tabs, as the editor shows it. */
const partView = partFields.extend({
  id,
  version: z.number().int(),
  isActive: z.boolean(),
  brandName: z.string(),
  categoryName: z.string(),
  unitName: z.string(),
  warrantyKm: z.string().nullable(),
  /** Unit and batch tracking are fixed once stock has moved; the code once a document names the part. */
  isStocked: z.boolean(),
  isUsed: z.boolean(),
  oes: z.array(z.object({ oeNo: z.string(), isPrimary: z.boolean() })),
  barcodes: z.array(z.string()),
  auxUnits: z.array(partAuxUnit.extend({ unitName: z.string() })),
  /** `carName` is brand, series and model of a linked row, without its years. */
  fitments: z.array(fitmentFields.extend({ carName: z.string() })),
  substitutes: z.array(substitute.extend(linkedPart)),
  /** Parts that name this one as a two-way substitute; changed from their side. */
  substituteOf: z.array(z.object({ partId: id, note: z.string(), ...linkedPart })),
  bom: z.array(component.extend(linkedPart)),
  images: z.array(z.object({ id, fileName: z.string() })),
  updatedAt: z.string(),
})
export type PartView = z.output<typeof partView>

const filters = z.object({
  /** Code, name, pinyin, initials, OE number in any spelling, barcode. */
  q: z.string().trim().max(60).optional(),
  brandId: addressedId.optional(),
  categoryId: addressedId.optional(),
  grade: grade.optional(),
  fitment: z.string().trim().max(60).optional(),
  spec: z.string().trim().max(60).optional(),
  active: flag.optional(),
  ids: idList.optional(),
})
const path = '/api/web/part'
const done = z.object({ id })
const reference = { params: idParam }

/** 配件资料 (business/basics 3, 8). */
export const partRoutes = {
  list: route({
    method: 'GET',
    path,
    access: partButtons.view,
    summary: '配件列表',
    query: filters.extend(paging.shape),
    data: pageOf(partRow),
  }),
  totals: route({
    method: 'GET',
    path: `${path}/totals`,
    access: partButtons.view,
    summary: '配件合计',
    query: filters,
    data: totals,
  }),
  read: route({
    method: 'GET',
    path: `${path}/:id`,
    access: partButtons.view,
    summary: '配件详情',
    ...reference,
    data: partView,
  }),
  save: route({
    method: 'POST',
    path,
    access: [partButtons.add, partButtons.update],
    summary: '保存配件',
    body: partInput,
    data: z.object({ id, code: z.string(), version: z.number().int() }),
  }),
  enable: route({
    method: 'POST',
    path: `${path}/:id/enable`,
    access: partButtons.update,
    summary: '启用或停用配件',
    ...reference,
    body: z.object({ isActive: z.boolean(), version: z.number().int() }),
    data: done,
  }),
  remove: route({
    method: 'DELETE',
    path: `${path}/:id`,
    access: partButtons.remove,
    summary: '删除配件',
    ...reference,
    data: done,
  }),
  /** What `merge` of the two would do, or why it would be refused. Quantities of other organisations' warehouses are not told. */
  mergePreview: route({
    method: 'GET',
    path: `${path}/:id/merge`,
    access: partButtons.merge,
    summary: '合并配件：执行前预览',
    ...reference,
    query: z.object({ sourceId: addressedId.describe('重复的配件的编号') }),
    data: mergePreview,
  }),
  /** Moves stock, numbers, prices and links of `sourceId` to `id` and disables the source; its documents keep their names. */
  merge: route({
    method: 'POST',
    path: `${path}/:id/merge`,
    access: partButtons.merge,
    summary: '合并配件',
    ...reference,
    body: z.object({ sourceId: id }),
    data: done,
  }),
  classify: route({
    method: 'POST',
    path: `${path}/category`,
    access: partButtons.update,
    summary: '批量改分类',
    body: z.object({ ids: z.array(id).min(1, '请选择配件').max(1000), categoryId: id }),
    data: z.object({ count: z.number().int() }),
  }),
  export: route({
    method: 'POST',
    path: `${path}/export`,
    access: partButtons.export,
    summary: '导出配件',
    body: exportBody(filters),
    data: z.object({ jobId: id }),
  }),
  /** Multipart with one file: PNG, JPEG or WebP. */
  addImage: route({
    method: 'POST',
    path: `${path}/:id/image`,
    access: partButtons.update,
    summary: '上传配件图片',
    ...reference,
    data: z.object({ id, fileName: z.string() }),
    upload: '图片',
  }),
  removeImage: route({
    method: 'DELETE',
    path: `${path}/image/:id`,
    access: partButtons.update,
    summary: '删除配件图片',
    ...reference,
    data: done,
  }),
  /** The image itself, sent as it is and not in an envelope; every signed-in user of the group may see it. */
  image: route({
    method: 'GET',
    path: `${path}/image/:id`,
    access: 'signedIn',
    summary: '配件图片',
    ...reference,
    download: 'image',
  }),
}
