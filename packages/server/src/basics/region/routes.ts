import { publicRegionTree, regionRoutes, regionTree } from '@chepu/contract/basics/region'
import { areaRoutes } from '@chepu/contract/basics/large-area'
import { dictionaryRoutes } from '@chepu/contract/basics/dictionary'
import type { App } from '../../kernel/http/bind'
import {
  dictionaryTotals,
  enableDictionary,
  listDictionary,
  removeDictionary,
  saveDictionary,
} from '../dictionary/dictionary'
import { enableArea, listAreas, removeArea, saveArea } from '../large-area/large-area'
import { enableRegion, listRegions, removeRegion, saveRegion } from './region'
import { sendRegions } from './tree'

/** The region tree for choices, 地区管理, 大区 and 数据字典. */
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

  bind(areaRoutes.list, async (tx) => ({ rows: await listAreas(tx) }))
  bind(areaRoutes.save, (tx, { body }) => saveArea(tx, body))
  bind(areaRoutes.enable, (tx, { params, body }) => enableArea(tx, params.id, body))
  bind(areaRoutes.remove, (tx, { params }) => removeArea(tx, params.id))

  bind(dictionaryRoutes.list, (tx, { query }) => listDictionary(tx, query))
  bind(dictionaryRoutes.totals, (tx, { query }) => dictionaryTotals(tx, query))
  bind(dictionaryRoutes.save, (tx, { body }) => saveDictionary(tx, body))
  bind(dictionaryRoutes.enable, (tx, { params, body }) => enableDictionary(tx, params.id, body))
  bind(dictionaryRoutes.remove, (tx, { params }) => removeDictionary(tx, params.id))
}
