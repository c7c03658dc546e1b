import { publicRegionTree, regionRoutes, regionTree } from '@chepu/contract/basics/region'
import type { App } from '../../app/http'
import { enableRegion, listRegions, removeRegion, saveRegion } from './region'
import { sendRegions } from './tree'

/** The region tree for choices, and 地区管理. */
export function bindRegions({ bind, bindOpen }: App): void {
  for (const route of [regionTree, publicRegionTree]) {
    bindOpen(route, async ({ db, query, request, reply }) => {
      await sendRegions(db, query, request, reply)
      return []
    })
  }
  bind(regionRoutes.list, async (tx) => ({ rows: await listRegions(tx) }))
  bind(regionRoutes.save, (tx, { body }) => saveRegion(tx, body))
  bind(regionRoutes.enable, (tx, { params, body }) => enableRegion(tx, params.id, body))
  bind(regionRoutes.remove, (tx, { params }) => removeRegion(tx, params.id))
}
