import { button } from '@chepu/contract/access/catalogue'
import { type askOverride, type Override, overrideLabels } from '@chepu/contract/kernel/override'
import { audit } from '../kernel/audit'
import type { BodyOf } from '../kernel/body'
import { mayPress } from '../kernel/caller'
import type { CallerTx } from '../kernel/db'
import { documentKind } from '../kernel/document-kinds'
import { forbidden, notFound, refuse } from '../kernel/errors'
import { notify, usersWith } from '../kernel/notify'
import { loadRights } from '../kernel/rights'
import { inScope, type ScopedRow } from '../kernel/scope'

/** Event 8 of DOMAIN 11.3. */
const overrideAsked = 8

/** Who lets pass (DOMAIN 10.2). */
const rightOf: Record<Override, number> = {
  credit: button('order_confirm', 'credit_override'),
  belowMin: button('price', 'below_min'),
  belowCost: button('price', 'below_cost'),
}

interface Asked extends ScopedRow {
  billNo: string
  state: string
  version: number
}

/** 请求放行 for a document that waits to be approved; the right itself is used on the document, by whoever holds it. */
export async function askToPass(tx: CallerTx, body: BodyOf<typeof askOverride>): Promise<{ names: string[] }> {
  const kind = documentKind(body.kind) ?? notFound('单据类型')
  if (!mayPress(tx.caller, kind.def.buttons.view)) forbidden()
  const doc = (await kind.assertVisible(tx, body.id)) as Asked
  if (doc.orgId !== tx.caller.orgId) forbidden('只能处理当前企业的单据')
  if (doc.state !== 'draft' && doc.state !== 'submitted') refuse(`单据 ${doc.billNo} 不在待审核之前，无须放行`)
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
    eventKey: `override:${body.override}:${body.kind}:${body.id}:${doc.version}`,
  })
  await audit(tx, {
    entity: body.kind,
    entityId: body.id,
    action: 'ask_override',
    reason: `${label}${remark}`,
  })
  return { names: people.map(({ realName }) => realName) }
}

/** Others who hold the right and the document's page, and may see the document (DOMAIN 10.5a rule 1). */
async function whoMayPass(
  tx: CallerTx,
  doc: Asked,
  def: NonNullable<ReturnType<typeof documentKind>>['def'],
  right: number,
): Promise<{ userId: number; realName: string }[]> {
  const holders = (await usersWith(tx, doc.orgId, right)).filter((id) => id !== tx.caller.userId)
  const rights = await Promise.all(holders.map((id) => loadRights(tx, id, doc.orgId)))
  return rights.flatMap((own) => {
    if (own === null || own.isProgram) return []
    const caller = { ...own, deviceId: '', ip: '', requestId: '' }
    return mayPress(caller, def.buttons.view) && inScope(caller, def.area, doc) ? [own] : []
  })
}
