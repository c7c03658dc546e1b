import { z } from 'zod'
import { labelled, oneOf } from './labelled'
import { type Access, closed, route } from './route'
import { id } from './scalars'

/** Kinds of files that an export is written as; CSV is UTF-8 with its mark, PDF has at most 5,000 rows. */
export const exportFormats = { xlsx: 'Excel (.xlsx)', csv: 'CSV (.csv)', pdf: 'PDF (.pdf)' } as const
export type ExportFormat = keyof typeof exportFormats

/**
 * What an export is asked for: the filters of the list, its columns in order, and how the screen calls them. A column without a
 * title of the screen keeps the server's.
 */
export const exportBody = <Filters extends z.ZodType>(filters: Filters) =>
  z.object({
    filters: closed(filters).describe('条件，与列表的参数相同'),
    columns: z.array(z.string().max(60)).max(60, '最多导出60列').describe('列，按此顺序：列表各行的字段名；空为全部'),
    titles: z
      .record(z.string().max(60), z.string().max(60))
      .refine((titles) => Object.keys(titles).length <= 60, '最多导出60列')
      .default({})
      .describe('列名：字段名到标题；没有的用系统的标题'),
    format: oneOf(exportFormats).default('xlsx').describe(labelled(exportFormats)),
  })

/** The call that queues an export of what a list shows with these filters and columns; its file comes later. */
export const exportRoute = <Filters extends z.ZodType>(spec: {
  path: string
  access: Access
  summary: string
  filters: Filters
}) =>
  route({
    method: 'POST',
    path: spec.path,
    access: spec.access,
    summary: spec.summary,
    body: exportBody(spec.filters),
    data: z.object({ jobId: id }),
  })
