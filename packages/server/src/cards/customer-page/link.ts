// What a customer has in a shop, as a link shows it to him (business/cards 10).
import {
  type CustomerPageContent,
  customerPageLink,
  customerPagePurpose,
  shownOrders,
  usualPageDays,
} from '@chepu/contract/cards/customer-page'
import { cardVoucher } from '@chepu/contract/cards/card-voucher'
import { customerButtons } from '@chepu/contract/customers/partner'
import { partnerRoles } from '@chepu/contract/kernel/partner-roles'
import { repairSettlement } from '@chepu/contract/repair/settlement'
import { sql } from 'kysely'
import { shanghaiDay } from '../../kernel/base/calendar'
import { forbidden, notFound, refuse } from '../../kernel/base/errors'
import { mayPress, sees } from '../../kernel/caller/caller'
import { maskOf } from '../../kernel/caller/mobile'
import { partnerScope } from '../../kernel/caller/partner-scope'
import type { CallerTx, Tx } from '../../kernel/db/tx'
import type { BindOpen } from '../../kernel/http/bind'
import type { LinkPurpose, OpenLink } from '../../kernel/links/purpose'
import { bindLink } from '../../kernel/links/routes'
import { settledOrdersOf } from '../../repair/public'
import { itemsOfCards } from '../card/items'
import { maskedCardNo } from '../card/masked'
import { couponsOfCustomer } from '../coupon/use'

const purpose: LinkPurpose<CustomerPageContent> = {
  name: customerPagePurpose,
  subjectKind: 'partner',
  usualDays: usualPageDays,
  nothing: '客户已停用',

  /** Whoever sees the customer and gives him papers of his orders or his cards. Of a customer who was merged it is the page of who stands for him. */
  async owner(tx, id) {
    const { caller } = tx
    const isGiver = [repairSettlement, cardVoucher].some(({ buttons: { view, print = view } }) =>
      mayPress(caller, print),
    )
    if (!isGiver) forbidden('您没有打印结算单或办卡单的权限')
    if (!mayPress(caller, customerButtons.view)) forbidden('您没有查看客户的权限')
    if (!sees(caller, 'doc_price')) forbidden('您没有查看单据价格与金额的权限')
    return { orgId: caller.orgId, standsFor: await standingFor(tx, id) }
  },

  show,
}

/** The customer himself, or whom he was merged into; both within the caller's scope. */
async function standingFor(tx: CallerTx, id: number): Promise<number> {
  const [row] = await tx.select(
    sql<{ id: number; isSystem: boolean }>`select p.id, p.system_kind is not null as is_system from partner p
      where ${partnerScope(tx.caller, partnerRoles.customer)}
        and p.id = (select coalesce(m.merged_into_id, m.id) from partner m where m.group_id = ${tx.groupId} and m.id = ${id})`,
  )
  if (!row) return notFound('客户')
  if (row.isSystem) refuse('系统往来单位没有客户页面')
  return row.id
}

type Subject = Pick<OpenLink, 'orgId' | 'subjectId'>

/** All that is a customer's own in the shop; undefined when he is disabled, was merged, or is nobody in particular. */
async function show(tx: Tx, link: Subject): Promise<CustomerPageContent | undefined> {
  const { orgId, subjectId: partnerId } = link
  const [holder, cards, coupons, orders] = await Promise.all([
    tx.one<{ name: string; kind: string; mobile: string }>({
      name: 'customer-by-link',
      text: `select name, kind, mobile from partner where group_id = $1 and id = $2 and is_active and system_kind is null`,
      values: [tx.groupId, partnerId],
    }),
    cardsOf(tx, link),
    couponsOfCustomer(tx, { partnerId, orgId, day: shanghaiDay() }),
    settledOrdersOf(tx, { orgId, partnerId }, shownOrders),
  ])
  if (!holder) return undefined
  return {
    partnerName: holder.kind === 'person' ? maskedName(holder.name) : holder.name,
    mobile: maskOf(holder.mobile),
    cards,
    packages: await packagesOn(tx, cards),
    coupons: coupons.map(({ couponNo, batchName, face, threshold, scope, validTo }) => ({
      couponNo,
      batchName,
      face,
      threshold,
      scope,
      validTo,
    })),
    orders,
  }
}

/** 王* of 王小明: whoever finds a slip does not learn whose it is. */
const maskedName = (name: string): string => `${[...name].slice(0, 1).join('')}*`

/** Cards of a customer that are good in the shop. */
async function cardsOf(tx: Tx, { orgId, subjectId }: Subject): Promise<CustomerPageContent['cards']> {
  const cards = await tx.query<CustomerPageContent['cards'][number]>({
    name: 'cards-by-link',
    text: `select c.id, c.card_no, t.name as card_type_name, t.kind,
        c.state, coalesce(v.plate, '') as plate, c.principal, case when c.valid_until < $4 then 0.00 else c.gift end as gift, c.points,
        c.valid_until, coalesce(c.valid_until < $4, false) as is_expired
      from card c
      join card_type t on t.group_id = c.group_id and t.id = c.card_type_id
      left join vehicle v on v.group_id = c.group_id and v.id = c.vehicle_id
      where c.group_id = $1 and c.partner_id = $2 and (c.org_id = $3 or t.is_cross_org) and c.state <> 'closed'
      order by c.id desc`,
    values: [tx.groupId, subjectId, orgId, shanghaiDay()],
  })
  return cards.map((card) => ({ ...card, cardNo: maskedCardNo(card.cardNo) }))
}

/** What is left on the cards, and is not over. */
async function packagesOn(
  tx: Tx,
  cards: readonly CustomerPageContent['cards'][number][],
): Promise<CustomerPageContent['packages']> {
  const items = await itemsOfCards(
    tx,
    cards.map(({ id }) => id),
  )
  return items
    .filter(({ isExpired }) => !isExpired)
    .map(({ cardId, packageName, name, timesSold, timesLeft, plate, carTypeName, validUntil }) => ({
      cardId,
      packageName,
      name,
      timesSold,
      timesLeft,
      plate: plate ?? '',
      carTypeName: carTypeName ?? '',
      validUntil,
    }))
}

/** The call by which customers read their page. */
export const bindCustomerPage = (bindOpen: BindOpen): void => bindLink(bindOpen, customerPageLink, purpose)
