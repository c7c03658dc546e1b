import { z } from 'zod'
import { labelled, oneOf } from '../kernel/labelled'
import { exportJob, exportStates } from '../kernel/export-job'
import { pageOf, pages } from '../kernel/list-query'
import { idParam, route } from '../kernel/route'
import { id } from '../kernel/scalars'

/** A row of 下载中心: an export of the caller, with what was exported and under which conditions (business/finance 7.5). */
const downloadRow = exportJob.extend({
  /** 条件摘要, for example 业务日期 2026-01-01 至 2026-01-31，供应商 广州某某. */
  summary: z.string(),
})
export type DownloadRow = z.output<typeof downloadRow>

const path = '/api/web/export'
const done = z.object({ id })

/** 下载中心: the caller's own exports (business/finance 6). */
export const downloadRoutes = {
  list: route({
    method: 'GET',
    path,
    access: 'signedIn',
    summary: '下载中心列表',
    query: pages.extend({
      state: oneOf(exportStates).describe(labelled(exportStates)).optional(),
    }),
    data: pageOf(downloadRow),
  }),
  /** Makes the file of a failed or expired export anew. */
  retry: route({
    method: 'POST',
    path: `${path}/:id/retry`,
    access: 'signedIn',
    summary: '重新导出',
    params: idParam,
    data: done,
  }),
  remove: route({
    method: 'DELETE',
    path: `${path}/:id`,
    access: 'signedIn',
    summary: '删除导出文件',
    params: idParam,
    data: done,
  }),
}
