import type { ActionDef, DocumentDef } from '@chepu/contract/kernel/document'
import { missingFlag } from '@chepu/contract/kernel/warehouse-flags'
import { statesIn } from '@chepu/contract/kernel/states'
import type { HomeTask } from '@chepu/contract/kernel/home-task'
import { type Caller, flagsOf, mayAct, mayPress } from '../caller/caller'
import type { CallerTx } from '../db/tx'

/** What of an area's work waits for the caller; what he may not open or see is not in it. */
type Source = (tx: CallerTx) => Promise<HomeTask[]>

const sources = new Map<string, Source>()

/** Makes an area's work known to the home page. Its counts come from the query of the page that they open. */
export const registerHomeTasks = (area: string, source: Source): void => void sources.set(area, source)

/** Everything that waits for the caller, area by area; what is done is not listed. */
export async function homeTasks(tx: CallerTx): Promise<HomeTask[]> {
  const found: HomeTask[] = []
  for (const source of sources.values()) found.push(...(await source(tx)))
  return found.filter(({ count }) => count > 0)
}

/** 待审核 of a kind of document, for those who approve it and may open its list. */
export async function toApprove(
  tx: CallerTx,
  def: DocumentDef,
  screen: string,
  count: (filters: { state: string }) => Promise<number>,
): Promise<HomeTask[]> {
  const approve = Object.values(def.actions).find(({ isApproval }) => isApproval)
  if (!approve || !mayAct(tx.caller, approve) || !mayPress(tx.caller, def.buttons.view)) return []
  if (!hasPlaceFor(tx.caller, def, approve)) return []
  const params = { state: statesIn(def, 'waiting').join() }
  return [{ title: `待审核${def.title}`, count: await count(params), screen, params }]
}

/** Whether the caller may take the step in some warehouse; one that wants no flags asks for none. */
const hasPlaceFor = (caller: Caller, def: DocumentDef, step: ActionDef): boolean =>
  (step.flags ?? def.flags) === undefined ||
  [...caller.warehouses.keys()].some(
    (id) => !missingFlag(def, step, { warehouseId: id, toWarehouseId: id }, flagsOf(caller)),
  )
