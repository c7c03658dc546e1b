import { button } from '@chepu/contract/access/catalogue'
import { type askOverride, type Override, overrideLabels } from '@chepu/contract/kernel/override'
import { stateLabel } from '@chepu/contract/kernel/states'
import { audit } from '../kernel/db/audit'
import type { BodyOf } from '../kernel/http/bind'
import { mayPress } from '../kernel/caller/caller'
import type { CallerTx } from '../kernel/db/tx'
import { isOpen, mayBePassed, requestToPass } from '../kernel/document/document-news'
import { documentKind } from '../kernel/document/registry'
import type { LockedDocument } from '../kernel/document/types'
import { visible } from '../kernel/document/view'
import { forbidden, notFound, refuse } from '../kernel/base/errors'
import { notify } from '../kernel/notify/notify'
import { holdersOf } from '../kernel/caller/holders'
import { assertOwn } from '../kernel/caller/scope'

/** Event 8 of business/notifications 4. */
const overrideAsked = 8

/** Who lets pass (business/access 5). */
const rightOf: Record<Override, number> = {
  credit: button('order_confirm', 'credit_override'),
  belowMin: button('price', 'below_min'),
  belowCost: button('price', 'below_cost'),
  discount: button('repair_settlement', 'discount'),
}

/** 请求放行 for a document that waits to be approved; the right itself is used on the document, by whoever holds it. */
export async function askToPass(tx: CallerTx, body: BodyOf<typeof askOverride>): Promise<{ names: string[] }> {
  const kind = documentKind(body.kind) ?? notFound('单据类型')
  if (!mayPress(tx.caller, kind.def.buttons.view)) forbidden()
  if (!mayBePassed(kind.def)) refuse(`${kind.def.title}没有可放行的限制，无须放行`)
  const doc = await visible(tx, kind.family, kind.def, body.id)
  assertOwn(tx.caller, doc)
  if (!isOpen(kind.def, doc.state)) refuse(`单据 ${doc.billNo} ${stateLabel(kind.def, doc.state)}，无须放行`)
  const people = await whoMayPass(tx, doc, kind.def, rightOf[body.override])
  const label = overrideLabels[body.override]
  if (people.length === 0) refuse(`本企业没有其他人可以放行“${label}”的单据，请联系管理员授权`)
  const remark = body.remark === '' ? '' : `，${body.remark}`
  notify(tx, {
    users: people.map(({ userId }) => userId),
    kind: 'news',
    msgType: overrideAsked,
    message: `${tx.caller.realName} 请求放行${kind.def.title} ${doc.billNo}：${label}${remark}`,
    orgId: doc.orgId,
    params: { kind: kind.def.kind, id: body.id, no: doc.billNo },
    eventKey: requestToPass(kind.def, body.override, body.id, doc.version),
  })
  await audit(tx, {
    entity: body.kind,
    entityId: body.id,
    action: 'ask_override',
    reason: `${label}${remark}`,
  })
  return { names: people.map(({ realName }) => realName) }
}

/** Others who hold the right and the document's page, and may see the document (business/access 9 rule 1). */
async function whoMayPass(
  tx: CallerTx,
  doc: LockedDocument,
  def: NonNullable<ReturnType<typeof documentKind>>['def'],
  right: number,
): Promise<{ userId: number; realName: string }[]> {
  const pages = [def.buttons.view].flat()
  const holders = await holdersOf(tx, def.area, doc, [right, ...pages])
  return holders.filter(
    (own) => own.userId !== tx.caller.userId && !own.isProgram && mayPress(own, right) && mayPress(own, pages),
  )
}
