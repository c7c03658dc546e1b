import { z } from 'zod'
import { pageOf, paging, totals } from '../kernel/list-query'
import { labelled, oneOf } from '../kernel/labelled'
import { enableRoute, savedRow } from '../kernel/master-calls'
import { reference } from '../kernel/references'
import { idParam, route } from '../kernel/route'
import { amount, code, id, positiveInteger, price, qty, text, text255 } from '../kernel/scalars'
import { cardPackageButtons as buttons } from './buttons'
import { packageLineKinds, packageStates } from './words'

const state = oneOf(packageStates).describe(`状态：${labelled(packageStates)}`)

const packageFields = z.object({
  code: code(40).default(''),
  name: text(60).min(1, '请输入套餐名称'),
  /** Yuan, 2 decimals. */
  salePrice: amount,
  /** Days from its sale; null is for ever. */
  validDays: positiveInteger.nullable().default(null),
  /** Shops that sell it; none is all. */
  orgIds: z.array(reference('shop')).max(200, '最多200家门店').default([]),
  isVehicleBound: z.boolean().default(false),
  remark: text255.default(''),
})

/** So many times of a service item, or so many units of a part, and what one costs alone, yuan with 4 decimals. */
const packageLine = z.object({
  serviceItemId: id.nullable().default(null),
  partId: id.nullable().default(null),
  times: qty,
  listPrice: price,
  carTypeId: id.nullable().default(null),
})

const packageInput = packageFields
  .extend({
    id: id.optional(),
    version: z.number().int().optional(),
    /** It is sold from now on. */
    activate: z.boolean().default(false),
    lines: z.array(packageLine).min(1, '请添加项目或配件').max(100, '最多100行'),
  })
  .superRefine(({ lines }, context) => {
    const fault = (message: string) => context.addIssue({ code: 'custom', path: ['lines'], message })
    lines.forEach((line, i) => {
      if ((line.serviceItemId === null) === (line.partId === null)) fault(`第${i + 1}行应为一个项目或一个配件`)
    })
    const keys = lines.map(({ serviceItemId, partId, carTypeId }) => `${serviceItemId}/${partId}/${carTypeId}`)
    const twice = keys.findIndex((key, i) => keys.indexOf(key) !== i)
    if (twice >= 0) fault(`第${twice + 1}行与前面重复`)
  })

/** A line of a package as it is shown and sold. */
export const packageLineView = z.object({
  kind: oneOf(packageLineKinds),
  serviceItemId: id.nullable(),
  partId: id.nullable(),
  code: z.string(),
  name: z.string(),
  /** 次, or the unit of the part. */
  unitName: z.string(),
  /** 4 decimals. */
  times: z.string(),
  /** Of one alone and of one within the package, yuan with 4 decimals. */
  listPrice: z.string(),
  allocPrice: z.string(),
  /** Of all, yuan with 2 decimals. */
  allocTotal: z.string(),
  carTypeId: id.nullable(),
  carTypeName: z.string().nullable(),
})

const packageRow = z.object({
  id,
  code: z.string(),
  name: z.string(),
  salePrice: z.string(),
  lineCount: z.number().int(),
  validDays: z.number().int().nullable(),
  /** Names of the shops that sell it; empty is all. */
  orgNames: z.string(),
  /** How often it was sold. */
  soldCount: z.number().int(),
  /** Cards on which something of it is left. */
  inUseCount: z.number().int(),
  state,
  isActive: z.boolean(),
  remark: z.string(),
  version: z.number().int(),
})
export type CardPackageRow = z.output<typeof packageRow>

const packageView = packageFields.extend({
  id,
  code: z.string(),
  salePrice: z.string(),
  orgIds: z.array(id),
  state,
  version: z.number().int(),
  lines: z.array(packageLineView),
})
export type CardPackageView = z.output<typeof packageView>

const filters = z.object({
  /** Code, name, pinyin, initials. */
  q: z.string().trim().max(60).optional(),
  state: state.optional(),
})
const path = '/api/web/card-package'

/** 套餐 (business/cards 2). */
export const cardPackageRoutes = {
  list: route({
    method: 'GET',
    path,
    access: buttons.view,
    summary: '套餐列表',
    query: filters.extend(paging.shape),
    data: pageOf(packageRow),
  }),
  totals: route({
    method: 'GET',
    path: `${path}/totals`,
    access: buttons.view,
    summary: '套餐合计',
    query: filters,
    data: totals,
  }),
  read: route({
    method: 'GET',
    path: `${path}/:id`,
    access: buttons.view,
    summary: '套餐详情',
    params: idParam,
    data: packageView,
  }),
  save: route({
    method: 'POST',
    path,
    access: [buttons.add, buttons.update],
    summary: '保存套餐',
    body: packageInput,
    data: savedRow,
  }),
  enable: enableRoute(path, buttons.enable, '套餐'),
  /** Begins another one with the same lines, as a draft. */
  copy: route({
    method: 'POST',
    path: `${path}/:id/copy`,
    access: buttons.add,
    summary: '复制套餐',
    params: idParam,
    data: savedRow,
  }),
}
