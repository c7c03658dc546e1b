import type { Bind } from '../http/bind'
import { audit } from '../db/audit'
import { registerDocument } from '../document/registry'
import { enqueueExport } from '../export/enqueue'
import { type ActionKind, isPreviewed, runAction } from '../document/run-action'
import type { MoneyKind, MoneySlip, SlipRequest } from './types'
import { exportSlips } from './export'
import { listSlips, slipTotals } from './list'
import { lockSlip } from './repo'
import { saveSlip } from './save'
import { previewAction, relatedOfSlip, slipLog, viewSlip, visibleSlip } from './view'

/** The gate's view of a money document kind. */
const moneyActionKind = (kind: MoneyKind): ActionKind<MoneySlip> => ({
  def: kind.def,
  table: 'money_slip',
  lock: (tx, id) => lockSlip(tx, kind.def.kind, id),
  actions: kind.actions,
})

/** Binds the calls that every money document answers. */
export function bindMoneyDocument(bind: Bind, kind: MoneyKind): void {
  const { routes } = kind.def
  exportSlips(kind)
  registerDocument({ def: kind.def, priceField: null, assertVisible: (tx, id) => visibleSlip(tx, kind, id) })
  bind(routes.list, (tx, { query }) => listSlips(tx, kind, query))
  bind(routes.totals, (tx, { query }) => slipTotals(tx, kind, query))
  bind(routes.read, (tx, { params }) => viewSlip(tx, kind, params.id))
  bind(routes.save, (tx, { body }) => saveSlip(tx, kind, body as SlipRequest))
  bind(routes.act, (tx, { params, body }) => runAction(tx, moneyActionKind(kind), params.id, params.action, body))
  if (isPreviewed(kind.def)) bind(routes.preview, (tx, { params }) => previewAction(tx, kind, params.id, params.action))
  bind(routes.log, (tx, { params }) => slipLog(tx, kind, params.id))
  bind(routes.related, (tx, { params }) => relatedOfSlip(tx, kind, params.id))
  bind(routes.print, async (tx, { params }) => {
    await visibleSlip(tx, kind, params.id)
    const [row] = await tx.query<{ printCount: number }>({
      name: 'count-money-print',
      text: 'update money_slip set print_count = print_count + 1 where group_id = $1 and id = $2 returning print_count',
      values: [tx.groupId, params.id],
    })
    await audit(tx, { entity: kind.def.kind, entityId: params.id, action: 'print' })
    return { ...(await viewSlip(tx, kind, params.id)), printCount: row?.printCount ?? 0 }
  })
  bind(routes.export, (tx, { body }) => enqueueExport(tx, kind.def.kind, body))
}
