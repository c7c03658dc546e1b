import { columnsOfKind } from '@chepu/contract/kernel/own-columns'
import { repairColumns } from '@chepu/contract/kernel/repair-columns'
import { bindCalls } from '../document/routes'
import type { ActionKind } from '../document/run-action'
import { sheetColumns } from '../export/columns'
import type { Bind } from '../http/bind'
import { listRepair, repairListTotals, selectRepair } from './list'
import { repairDocuments } from './repo'
import { saveRepair } from './save'
import type { RepairDocument, RepairKind, RepairRequest } from './types'
import { previewRepair, relatedOfRepair, viewRepair } from './view'

/** The gate's view of a kind of document of a car. */
export const repairActionKind = ({ def, actions }: RepairKind): ActionKind<RepairDocument> => ({
  def,
  actions,
  family: repairDocuments,
})

/** Binds the calls that every document of a car answers. */
export function bindRepairDocument(bind: Bind, kind: RepairKind): void {
  const { def, actions, tellArrived, tellReleased, itemsSettled } = kind
  const told = {
    ...(tellArrived && { tellArrived }),
    ...(tellReleased && { tellReleased }),
    ...(itemsSettled && { itemsSettled }),
  }
  bindCalls(
    bind,
    def.routes,
    { def, actions, family: repairDocuments, priceField: def.priceField ?? null, ...told },
    {
      list: (tx, query) => listRepair(tx, kind, query),
      totals: (tx, query) => repairListTotals(tx, kind, query),
      columns: (caller) => sheetColumns(caller, columnsOfKind(def, repairColumns)),
      rows: (tx, query) => selectRepair(tx, kind, query),
      view: (tx, id) => viewRepair(tx, kind, id),
      save: (tx, body) => saveRepair(tx, kind, body as RepairRequest),
      related: relatedOfRepair,
      preview: (tx, doc, action) => previewRepair(tx, kind, doc, action),
    },
  )
}
