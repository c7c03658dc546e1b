import { z } from 'zod'
import { route } from '../kernel/route'

/** Setting of one column of a list; the order of the array is the order on screen. */
const columnSetting = z.object({
  key: z.string().max(60),
  width: z.number().int().min(40).max(1000).optional(),
  hidden: z.boolean().optional(),
  fixed: z.enum(['left', 'right']).optional(),
})
export type ColumnSetting = z.output<typeof columnSetting>

const table = z.object({ table_name: z.string().regex(/^[\w.-]{1,60}$/) })
/** Lists whose columns one user may set; the program has fewer. */
export const maxTables = 300

const settings = z.object({ columns: z.array(columnSetting).max(100) })

/** The user's column settings of one list; no columns means the list's own order. */
export const readTableConfig = route({
  method: 'GET',
  path: '/api/config/table/:table_name',
  access: 'signedIn',
  summary: '列设置',
  params: table,
  data: settings,
})

export const saveTableConfig = route({
  method: 'POST',
  path: '/api/config/table/:table_name',
  access: 'signedIn',
  summary: '保存列设置',
  params: table,
  body: settings,
  data: settings,
})
