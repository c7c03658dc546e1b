import type { SavedRow } from '@chepu/contract/kernel/master-calls'
import { policyButtons, type PolicyInput, type PolicyView } from '@chepu/contract/warranty/policy'
import { forbidden, invalid, notFound, refuse } from '../../kernel/base/errors'
import { sees } from '../../kernel/caller/caller'
import { audit } from '../../kernel/db/audit'
import { onViolation } from '../../kernel/db/failures'
import type { CallerTx } from '../../kernel/db/tx'
import { sql } from 'kysely'
import {
  addMaster,
  changeMaster,
  enableMaster,
  freshCodes,
  lockMaster,
  type Master,
  type MasterRow,
  removeMaster,
} from '../../kernel/master/master'
import { assertMaySave } from '../../kernel/master/named'
import { assertOwnCode } from '../../kernel/master/own-code'
import { assertReferences, type Reference } from '../../kernel/master/references'
import { objectName, objectTables } from './tables'
import { saveTerms, termsOf } from './terms'

const policy: Master = { table: 'manufacturer_policy', title: '三包政策' }

interface Policy extends MasterRow {
  code: string
  manufacturerId: number
  scope: PolicyInput['scope']
  brandId: number | null
  seriesId: number | null
  categoryId: number | null
  partId: number | null
}

/** A policy with all of its terms, the latest first. */
export async function readPolicy(tx: CallerTx, id: number): Promise<PolicyView> {
  const [found] = await tx.select(
    sql<
      Omit<PolicyView, 'terms' | 'isUsed'>
    >`select m.id, m.code, m.name, m.manufacturer_id, m.scope, m.brand_id, m.series_id,
      m.category_id, m.part_id, m.remark, m.is_active, m.version, f.name as manufacturer_name, ${objectName} as object_name
    from manufacturer_policy m ${objectTables} where m.group_id = ${tx.groupId} and m.id = ${id}`,
  )
  if (!found) notFound(policy.title)
  const terms = await termsOf(tx, id)
  return {
    ...found,
    isUsed: terms.some(({ isUsed }) => isUsed),
    terms: terms.map(({ isUsed: _, labourRate, partRate, outingRate, ...term }) => ({
      ...term,
      ...(sees(tx.caller, 'doc_price') && { labourRate, partRate, outingRate }),
    })),
  }
}

/**
 * Saves a policy with its terms. A blank code becomes ZC and 4 digits, or stays the one it has; manufacturer and object stay once a
 * bill is claimed by it (business/three-guarantees 1.2).
 * @throws Failure forbidden, stale, invalid, refusal
 */
export async function savePolicy(tx: CallerTx, body: PolicyInput): Promise<SavedRow> {
  const { id, version, terms, ...typed } = body
  assertMaySave(tx, id, policyButtons)
  if (!sees(tx.caller, 'doc_price')) forbidden('您没有查看单据金额的权限，不能维护三包政策')
  const row = { ...typed, ...objectOf(typed) }
  const taken = `政策编码 ${row.code} 已存在`
  return onViolation({ manufacturer_policy_code_key: taken }, async () => {
    const before = id === undefined ? undefined : await lockMaster<Policy>(tx, policy, id, version ?? 0)
    await assertReferences(tx, namedIn(typed), before ? namedIn(before) : [])
    await assertSeriesOfBrand(tx, row)
    const standing = before ? await termsOf(tx, before.id) : []
    if (before && standing.some(({ isUsed }) => isUsed)) assertStays(before, row)
    const code = row.code || before?.code || ((await freshCodes(tx, 'manufacturer_policy', 'ZC', 4))[0] as string)
    await assertOwnCode(tx, 'manufacturer_policy', { code, id })
    const saved = await (before
      ? changeMaster(tx, policy, before, { ...row, code })
      : addMaster(tx, policy, { ...row, code }))
    await saveTerms(tx, saved.id, standing, terms)
    await audit(tx, { entity: policy.table, entityId: saved.id, action: 'terms', detail: { terms } })
    return saved
  })
}

const nothing = { brandId: null, seriesId: null, categoryId: null, partId: null }

/** What its scope names; the rest is not kept. */
function objectOf({ scope, brandId, seriesId, categoryId, partId }: Pick<Policy, 'scope' | keyof typeof nothing>) {
  if (scope === 'vehicle') return { ...nothing, brandId, seriesId }
  return scope === 'category' ? { ...nothing, categoryId } : { ...nothing, partId }
}

const namedIn = (row: Pick<Policy, 'manufacturerId' | keyof typeof nothing>): Reference[] => [
  { to: 'manufacturer', id: row.manufacturerId, path: 'manufacturerId', title: '厂家' },
  { to: 'carBrand', id: row.brandId, path: 'brandId', title: '品牌' },
  { to: 'carSeries', id: row.seriesId, path: 'seriesId', title: '车系' },
  { to: 'partCategory', id: row.categoryId, path: 'categoryId', title: '配件分类' },
  { to: 'part', id: row.partId, path: 'partId', title: '配件' },
]

async function assertSeriesOfBrand(tx: CallerTx, { brandId, seriesId }: Pick<Policy, 'brandId' | 'seriesId'>) {
  if (seriesId === null) return
  const series = await tx.one<{ brandId: number }>({
    text: 'select brand_id from car_series where group_id = $1 and id = $2',
    values: [tx.groupId, seriesId],
  })
  if (series?.brandId !== brandId) invalid([{ path: 'seriesId', message: '车系不属于所选品牌' }])
}

/** Bills were claimed of this manufacturer for this object. */
const objectFields = ['manufacturerId', 'scope', 'brandId', 'seriesId', 'categoryId', 'partId'] as const
function assertStays(before: Policy, row: Pick<Policy, (typeof objectFields)[number]>): void {
  if (objectFields.some((field) => before[field] !== row[field]))
    refuse('已有三包单使用此政策，不能改厂家和对象，可停用后复制一份新的')
}

/** 启用 or 停用 of a policy; bills that are claimed by it stay. */
export const enablePolicy = (tx: CallerTx, id: number, change: { isActive: boolean; version: number }) =>
  enableMaster(tx, policy, id, change)

/** Deletes a policy that no bill is claimed by. */
export const removePolicy = async (tx: CallerTx, id: number) =>
  removeMaster(tx, policy, await lockMaster(tx, policy, id), [['manufacturer_policy_term', 'policy_id']])
