import { moneyColumns } from '@chepu/contract/kernel/money-columns'
import { columnsOfKind } from '@chepu/contract/kernel/own-columns'
import { sheetColumns } from '../export/columns'
import type { Bind } from '../http/bind'
import { bindCalls } from '../document/routes'
import type { MoneyKind, SlipRequest } from './types'
import { listSlips, selectSlips, slipTotals } from './list'
import { moneySlips } from './repo'
import { saveSlip } from './save'
import { previewAction, relatedOfSlip, viewSlip } from './view'

/** Binds the calls that every money document answers. */
export function bindMoneyDocument(bind: Bind, kind: MoneyKind): void {
  const { def, actions } = kind
  bindCalls(
    bind,
    def.routes,
    { def, actions, family: moneySlips, priceField: null },
    {
      list: (tx, query) => listSlips(tx, kind, query),
      totals: (tx, query) => slipTotals(tx, kind, query),
      columns: (caller) => sheetColumns(caller, columnsOfKind(def, moneyColumns)),
      rows: (tx, query) => selectSlips(tx, kind, query),
      view: (tx, id) => viewSlip(tx, kind, id),
      save: (tx, body) => saveSlip(tx, kind, body as SlipRequest),
      related: relatedOfSlip,
      preview: (tx, slip, action) => previewAction(tx, kind, slip, action),
    },
  )
}
