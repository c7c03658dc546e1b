import {
  listDepartments,
  listEmployees,
  listSourceLines,
  listSourcePrices,
  lookupPartsById,
  listLocations,
  listSettlements,
  listWarehouses,
  partHints,
  partStock,
  resolveParts,
  searchParts,
} from '@chepu/contract/basics/lookups'
import { listAllWarehouses, listOrgWarehouses } from '@chepu/contract/basics/warehouse-lookups'
import { drawSource } from '@chepu/contract/kernel/source-lines'
import type { Bind } from '../../kernel/http/bind'
import type { CallerTx } from '../../kernel/db/tx'
import { notFound } from '../../kernel/base/errors'
import { type Drawn, drawSourceDocuments } from '../../kernel/goods/draw'
import { openSourceLines, sourcePrices } from '../../kernel/goods/source-lines'
import { kindNamed } from '../../kernel/goods/registry'
import { hintsBeside, hintsOf, lookupParts } from '../part-search/figures'
import { findParts } from '../part-search/find'
import { resolveCodes } from '../part-search/resolve'
import { departments, employees, settlementMethods } from './lists'
import { stockByPlace, usableWarehouses, warehousesOfOrgs, warehousesWithLocations } from './places'

/** Look-ups of pickers and drop-downs (business/basics 9). */
export function bindLookups(bind: Bind): void {
  bind.reads(searchParts, async (tx, { query }) => {
    const { ids, more } = await findParts(tx, query)
    return { rows: await lookupParts(tx, query, ids), more }
  })
  bind(resolveParts, async (tx, { body }) => ({ matches: await resolveCodes(tx, body, body.codes) }))
  bind(lookupPartsById, async (tx, { body }) => ({ rows: await lookupParts(tx, body, [...new Set(body.partIds)]) }))
  bind(partHints, async (tx, { body }) => ({ rows: await hintsOf(tx, body, body.partIds, body.sourceLineIds) }))
  bind.reads(partStock, async (tx, { query }) => ({
    rows: await stockByPlace(tx, query.partIds, query.warehouseId),
  }))
  bind(listWarehouses, async (tx) => ({ rows: await usableWarehouses(tx) }))
  bind(listLocations, async (tx, { body }) => ({ rows: await warehousesWithLocations(tx, body.warehouseId) }))
  bind(listOrgWarehouses, async (tx, { body }) => {
    const row = await tx.one({
      text: 'select id from org where group_id = $1 and id = $2',
      values: [tx.groupId, body.orgId],
    })
    if (!row) notFound('企业')
    return { rows: await warehousesOfOrgs(tx, [body.orgId]) }
  })
  bind(listAllWarehouses, async (tx) => ({ rows: await warehousesOfOrgs(tx, tx.caller.orgIds) }))
  bind(listSettlements, async (tx) => ({ rows: await settlementMethods(tx) }))
  bind(listEmployees, async (tx) => ({ rows: await employees(tx) }))
  bind(listDepartments, async (tx) => ({ rows: await departments(tx) }))
  bind(listSourceLines, (tx, { params, query }) => openSourceLines(tx, params.target, query))
  bind(drawSource, async (tx, { params, body }) =>
    withStock(tx, params.target, await drawSourceDocuments(tx, params.target, body)),
  )
  bind(listSourcePrices, async (tx, { params, query }) => ({ rows: await sourcePrices(tx, params.target, query) }))
}

/** Drawn lines with what is free of their parts and their last price with the partner, as lines typed by hand have them. */
async function withStock(tx: CallerTx, target: string, drawn: Drawn): Promise<Drawn> {
  const { partnerId, warehouseId } = drawn.header
  const taxIncluded = drawn.header['taxIncluded'] as boolean | undefined
  const mode = kindNamed(target)?.priceField === 'purchase_price' ? ('purchase' as const) : ('sale' as const)
  const context = { mode, partnerId: idOf(partnerId), warehouseId: idOf(warehouseId), taxIncluded }
  const ids = [...new Set(drawn.lines.map((line) => line.partId))]
  const sources = drawn.lines.flatMap((line) => line.sourceLineId ?? [])
  const hints = new Map((await hintsBeside(tx, context, ids, sources)).map((hint) => [hint.partId, hint]))
  return { ...drawn, lines: drawn.lines.map((line) => ({ ...line, ...hints.get(line.partId) })) }
}

const idOf = (value: unknown) => (typeof value === 'number' ? value : undefined)
