import { z } from 'zod'
import { labelled, oneOf } from '../kernel/labelled'
import { dictionaryButtons } from '../access/document-rights'
import { flag, pageOf, paging, totals } from '../kernel/list-query'
import { enableRoute, removeRoute, savedRow } from '../kernel/master-calls'
import { route } from '../kernel/route'
import { id, text, sortNumber } from '../kernel/scalars'

/** Lists of words that the users keep themselves (business/basics 8), and where each is chosen from. */
export const dictionaryKinds = {
  partner_category: { title: '客户类别', usedIn: '客户、供应商资料的“类别”' },
  partner_source: { title: '客户来源', usedIn: '客户资料的“来源”' },
  purchase_return_reason: { title: '采购退货原因', usedIn: '采购退货单的“退货原因”' },
  sales_return_reason: { title: '销售退货原因', usedIn: '销售退货单的“退货原因”' },
  other_in_reason: { title: '其他入库原因', usedIn: '其他入库单的“入库原因”' },
  other_out_reason: { title: '其他出库原因', usedIn: '其他出库单的“出库原因”' },
  repair_form: { title: '维修方式', usedIn: '预约、接车和工单的“维修方式”' },
  reservation_origin: { title: '预约来源', usedIn: '预约单的“预约来源”' },
  part_synonym: {
    title: '配件俗称',
    usedIn: '配件搜索',
    help: '一条写同一种配件的几种叫法，用等号连接，如“刹车片=制动片”；停用后搜索不再认这些叫法',
  },
} as const satisfies Record<string, { title: string; usedIn: string; help?: string }>
export type DictionaryKind = keyof typeof dictionaryKinds
const titles = Object.fromEntries(Object.entries(dictionaryKinds).map(([name, { title }]) => [name, title]))
const kind = oneOf(dictionaryKinds).describe(`字典：${labelled(titles)}`)

const dictionaryRow = z.object({
  id,
  kind,
  name: z.string(),
  sort: z.number().int(),
  /** The program refers to it by its name: it stays as it is. */
  isSystem: z.boolean(),
  isActive: z.boolean(),
  version: z.number().int(),
})
export type DictionaryRow = z.output<typeof dictionaryRow>
const filters = z.object({ kind: kind.optional(), q: z.string().trim().max(30).optional(), active: flag.optional() })

/** Names of one kind of part, written with equals signs between them and without blanks. */
const synonyms = (name: string) => name.replace(/\s/g, '').replaceAll('＝', '=')

const wordBody = z
  .object({
    id: id.optional(),
    version: z.number().int().optional(),
    kind,
    name: text(30).min(1, '请输入名称'),
    sort: sortNumber,
  })
  .transform((word) => (word.kind === 'part_synonym' ? { ...word, name: synonyms(word.name) } : word))
  .refine(({ kind, name }) => kind !== 'part_synonym' || areSynonyms(name), {
    path: ['name'],
    message: '请用等号连接至少两种叫法，每种至少两个字，如“刹车片=制动片”',
  })

// A name of one character would be found inside nearly every other word.
const areSynonyms = (name: string) => {
  const names = name.split('=')
  return new Set(names).size > 1 && names.every((each) => each.length > 1)
}

/** 数据字典 (business/basics 8). Drop-downs get their words from /basics/info; a disabled word disappears from them. */
export const dictionaryRoutes = {
  list: route({
    method: 'GET',
    path: '/api/web/dictionary',
    access: dictionaryButtons.view,
    summary: '数据字典',
    query: filters.extend(paging.shape),
    data: pageOf(dictionaryRow),
  }),
  totals: route({
    method: 'GET',
    path: '/api/web/dictionary/totals',
    access: dictionaryButtons.view,
    summary: '数据字典合计',
    query: filters,
    data: totals,
  }),
  save: route({
    method: 'POST',
    path: '/api/web/dictionary',
    access: [dictionaryButtons.add, dictionaryButtons.update],
    summary: '保存字典条目',
    body: wordBody,
    data: savedRow,
  }),
  enable: enableRoute('/api/web/dictionary', dictionaryButtons.update, '字典条目'),
  remove: removeRoute('/api/web/dictionary', dictionaryButtons.remove, '字典条目'),
}
