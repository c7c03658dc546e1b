// A document that executes one of the other side: what is theirs there is ours here (ADR 0147).
import type { PlainValue } from '@chepu/contract/kernel/shown'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Caller } from '../caller/caller'
import type { SourceRule } from './types'

/** Former documents `d` that a new one of the caller's organisation is made of: its own, or across those whose other side it is. */
export const isDrawnBy = ({ orgId }: Caller, rule: SourceRule | undefined): RawBuilder<SqlBool> =>
  rule?.isAcross
    ? sql<SqlBool>`(d.counter_org_id = ${orgId} or (d.counter_org_id is null and d.org_id = ${orgId}))`
    : sql<SqlBool>`d.org_id = ${orgId}`

/** Former documents `d` that lines of the caller's organisation may refer to; across, of either of its sides. */
export const isReferredBy = ({ orgId }: Caller, { isAcross }: SourceRule): RawBuilder<SqlBool> =>
  isAcross ? sql<SqlBool>`(d.org_id = ${orgId} or d.counter_org_id = ${orgId})` : sql<SqlBool>`d.org_id = ${orgId}`

/** Where goods of a former line `l` of document `d` are moved by the new document. */
export const placeOf = (rule: SourceRule | undefined): RawBuilder<number> =>
  rule?.isAcross ? sql<number>`d.to_warehouse_id` : sql<number>`l.warehouse_id`

/** The other side of a former document, as its header is read for a new one. */
export interface OtherSide {
  orgId: number
  counterOrgId: number | null
  fromName: string
  warehouseId: number
  warehouseName: string
}

/** People and departments are of the other organisation. */
const theirs = ['departmentId', 'handlerId', 'salespersonId']
const sides = ['counterOrgId', 'toWarehouseId']

/** Whether a header field passes to a document across as it stands. */
export const passesAcross = (name: string): boolean => !theirs.includes(name) && !sides.includes(name)

/** Whom the new document faces, with names beside ids, where all former documents are of the same place. */
export function facing(formers: readonly OtherSide[]): Record<string, PlainValue> {
  const [first] = formers
  if (!first || formers.some((each) => each.warehouseId !== first.warehouseId)) return {}
  const isWithin = first.counterOrgId === null
  return {
    counterOrgId: isWithin ? null : first.orgId,
    counterOrgName: isWithin ? null : first.fromName,
    toWarehouseId: first.warehouseId,
    toWarehouseName: first.warehouseName,
  }
}
