import type { Paging, Totals } from '@chepu/contract/kernel/list-query'
import type { DataOf } from '@chepu/contract/kernel/route'
import type { SavedRow } from '@chepu/contract/kernel/master-calls'
import { serviceItemButtons } from '@chepu/contract/repair/buttons'
import type { servicePackageRoutes, ServicePackageRow } from '@chepu/contract/repair/service-package'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { notFound } from '../../kernel/base/errors'
import { allOf } from '../../kernel/caller/scope'
import { onViolation } from '../../kernel/db/failures'
import type { CallerTx } from '../../kernel/db/tx'
import type { BodyOf, QueryOf } from '../../kernel/http/bind'
import {
  enableMaster,
  freshCodes,
  lockMaster,
  type MasterRow,
  removeMaster,
  replaceRows,
} from '../../kernel/master/master'
import { pinyinOf } from '../../kernel/master/pinyin'
import { pageOf, totalsOf } from '../../kernel/query/page'
import { sortedBy } from '../../kernel/query/sorting'
import { assertOwnCode } from '../../kernel/master/own-code'
import { assertUnitQuantities } from '../../kernel/goods/unit-quantities'
import { type NamedMaster, namesItem, saveNamed } from '../../kernel/master/named'
import { assertReferences, type Reference } from '../../kernel/master/references'

type Body = BodyOf<typeof servicePackageRoutes.save>
type Filters = QueryOf<typeof servicePackageRoutes.totals>

const servicePackage: NamedMaster = { table: 'service_package', title: '项目套餐' }

interface ServicePackage extends MasterRow {
  code: string
  name: string
}

/** 项目套餐 with what each holds (business/repair-masters 1.8). */
export async function listServicePackages(tx: CallerTx, filters: Filters & Paging) {
  const order = sortedBy({ code: 'k.code', name: 'k.name' }, filters.sort) ?? sql`k.code`
  return pageOf(
    tx,
    sql<ServicePackageRow>`select k.id, k.code, k.name, k.is_active, k.remark, k.version, coalesce(l.item_count, 0) as item_count,
      coalesce(l.part_count, 0) as part_count, coalesce(l.content, '') as content
    from service_package k
    left join (select l.package_id, count(l.service_item_id) as item_count, count(l.part_id) as part_count,
        string_agg(coalesce(i.name, p.name), '、' order by l.line_no) as content
      from service_package_line l
      left join service_item i on i.group_id = l.group_id and i.id = l.service_item_id
      left join part p on p.group_id = l.group_id and p.id = l.part_id
      where l.group_id = ${tx.groupId} group by l.package_id) l on l.package_id = k.id
    where ${where(tx, filters)} order by ${order}, k.id`,
    filters,
  )
}

export async function servicePackageTotals(tx: CallerTx, filters: Filters): Promise<Totals> {
  return totalsOf(tx, sql`select count(*) as count from service_package k where ${where(tx, filters)}`)
}

function where(tx: CallerTx, { q, active }: Filters): RawBuilder<SqlBool> {
  return allOf([
    sql<SqlBool>`k.group_id = ${tx.groupId}`,
    ...(q ? [namesItem('k', q)] : []),
    ...(active === undefined ? [] : [sql<SqlBool>`k.is_active = ${active}`]),
  ])
}

type View = DataOf<typeof servicePackageRoutes.read>

/** A package with its lines in their order. */
export async function readServicePackage(tx: CallerTx, id: number): Promise<View> {
  const values = [tx.groupId, id]
  const found = await tx.one<Omit<View, 'lines'>>({
    text: 'select id, code, name, is_active, remark, version from service_package where group_id = $1 and id = $2',
    values,
  })
  if (!found) notFound(servicePackage.title)
  const lines = await tx.query<View['lines'][number]>({
    text: `select l.service_item_id, l.part_id, coalesce(i.code, p.code) as code, coalesce(i.name, p.name) as name, l.qty, l.price
      from service_package_line l
      left join service_item i on i.group_id = l.group_id and i.id = l.service_item_id
      left join part p on p.group_id = l.group_id and p.id = l.part_id
      where l.group_id = $1 and l.package_id = $2 order by l.line_no`,
    values,
  })
  return { ...found, lines }
}

/** Saves a package with its lines. A blank code becomes TC and 4 digits, or stays the one it has. */
export async function saveServicePackage(tx: CallerTx, { lines, ...body }: Body): Promise<SavedRow> {
  const taken = `套餐编码 ${body.code} 已存在`
  return onViolation({ service_package_group_id_code_key: taken, service_package_code_key: taken }, async () => {
    const row = { ...body, ...pinyinOf(body.name) }
    const saved = await saveNamed<ServicePackage>(tx, servicePackage, serviceItemButtons, row, async (before) => {
      await assertReferences(tx, namedIn(lines), before ? await namedBefore(tx, before.id) : [])
      await assertUnitQuantities(tx, 'lines', lines)
      const code = body.code || before?.code || ((await freshCodes(tx, 'service_package', 'TC', 4))[0] as string)
      await assertOwnCode(tx, 'service_package', { code, id: body.id })
      return { code }
    })
    const numbered = lines.map((line, i) => ({ lineNo: i + 1, ...line }))
    await replaceRows(tx, 'service_package_line', { column: 'package_id', id: saved.id }, numbered)
    return saved
  })
}

const namedIn = (lines: Body['lines']): Reference[] =>
  lines.flatMap(({ serviceItemId, partId }, i): Reference[] => [
    { to: 'serviceItem', id: serviceItemId, path: `lines.${i}.serviceItemId`, title: `第${i + 1}行服务项目` },
    { to: 'part', id: partId, path: `lines.${i}.partId`, title: `第${i + 1}行配件` },
  ])

const namedBefore = (tx: CallerTx, id: number) =>
  tx.query<Pick<Reference, 'to' | 'id'>>({
    text: `select case when part_id is null then 'serviceItem' else 'part' end as to, coalesce(part_id, service_item_id) as id
      from service_package_line where group_id = $1 and package_id = $2`,
    values: [tx.groupId, id],
  })

export const enableServicePackage = (tx: CallerTx, id: number, change: { isActive: boolean; version: number }) =>
  enableMaster(tx, servicePackage, id, change)

export const removeServicePackage = async (tx: CallerTx, id: number) =>
  removeMaster(tx, servicePackage, await lockMaster(tx, servicePackage, id), [['service_package_line', 'package_id']])
