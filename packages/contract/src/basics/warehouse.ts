import { z } from 'zod'
import { button, pageOf as pageId } from '../access/catalogue'
import { flag, pageOf, paging, totals } from '../kernel/list-query'
import { savedRow } from '../kernel/master-calls'
import { idParam, route } from '../kernel/route'
import { id, locationCode, qtyOrZero, text255, addressedId, text } from '../kernel/scalars'
import { plainCode } from '../kernel/typed'
import { oneOf } from '../kernel/labelled'

/** Kinds of warehouses that people keep; that of goods on their way is the program's own (business/transfers 4). */
export const warehouseKinds = {
  normal: '普通仓',
  repair: '维修仓',
  old_part: '旧件库',
  scrap: '报废仓',
} as const

/** Buttons of 仓库资料 and 货位管理 (business/access 5). */
export const warehouseButtons = {
  view: pageId('warehouse'),
  add: button('warehouse', 'add'),
  update: button('warehouse', 'update'),
  disable: button('warehouse', 'disable'),
  batch: button('warehouse', 'batch'),
}

const warehouseRow = z.object({
  id,
  code: z.string(),
  name: z.string(),
  kind: z.string(),
  keeperId: id.nullable(),
  keeperName: z.string().nullable(),
  address: z.string(),
  allowSale: z.boolean(),
  allowPick: z.boolean(),
  isDefault: z.boolean(),
  locationCount: z.number().int(),
  isActive: z.boolean(),
  remark: z.string(),
  version: z.number().int(),
})
export type WarehouseRow = z.output<typeof warehouseRow>

const warehouseFilters = z.object({ q: z.string().trim().max(60).optional(), active: flag.optional() })
const warehousePath = '/api/web/basics/warehouse'
const done = z.object({ id })
const enableBody = z.object({ isActive: z.boolean(), version: z.number().int() })

/** 仓库资料 of the current org (business/basics 5). A new warehouse gets its bin 默认. */
export const warehouseRoutes = {
  list: route({
    method: 'GET',
    path: warehousePath,
    access: warehouseButtons.view,
    summary: '仓库列表',
    query: warehouseFilters.extend(paging.shape),
    data: pageOf(warehouseRow),
  }),
  totals: route({
    method: 'GET',
    path: `${warehousePath}/totals`,
    access: warehouseButtons.view,
    summary: '仓库合计',
    query: warehouseFilters,
    data: totals,
  }),
  save: route({
    method: 'POST',
    path: warehousePath,
    access: [warehouseButtons.add, warehouseButtons.update],
    summary: '保存仓库',
    body: z.object({
      id: id.optional(),
      version: z.number().int().optional(),
      code: z
        .string()
        .overwrite(plainCode)
        .regex(/^[A-Za-z0-9]{2,6}$/, '仓库编码应为2-6位字母或数字'),
      name: text(60).min(1, '请输入名称'),
      kind: oneOf(warehouseKinds).default('normal'),
      keeperId: id.nullable().default(null),
      address: text255.default(''),
      allowSale: z.boolean().default(true),
      allowPick: z.boolean().default(true),
      isDefault: z.boolean().default(false),
      remark: text255.default(''),
    }),
    data: savedRow,
  }),
  enable: route({
    method: 'POST',
    path: `${warehousePath}/:id/enable`,
    access: warehouseButtons.disable,
    summary: '启用或停用仓库',
    params: idParam,
    body: enableBody,
    data: done,
  }),
}

const locationRow = z.object({
  id,
  warehouseId: id,
  warehouseName: z.string(),
  code: z.string(),
  zone: z.string(),
  rack: z.string(),
  level: z.string(),
  slot: z.string(),
  capacity: z.string().nullable(),
  pickOrder: z.number().int(),
  isDefault: z.boolean(),
  /** Pieces lying there now. */
  qty: z.string(),
  isActive: z.boolean(),
  version: z.number().int(),
})
export type LocationRow = z.output<typeof locationRow>

const locationFilters = z.object({
  q: z.string().trim().max(60).optional(),
  warehouseId: addressedId.optional(),
  zone: z.string().trim().max(20).optional(),
  active: flag.optional(),
})
const locationPath = '/api/web/basics/location'
const shortText = text(10).default('')

/** From one number to another, both included, for 批量生成. */
const span = z
  .object({
    from: z.number().int().min(1, '请输入正整数!').max(999),
    to: z.number().int().min(1, '请输入正整数!').max(999),
  })
  .refine(({ from, to }) => from <= to, { message: '起始不能大于结束', path: ['to'] })
export type Span = z.output<typeof span>

/** At most this many locations at once. */
export const maxBatchLocations = 2000

export const locationBatch = z.object({
  warehouseId: id,
  zone: z
    .string()
    .trim()
    .regex(/^[\u4e00-\u9fa5A-Za-z0-9]{1,6}$/, '区应为1-6位汉字、字母或数字'),
  racks: span,
  levels: span,
  slots: span,
})

/** 货位管理 (business/basics 5): locations of warehouses that the caller may see. */
export const locationRoutes = {
  list: route({
    method: 'GET',
    path: locationPath,
    access: warehouseButtons.view,
    summary: '货位列表',
    query: locationFilters.extend(paging.shape),
    data: pageOf(locationRow),
  }),
  totals: route({
    method: 'GET',
    path: `${locationPath}/totals`,
    access: warehouseButtons.view,
    summary: '货位合计',
    query: locationFilters,
    data: totals,
  }),
  save: route({
    method: 'POST',
    path: locationPath,
    access: [warehouseButtons.add, warehouseButtons.update],
    summary: '保存货位',
    body: z.object({
      id: id.optional(),
      version: z.number().int().optional(),
      warehouseId: id,
      /** Blank: 区-架-层-位. */
      code: z.union([z.literal(''), locationCode], '货位应为1-23位汉字、字母、数字或横线').default(''),
      zone: shortText,
      rack: shortText,
      level: shortText,
      slot: shortText,
      capacity: qtyOrZero.nullable().default(null),
      pickOrder: z.number().int().min(0).max(99_999).default(0),
    }),
    data: savedRow,
  }),
  batch: route({
    method: 'POST',
    path: `${locationPath}/batch`,
    access: warehouseButtons.batch,
    summary: '批量生成货位',
    body: locationBatch,
    /** Codes that exist already are left as they are. */
    data: z.object({ added: z.number().int(), existing: z.number().int() }),
  }),
  enable: route({
    method: 'POST',
    path: `${locationPath}/:id/enable`,
    access: warehouseButtons.update,
    summary: '启用或停用货位',
    params: idParam,
    body: enableBody,
    data: done,
  }),
  remove: route({
    method: 'DELETE',
    path: `${locationPath}/:id`,
    access: warehouseButtons.update,
    summary: '删除货位',
    params: idParam,
    data: done,
  }),
}

/** Code of a location made of its parts, two digits each: A-01-02-03. */
export const locationCodeOf = (zone: string, rack: number, level: number, slot: number): string =>
  [zone, ...[rack, level, slot].map((part) => String(part).padStart(2, '0'))].join('-')
