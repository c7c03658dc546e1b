import { templateButtons, type templateRoutes, type TemplateRow } from '@chepu/contract/access/print-template'
import type { Totals } from '@chepu/contract/kernel/list-query'
import { fileTooLarge } from '@chepu/contract/kernel/file-limit'
import { type PrintLayoutSpec, printLogo, type PrintTemplate } from '@chepu/contract/kernel/print-template'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { audit } from '../../kernel/db/audit'
import type { BodyOf, QueryOf } from '../../kernel/http/bind'
import { mayPress, sees } from '../../kernel/caller/caller'
import { onViolation } from '../../kernel/db/failures'
import type { CallerTx } from '../../kernel/db/tx'
import { documentKind } from '../../kernel/document/registry'
import { forbidden, invalid, notFound, refuse } from '../../kernel/base/errors'
import { imageType } from '../../kernel/base/image-type'
import {
  addMaster,
  changeMaster,
  enableMaster,
  lockMaster,
  type Master,
  type MasterRow,
} from '../../kernel/master/master'
import { allOf } from '../../kernel/caller/scope'
import { sortedBy } from '../../kernel/query/sorting'
import { pageOf, totalsOf } from '../../kernel/query/page'

const template: Master = { table: 'print_template', title: '打印模板' }

export interface StoredTemplate extends MasterRow {
  orgId: number
  docKind: string
  name: string
  paper: PrintTemplate['paper']
  isDefault: boolean
  layout: PrintLayoutSpec
}

type Filters = QueryOf<typeof templateRoutes.totals>

/** Templates of the caller's org. */
export async function listTemplates(tx: CallerTx, filters: QueryOf<typeof templateRoutes.list>) {
  const order = sortedBy({ docKind: 't.doc_kind', name: 't.name', paper: 't.paper' }, filters.sort)
  return pageOf(
    tx,
    sql<TemplateRow>`
    select t.id, t.doc_kind, t.name, t.paper, t.is_default, t.is_active, t.version,
      coalesce((t.layout ->> 'showCost')::boolean, false) as show_cost
    from print_template t where ${where(tx, filters)}
    order by ${order ?? sql`t.doc_kind, t.paper, t.name`}, t.id`,
    filters,
  )
}

export async function templateTotals(tx: CallerTx, filters: Filters): Promise<Totals> {
  return totalsOf(tx, sql`select count(*) as count from print_template t where ${where(tx, filters)}`)
}

function where(tx: CallerTx, { docKind, paper, active }: Filters): RawBuilder<SqlBool> {
  return allOf([
    sql<SqlBool>`t.group_id = ${tx.groupId} and t.org_id = ${tx.caller.orgId}`,
    ...(docKind ? [sql<SqlBool>`t.doc_kind = ${docKind}`] : []),
    ...(paper ? [sql<SqlBool>`t.paper = ${paper}`] : []),
    ...(active === undefined ? [] : [sql<SqlBool>`t.is_active = ${active}`]),
  ])
}

/** A stored template as the calls answer it. */
export const viewOf = ({ id, docKind, name, paper, isDefault, isActive, version, layout }: StoredTemplate) => ({
  ...layout,
  id,
  docKind,
  name,
  paper,
  isDefault,
  isActive,
  version,
})

/** The whole template, for its editor: settings are no figures, so nothing is left out. */
export async function readTemplate(tx: CallerTx, id: number): Promise<PrintTemplate> {
  const row = await tx.one<StoredTemplate>({
    text: 'select * from print_template where group_id = $1 and org_id = $2 and id = $3',
    values: [tx.groupId, tx.caller.orgId, id],
  })
  if (!row) notFound('打印模板')
  return viewOf(row)
}

const messages = { print_template_group_id_org_id_doc_kind_name_key: '该单据已有同名模板' }

/** Saves a template of the caller's org; a new default takes the place of the former one of its kind and paper. */
export async function saveTemplate(tx: CallerTx, body: BodyOf<typeof templateRoutes.save>) {
  const { id, version, docKind, name, paper, isDefault, ...layout } = body
  if (!mayPress(tx.caller, id === undefined ? templateButtons.add : templateButtons.update)) forbidden()
  if (!documentKind(docKind)) invalid([{ path: 'docKind', message: '没有这种单据' }])
  assertLogo(layout.logo)
  const before = id === undefined ? undefined : await ownTemplate(tx, id, version ?? 0)
  if (before && before.docKind !== docKind) refuse('模板的单据类型不能修改')
  if (before && isDefault && !before.isActive) refuse('停用的模板不能设为默认')
  assertCost(tx, before?.layout.showCost ?? false, layout.showCost)
  if (isDefault) await dropDefault(tx, docKind, paper, id)
  const row = { docKind, name, paper, isDefault, layout: JSON.stringify(layout) }
  return onViolation(messages, () =>
    before ? changeMaster(tx, template, before, row) : addMaster(tx, template, { ...row, orgId: tx.caller.orgId }),
  )
}

/** Whether cost is printed is decided by those who see it. */
function assertCost(tx: CallerTx, before: boolean, after: boolean): void {
  if (before !== after && !sees(tx.caller, 'cost_price')) forbidden('您没有查看成本的权限，不能设置打印成本')
}

function assertLogo(logo: string | null): void {
  if (logo === null) return
  const content = Buffer.from(logo.slice(logo.indexOf(',') + 1), 'base64')
  if (content.length > printLogo.maxBytes) invalid([{ path: 'logo', message: fileTooLarge(printLogo) }])
  if (imageType(content) !== /^data:([^;]+)/.exec(logo)?.[1])
    invalid([{ path: 'logo', message: '图标应为PNG、JPG或WebP图片' }])
}

const dropDefault = (tx: CallerTx, docKind: string, paper: string, except: number | undefined) =>
  tx.query({
    text: `update print_template set is_default = false, version = version + 1
      where group_id = $1 and org_id = $2 and doc_kind = $3 and paper = $4 and id <> $5 and is_default`,
    values: [tx.groupId, tx.caller.orgId, docKind, paper, except ?? 0],
  })

/** Locks a template of the caller's org; those of other orgs do not exist for him. */
async function ownTemplate(tx: CallerTx, id: number, version: number): Promise<StoredTemplate> {
  const row = await lockMaster<StoredTemplate>(tx, template, id, version)
  if (row.orgId !== tx.caller.orgId) notFound('打印模板')
  return row
}

/** 设默认 and 取消默认. */
export async function defaultTemplate(tx: CallerTx, id: number, body: { isDefault: boolean; version: number }) {
  const row = await ownTemplate(tx, id, body.version)
  if (body.isDefault && !row.isActive) refuse('停用的模板不能设为默认')
  if (body.isDefault) await dropDefault(tx, row.docKind, row.paper, id)
  return changeMaster(tx, template, row, { isDefault: body.isDefault })
}

/** 启用 or 停用; what is switched off is no default any more, so that the built-in paper applies. */
export const enableTemplate = (tx: CallerTx, id: number, body: { isActive: boolean; version: number }) =>
  enableMaster<StoredTemplate>(tx, template, id, body, async (row) => {
    if (row.orgId !== tx.caller.orgId) notFound('打印模板')
    if (!row.isDefault) return
    await tx.query({
      text: 'update print_template set is_default = false where group_id = $1 and id = $2',
      values: [tx.groupId, id],
    })
    await audit(tx, { entity: template.table, entityId: id, action: 'update', detail: { isDefault: [true, false] } })
  })
