// 旧件: parts that came off cars, by the tag that each of them wears (business/three-guarantees 6).
import { z } from 'zod'
import { button, pageOf } from '../access/catalogue'
import { labelled, oneOf } from '../kernel/labelled'
import { defineQuery, onlyYes, type QueryRow } from '../kernel/query'
import { flag, idList } from '../kernel/list-query'
import { idParam, route } from '../kernel/route'
import { addressedId, id, text, text255 } from '../kernel/scalars'

const group = 'old_part'
const access = pageOf(group)
const path = '/api/web/old-part'

/** Buttons of old parts. */
export const oldPartButtons = {
  tag: button(group, 'tag'),
  ship: button(group, 'ship'),
  result: button(group, 'result'),
  scrap: button(group, 'scrap'),
} as const

/** Where an old part is (business/three-guarantees 6.2). */
export const oldPartStates = {
  stored: '在库',
  packed: '已装箱',
  shipped: '已发出',
  accepted: '已签收',
  refused: '被拒',
  lost: '丢失',
  scrapped: '已报废',
  dropped: '已撤销',
} as const
export type OldPartState = keyof typeof oldPartStates

/** States of old parts that are in the station or under way. */
export const openOldPartStates: readonly OldPartState[] = ['stored', 'packed', 'shipped', 'refused']
/** What 旧件库 is asked for by: one state, or all in which an old part still has its way before it. */
export const askedStates = { open: '在库及在途', ...oldPartStates } as const

/** Where the old parts of a bill are, by the one that is least advanced, in that order; one without a printed label waits for it. */
export const oldPartStandings = {
  none: '无',
  untagged: '待打签',
  refused: '被拒',
  stored: '在库',
  packed: '已装箱',
  shipped: '已发出',
  lost: '丢失',
  scrapped: '已报废',
  accepted: '已签收',
} as const
export type OldPartStanding = keyof typeof oldPartStandings

/** In the station, and in no box: what is labelled, moved and scrapped. */
export const isHere = (state: OldPartState): boolean => state === 'stored' || state === 'refused'

/** Sent to the manufacturer, whatever he has said of it. */
export const isSent = (state: OldPartState): boolean => state === 'shipped' || state === 'accepted'

/** Never to be had again: a manufacturer deducts for it. */
export const isMissing = (state: OldPartState): boolean => state === 'lost' || state === 'scrapped'

/** A tag as scanners and hands give it. */
const tagNo = z.string().trim().toUpperCase().min(1, '请扫描或输入标签号').max(40)

/** 旧件库: every tag of the organisation, the newest first. */
export const oldParts = defineQuery({
  key: 'old_part',
  title: '旧件',
  path,
  access,
  mayExport: access,
  filters: z.object({
    ids: idList.optional().describe('旧件'),
    tagNo: tagNo.optional(),
    state: oneOf(askedStates)
      .optional()
      .describe(`状态：${labelled(askedStates)}`),
    untagged: flag.optional().describe('未打签'),
    manufacturerId: addressedId.optional(),
    billId: addressedId.optional(),
    billNo: z.string().trim().max(40).optional(),
    part: z.string().trim().max(60).optional(),
    car: z.string().trim().max(20).optional(),
    warehouseId: addressedId.optional(),
    location: z.string().trim().max(40).optional(),
  }),
  columns: {
    tagNo: { title: '标签号', width: 148, isKey: true, chars: 24 },
    partName: { title: '配件', width: 100, isKey: true, chars: 24 },
    billNo: { title: '三包单', width: 118, isKey: true, chars: 20 },
    carText: { title: '车牌/VIN', width: 84, nullable: true, isKey: true, sort: false, chars: 20 },
    manufacturerName: { title: '厂家', width: 80, nullable: true, isKey: true, chars: 20 },
    returns: { title: '须返厂', kind: 'code', labels: onlyYes, width: 58, isKey: true },
    tagged: { title: '打签', kind: 'code', labels: { true: '已打', false: '未打' }, width: 52, isKey: true },
    placeName: { title: '位置', card: 'fact', width: 80, nullable: true, isKey: true, sort: false, chars: 18 },
    state: { title: '状态', kind: 'code', card: 'fact', labels: oldPartStates, width: 64, isKey: true },
    returnNo: { title: '返厂单', width: 118, nullable: true, isKey: true, sort: false, chars: 20 },
    storedOn: { title: '入库日', kind: 'date', isKey: true },
    days: { title: '天数', kind: 'count', width: 52, nullable: true, total: false, isKey: true },
    isCause: { title: '主因件', kind: 'code', labels: onlyYes, width: 58 },
    partCode: { title: '配件编码', width: 110, chars: 18 },
    serialNo: { title: '序列号', width: 110, chars: 20 },
    remark: { title: '备注', width: 120, sort: false, chars: 30 },
  },
  beside: {
    id,
    version: z.number().int(),
    billId: id,
    manufacturerId: id.nullable(),
    returnId: id.nullable(),
    warehouseId: id.nullable(),
    locationId: id.nullable(),
  },
})
export type OldPartRow = QueryRow<typeof oldParts>

/** What became of an old part, and by whom: the newest step first. */
const step = z.object({
  at: z.string(),
  userName: z.string().nullable(),
  state: oneOf(oldPartStates),
  docKind: z.string().nullable(),
  docId: id.nullable(),
  docNo: z.string().nullable(),
  place: z.string(),
  reason: z.string(),
})
export type OldPartStep = z.output<typeof step>

/** An old part with its steps, found by its tag as a scanner reads it. */
export const readOldPart = route({
  method: 'GET',
  path: `${path}/tag`,
  access,
  summary: '按标签号查旧件',
  query: z.object({ tagNo: tagNo.describe('旧件标签号') }),
  data: z.object({ row: oldParts.list.data.shape.rows.element, steps: z.array(step) }),
})

/** Tags that one call takes at most. */
const mostTags = 200
const ids = z.array(id).min(1, '请选择旧件').max(mostTags, `一次最多${mostTags}件`)

/** What a label of 50x30 mm says (business/three-guarantees 6.1). */
const label = z.object({
  tagNo: z.string(),
  partName: z.string(),
  partCode: z.string(),
  vin: z.string().nullable(),
  billNo: z.string(),
  storedOn: z.string(),
})
export type OldPartLabel = z.output<typeof label>

/** 打签: labels of old parts that are in the station, or in a box there. */
export const tagOldParts = route({
  method: 'POST',
  path: `${path}/labels`,
  access: oldPartButtons.tag,
  summary: '打印旧件标签',
  body: z.object({ ids }),
  data: z.object({ labels: z.array(label) }),
})

/** Serial number, place and remark of one. */
export const saveOldPart = route({
  method: 'POST',
  path: `${path}/:id`,
  access: oldPartButtons.tag,
  summary: '修改旧件',
  params: idParam,
  body: z.object({
    version: z.number().int(),
    serialNo: text(60).default(''),
    warehouseId: id.nullable().default(null).meta({ title: '仓库' }),
    locationId: id.nullable().default(null).meta({ title: '货位' }),
    remark: text255.default(''),
  }),
  data: z.object({ id, version: z.number().int() }),
})

/** 存放: puts old parts of the station into a place; one that was refused is in the store again. */
export const placeOldParts = route({
  method: 'POST',
  path: `${path}/place`,
  access: oldPartButtons.tag,
  summary: '旧件移位',
  body: z.object({
    ids,
    warehouseId: id.meta({ title: '仓库' }),
    locationId: id.nullable().default(null).meta({ title: '货位' }),
  }),
  data: z.object({ count: z.number().int() }),
})

/** 报废 of old parts that are in the station. */
export const scrapOldParts = route({
  method: 'POST',
  path: `${path}/scrap`,
  access: oldPartButtons.scrap,
  summary: '旧件报废',
  body: z.object({ ids, reason: text255.min(1, '请填写报废原因') }),
  data: z.object({ count: z.number().int() }),
})
