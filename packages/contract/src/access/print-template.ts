import { z } from 'zod'
import { flag, pageOf, paging, totals } from '../kernel/list-query'
import { printLayout, printPaper, printTemplate } from '../kernel/print-template'
import { savedRow } from '../kernel/master-calls'
import { idParam, route } from '../kernel/route'
import { id, text } from '../kernel/scalars'
import { button, pageOf as pageId } from './catalogue'

/** Buttons of 打印模板配置 (business/access 5). */
export const templateButtons = {
  view: pageId('print_template'),
  add: button('print_template', 'add'),
  update: button('print_template', 'update'),
}

const templateRow = printTemplate.pick({
  id: true,
  docKind: true,
  name: true,
  paper: true,
  isDefault: true,
  showCost: true,
  isActive: true,
  version: true,
})
export type TemplateRow = z.output<typeof templateRow>

const filters = z.object({
  docKind: z.string().max(40).optional(),
  paper: printPaper.optional(),
  active: flag.optional(),
})

const path = '/api/web/print-template'
const done = z.object({ id, version: z.number().int() })

/** 打印模板 of the current organisation (business/access 3.12). */
export const templateRoutes = {
  list: route({
    method: 'GET',
    path,
    access: templateButtons.view,
    summary: '打印模板列表',
    query: filters.extend(paging.shape),
    data: pageOf(templateRow),
  }),
  totals: route({
    method: 'GET',
    path: `${path}/totals`,
    access: templateButtons.view,
    summary: '打印模板合计',
    query: filters,
    data: totals,
  }),
  read: route({
    method: 'GET',
    path: `${path}/:id`,
    access: templateButtons.view,
    summary: '打印模板',
    params: idParam,
    data: printTemplate,
  }),
  save: route({
    method: 'POST',
    path,
    access: [templateButtons.add, templateButtons.update],
    summary: '保存打印模板',
    body: printLayout.extend({
      id: id.optional(),
      version: z.number().int().optional(),
      docKind: z.string().max(40),
      name: text(30).min(1, '请输入模板名'),
      paper: printPaper,
      isDefault: z.boolean().default(false),
    }),
    data: savedRow,
  }),
  enable: route({
    method: 'POST',
    path: `${path}/:id/enable`,
    access: templateButtons.update,
    summary: '启用或停用打印模板',
    params: idParam,
    body: z.object({ isActive: z.boolean(), version: z.number().int() }),
    data: z.object({ id }),
  }),
}

/** 设默认: of one kind and paper at most one template is; without one the built-in paper applies. */
export const setDefaultTemplate = route({
  method: 'POST',
  path: `${path}/:id/default`,
  access: templateButtons.update,
  summary: '设为默认打印模板',
  params: idParam,
  body: z.object({ isDefault: z.boolean(), version: z.number().int() }),
  data: done,
})
