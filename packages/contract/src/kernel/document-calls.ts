import { z } from 'zod'
import type { ActionDef, DocumentDef } from './document'
import { exportBody } from './export-route'
import { labelled } from './labelled'
import { pageOf, type Paging, totals } from './list-query'
import { type ActionRights, idParam, maxLinesBody, route } from './route'
import { id, text255 } from './scalars'
import { isEntered } from './states'

/** A document as it stands after something was written. */
export const written = z.object({ id, billNo: z.string(), version: z.number(), state: z.string() })

/** What saving and every action answer: the document as it stands now, and the actions that are open to the caller next. */
export const saved = written.extend({ can: z.array(z.string()) })

const logRow = z.object({
  id,
  at: z.string(),
  userName: z.string().nullable(),
  action: z.string(),
  fromState: z.string().nullable(),
  toState: z.string().nullable(),
  reason: z.string(),
  /** Of what a customer did by a link: from where he came, and by which link he signed. */
  address: z.string().nullable(),
  signedBy: id.nullable(),
  /** Of what a customer agreed to: in which way, who he was, the number that was called and when, and the 附件 that he signed. */
  method: z.string().nullable(),
  agreedBy: z.string().nullable(),
  phone: z.string().nullable(),
  calledAt: z.string().nullable(),
  signatureId: id.nullable(),
})

export type LogRow = z.output<typeof logRow>

export const relatedDocument = z.object({
  kind: z.string(),
  id,
  billNo: z.string(),
  bizDate: z.string(),
  state: z.string(),
  stateName: z.string(),
  relation: z.enum(['source', 'target', 'red', 'redOf', 'settlement']),
  qty: z.string().nullable(),
  amount: z.string().nullable(),
})

/** Effects of 反审核 or 红冲, shown before they happen (ADR 0007). */
const effects = z.object({
  stock: z.array(
    z.object({
      partCode: z.string(),
      partName: z.string(),
      warehouseName: z.string(),
      qty: z.string(),
      value: z.string().optional(),
    }),
  ),
  money: z.array(z.object({ account: z.string(), partnerName: z.string(), amount: z.string() })),
  /** What moves on member cards: 本金, 赠金, 积分, and times of packages. */
  cards: z
    .array(z.object({ cardNo: z.string(), item: z.string(), unit: z.enum(['元', '分', '次']), change: z.string() }))
    .optional(),
  /** What is taken back of commission, or given, for who may see it. */
  commission: z.array(z.object({ employeeName: z.string(), amount: z.string() })).optional(),
  /** Why it will be refused, when it will be. */
  refusals: z.array(z.string()),
})
export type Effects = z.output<typeof effects>

type NamedAction = readonly [name: string, action: Pick<ActionDef, 'label' | 'reason' | 'input'>]

const inWords = (actions: readonly NamedAction[]): string =>
  labelled(Object.fromEntries(actions.map(([name, { label }]) => [name, label])))

/** The name of one of some actions. What is none of them is answered as not found, so the names are told and not checked. */
const nameOf = (actions: readonly NamedAction[]) =>
  z.string().meta({ enum: actions.map(([name]) => name), description: `动作：${inWords(actions)}` })

/**
 * What actions take. Which shape `input` has depends on the action, so the server checks it by that action's own; here all of
 * them are told. Where no action takes any, one is refused: who sends it means something by it.
 */
export function actionBody(actions: readonly NamedAction[]) {
  const reasoned = actions.filter(([, { reason }]) => reason)
  const inputs = actions.flatMap(([name, { label, input }]) =>
    input ? [input.meta({ title: `${name} ${label}${input.safeParse(undefined).success ? '，可不填' : ''}` })] : [],
  )
  return z.strictObject({
    version: z.number().int(),
    reason: text255.optional().describe(`原因；这些动作必填：${inWords(reasoned)}`),
    ...(inputs.length > 0 && {
      input: z
        .unknown()
        .optional()
        .meta({ told: z.union(inputs) }),
    }),
  }) as z.ZodObject<
    { version: z.ZodInt; reason: z.ZodOptional<z.ZodString>; input: z.ZodOptional<z.ZodUnknown> },
    z.core.$strict
  >
}

/** Actions that may follow the saving of a document in one step: those of a draft. */
const followingActions = (def: DocumentDef) =>
  Object.entries(def.actions).filter(([, { from }]) => from.some((state) => isEntered(def, state)))

/** The action that a save takes along: what `act` takes, without the version, which the save itself brings (ADR 0142). */
const actionOfSave = (def: DocumentDef) => {
  const actions = followingActions(def)
  return actionBody(actions)
    .omit({ version: true })
    .extend({ name: nameOf(actions) })
    .optional()
    .describe('保存后随即执行的动作：保存和动作一起成功，或者都不发生')
}

/** What saving takes of every kind, beside header and lines. */
export interface SaveOfAny {
  id?: number | undefined
  version?: number | undefined
  action?: { name: string; reason?: string | undefined; input?: unknown } | undefined
}

/** What saving takes of every kind beside its lines. */
export const saveFields = <Def extends DocumentDef>(def: Def) => ({
  id: id.optional(),
  version: z.number().int().optional(),
  action: actionOfSave(def),
  header: def.header as Def['header'],
})

/** What actions need besides the right to look, each under its name in words. */
export const actionRights = (
  actions: readonly (readonly [name: string, action: ActionRights[string] & { label: string }])[],
): ActionRights => Object.fromEntries(actions.map(([name, action]) => [`${name} ${action.label}`, action]))

/** The figure that a print answers beside the document. */
export const printed = { printCount: z.number() }

/** What differs between the calls of documents. `query` is `filters` with paging, `print` is `view` with the print count. */
interface Shapes {
  row: z.ZodType
  filters: z.ZodType
  query: z.ZodType
  save: z.ZodType
  view: z.ZodType
  print: z.ZodType
}

/** The calls that every document answers, whatever its table. */
export function documentCalls<S extends Shapes>(def: DocumentDef, shapes: S) {
  const path = `/api/web/${def.path}`
  const { view, add, update, print = view, export: exportButton = view } = def.buttons
  const row = shapes.row as S['row']
  const filters = shapes.filters as S['filters']
  const actions = Object.entries(def.actions)
  const document = shapes.view as S['view']
  const shown = saved.extend({ document: document.optional() })
  return {
    list: route({
      method: 'GET',
      path,
      access: view,
      summary: `${def.title}列表`,
      query: shapes.query as S['query'],
      data: pageOf(row),
    }),
    totals: route({
      method: 'GET',
      path: `${path}/totals`,
      access: view,
      summary: `${def.title}合计`,
      query: filters,
      data: totals,
    }),
    read: route({
      method: 'GET',
      path: `${path}/:id`,
      access: view,
      summary: `${def.title}详情`,
      params: idParam,
      data: document,
    }),
    /** With an action, which also needs the right to look, it answers the document as well, as `read` does. */
    save: route({
      method: 'POST',
      path,
      access: [add, update].flat(),
      actions: actionRights(followingActions(def)),
      summary: `保存${def.title}`,
      body: shapes.save as S['save'],
      data: shown,
      maxBody: maxLinesBody,
    }),
    act: route({
      method: 'POST',
      path: `${path}/:id/act/:action`,
      access: view,
      actions: actionRights(actions),
      summary: `${def.title}：提交、审核等`,
      params: idParam.extend({ action: nameOf(actions) }),
      body: actionBody(actions).extend({
        document: z.boolean().optional().describe('是否同时返回执行后的单据详情'),
      }),
      data: shown,
    }),
    /** Answers for actions with `preview` alone; a kind that has none of them has no such call. */
    preview: route({
      method: 'GET',
      path: `${path}/:id/preview/:action`,
      access: view,
      summary: `${def.title}：执行前预览`,
      params: idParam.extend({ action: nameOf(actions.filter(([, { preview }]) => preview)) }),
      data: effects,
    }),
    log: route({
      method: 'GET',
      path: `${path}/:id/log`,
      access: view,
      summary: `${def.title}操作日志`,
      params: idParam,
      data: z.array(logRow),
    }),
    related: route({
      method: 'GET',
      path: `${path}/:id/related`,
      access: view,
      summary: `${def.title}关联单据`,
      params: idParam,
      data: z.array(relatedDocument),
    }),
    print: route({
      method: 'POST',
      path: `${path}/:id/print`,
      access: print,
      summary: `打印${def.title}`,
      params: idParam,
      data: shapes.print as S['print'],
    }),
    export: route({
      method: 'POST',
      path: `${path}/export`,
      access: exportButton,
      summary: `导出${def.title}`,
      body: exportBody(filters),
      data: z.object({ jobId: id }),
    }),
  }
}

/** The calls of a family's kinds as far as they take and answer alike, for who does not ask which kind it is. */
export type FamilyCalls<Row, Filters, Save, View> = ReturnType<
  typeof documentCalls<{
    row: z.ZodType<Row>
    filters: z.ZodType<Filters>
    query: z.ZodType<Filters & Paging>
    save: z.ZodType<Save>
    view: z.ZodType<View>
    print: z.ZodType<View & { printCount: number }>
  }>
>

type View = { header: Record<string, unknown> & { id: number; version: number; state: string }; can: string[] }

/** What calls of documents take and answer as far as all families do alike. */
interface AnyShapes {
  row: z.ZodType<{ id: number; orgId: number; billNo: string }>
  filters: z.ZodType
  query: z.ZodType
  save: z.ZodType
  view: z.ZodType<View>
  print: z.ZodType<View & { printCount: number }>
}

/** A kind of document of whatever family, for who does not ask which it is. */
export type AnyDocument = DocumentDef & { routes: ReturnType<typeof documentCalls<AnyShapes>> }
