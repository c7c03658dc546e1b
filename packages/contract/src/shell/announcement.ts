import { z } from 'zod'
import { button, pageOf as pageId } from '../access/catalogue'
import { pageOf, paging, totals } from '../kernel/list-query'
import { idParam, route } from '../kernel/route'
import { id, text } from '../kernel/scalars'
import { labelled, oneOf } from '../kernel/labelled'

/** Buttons of 公告管理. */
export const announcementButtons = {
  view: pageId('announcement'),
  add: button('announcement', 'add'),
  withdraw: button('announcement', 'withdraw'),
}

export const announcementStates = { published: '已发布', withdrawn: '已撤回' } as const

const announcementRow = z.object({
  id,
  title: z.string(),
  body: z.string(),
  /** Null reaches every organisation of the group. */
  orgId: id.nullable(),
  orgName: z.string(),
  creatorName: z.string(),
  createdAt: z.string(),
  state: oneOf(announcementStates),
  /** The caller holds 撤回 wherever it reaches. */
  mayWithdraw: z.boolean(),
  version: z.number().int(),
})
export type AnnouncementRow = z.output<typeof announcementRow>

const filters = z.object({
  q: z.string().trim().max(60).optional(),
  state: oneOf(announcementStates).describe(labelled(announcementStates)).optional(),
})

/** 公告 (business/notifications 2): told to every user of an organisation or of the group. */
export const announcementRoutes = {
  list: route({
    method: 'GET',
    path: '/api/web/announcement',
    access: announcementButtons.view,
    summary: '公告列表',
    query: filters.extend(paging.shape),
    data: pageOf(announcementRow),
  }),
  totals: route({
    method: 'GET',
    path: '/api/web/announcement/totals',
    access: announcementButtons.view,
    summary: '公告合计',
    query: filters,
    data: totals,
  }),
  /** Where the caller may publish. */
  places: route({
    method: 'GET',
    path: '/api/web/announcement/places',
    access: announcementButtons.add,
    summary: '可发布公告的企业',
    data: z.object({ rows: z.array(z.object({ id, name: z.string() })), isWholeGroup: z.boolean() }),
  }),
  publish: route({
    method: 'POST',
    path: '/api/web/announcement',
    access: announcementButtons.add,
    summary: '发布公告',
    body: z.object({
      title: text(100).min(1, '请输入标题'),
      body: text(5000).min(1, '请输入内容'),
      /** Null reaches the whole group. */
      orgId: id.nullable().default(null),
    }),
    data: z.object({ id }),
  }),
  withdraw: route({
    method: 'POST',
    path: '/api/web/announcement/:id/withdraw',
    access: announcementButtons.withdraw,
    summary: '撤回公告',
    params: idParam,
    body: z.object({ version: z.number().int() }),
    data: z.object({ id }),
  }),
  /** What a click on the notice opens, for everybody who was told. */
  read: route({
    method: 'GET',
    path: '/api/web/announcement/:id',
    access: 'signedIn',
    summary: '公告内容',
    params: idParam,
    data: announcementRow.pick({ id: true, title: true, body: true, creatorName: true, createdAt: true }),
  }),
}
