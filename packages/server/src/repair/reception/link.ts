// What was found on a car as it was taken in, for its customer; the order takes the link over once it is made of the reception (business/repair 12.5).
import { type OrderContent, receptionLink, receptionReportPurpose } from '@chepu/contract/repair/order-link'
import { reception } from '@chepu/contract/repair/reception'
import { workOrder } from '@chepu/contract/repair/work-order'
import { forbidden, refuse } from '../../kernel/base/errors'
import { mayPress } from '../../kernel/caller/caller'
import { assertOwn } from '../../kernel/caller/scope'
import type { Tx } from '../../kernel/db/tx'
import { visible } from '../../kernel/document/view'
import type { BindOpen } from '../../kernel/http/bind'
import type { LinkPurpose, OpenLink } from '../../kernel/links/purpose'
import { bindLink } from '../../kernel/links/routes'
import { repairDocuments } from '../../kernel/repair/repo'
import { findingsOf, photoOf } from '../inspection/findings'
import { orderPurpose } from '../work-order/link'

const purpose: LinkPurpose<OrderContent> = {
  name: receptionReportPurpose,
  subjectKind: reception.kind,
  nothing: '请先完成检车；工单结算或取消后不再显示',

  /** The link shows the order later, so it is for who may ask for the customer's consent. */
  async owner(tx, id) {
    if (!mayPress(tx.caller, workOrder.actions.confirm.button)) forbidden('您没有工单「客户确认」的权限')
    if (!mayPress(tx.caller, reception.buttons.view)) forbidden('您没有查看接车单的权限')
    const document = await visible(tx, repairDocuments, reception, id)
    assertOwn(tx.caller, document)
    return document
  },

  async show(tx, link) {
    const subjectId = await orderMadeOf(tx, link)
    return subjectId === undefined ? showReception(tx, link) : orderPurpose.show(tx, { ...link, subjectId })
  },

  async picture(tx, link, id) {
    const subjectId = await orderMadeOf(tx, link)
    if (subjectId !== undefined) return orderPurpose.picture(tx, { ...link, subjectId }, id)
    return photoOf(tx, { kind: reception.kind, id: link.subjectId }, id)
  },

  async take(tx, link, answer) {
    const subjectId = await orderMadeOf(tx, link)
    if (subjectId === undefined) refuse('没有需要您确认的项目')
    return orderPurpose.take(tx, { ...link, subjectId }, answer)
  },
}

type Subject = Pick<OpenLink, 'orgId' | 'subjectId'>

/** The order that a reception has become. */
async function orderMadeOf(tx: Tx, { orgId, subjectId }: Subject): Promise<number | undefined> {
  const order = await tx.one<{ id: number }>({
    name: 'order-of-reception-by-link',
    text: `select id from repair_document where group_id = $1 and reception_id = $2 and org_id = $3 and kind = $4 order by id desc limit 1`,
    values: [tx.groupId, subjectId, orgId, workOrder.kind],
  })
  return order?.id
}

/** What a customer sees as long as there is no order; undefined until the report is finished. */
async function showReception(tx: Tx, { orgId, subjectId }: Subject): Promise<OrderContent | undefined> {
  type Head = Omit<OrderContent, 'version' | 'lines' | 'findings' | 'agreedAmount' | 'openAmount'>
  const [head, findings] = await Promise.all([
    tx.one<Head>({
      name: 'reception-by-link',
      text: `select d.bill_no, d.biz_date, coalesce(v.plate, '') as plate, coalesce(v.model_text, '') as model_text, p.name as partner_name,
          d.complaint, d.promised_at
        from repair_document d join partner p on p.group_id = d.group_id and p.id = d.partner_id
        left join vehicle v on v.group_id = d.group_id and v.id = d.vehicle_id
        where d.group_id = $1 and d.id = $2 and d.org_id = $3 and d.kind = $4`,
      values: [tx.groupId, subjectId, orgId, reception.kind],
    }),
    findingsOf(tx, { kind: reception.kind, id: subjectId }),
  ])
  if (!head || findings.length === 0) return undefined
  return { version: 0, ...head, agreedAmount: '0.00', openAmount: '0.00', lines: [], findings }
}

/** Calls by which customers read what was found on their car. */
export const bindReceptionLink = (bindOpen: BindOpen): void => bindLink(bindOpen, receptionLink, purpose)
