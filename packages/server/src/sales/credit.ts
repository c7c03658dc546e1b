import { add, compare, type Decimal, isPositive, sub, withCommas } from '@chepu/contract/kernel/decimal'
import { button } from '@chepu/contract/access/catalogue'
import { audit } from '../kernel/db/audit'
import { shanghaiDay } from '../kernel/base/calendar'
import { sees } from '../kernel/caller/caller'
import type { CallerTx } from '../kernel/db/tx'
import { refuse, refuseUnlessPassed } from '../kernel/base/errors'
import type { GoodsDocument } from '../kernel/goods/types'
import { isOverdueOn } from '../kernel/query/overdue'
import { notify, usersWith } from '../kernel/notify/notify'

/** What a customer's credit depends on in one org; amounts in yuan with 2 decimals (business/customers 2.3, business/sales 1.6). */
export interface Credit {
  name: string
  policy: 'block' | 'warn' | 'none'
  isBlacklisted: boolean
  settlementKind: string | null
  /** Null has no limit, zero has no credit. */
  limit: Decimal | null
  receivable: Decimal
  advances: Decimal
  /** Deliveries that are approved and wait for the warehouse. */
  waiting: Decimal
  overdueNo: string | null
  overdueAmount: Decimal | null
  overdueOn: string | null
}

/** What the customer owes or is about to owe, less what he has paid ahead (business/sales 1.6). */
export const exposureOf = (credit: Credit): Decimal => sub(add(credit.receivable, credit.waiting), credit.advances)

type Position = Pick<GoodsDocument, 'id' | 'orgId' | 'partnerId' | 'settlementMethodId'>
type Checked = Position & Pick<GoodsDocument, 'kind' | 'billNo' | 'salespersonId'>

/**
 * The credit rule of business/sales 1.6 for a document that would add `amount` to what the customer owes; '0' when it has
 * been posted already. Policy 阻止 refuses, 提醒 notes it in the log, and `pass` lets through whoever holds the right to.
 * Goods that are paid on the spot (现结) need no credit. Runs after the pools are locked, never before.
 */
export async function assertCredit(tx: CallerTx, doc: Checked, amount: Decimal, pass: boolean): Promise<void> {
  if (!tx.caller.org.config.creditCheck) return
  // What has been posted already holds the row's lock by its own receivable; else the credit is read behind the lock, in the same packet.
  const lock = isPositive(amount) ? lockReceivable(tx, doc) : undefined
  const [credit] = await Promise.all([creditOf(tx, doc), lock])
  const problem = problemOf(tx, credit, amount)
  if (problem === null) return
  if ((credit.policy === 'block' || credit.isBlacklisted) && !pass) {
    await tellBlocked(tx, doc, credit.name)
    refuseUnlessPassed(problem, 'credit')
  }
  await audit(tx, { entity: doc.kind, entityId: doc.id, action: '信用提醒', reason: problem })
}

/**
 * The credit of a customer for what he does not pay at once of another document than a delivery, when that is in the books already; `rest` in yuan. Who pays on the spot by his
 * terms has none. Policy 阻止 refuses, 提醒 notes it in the log (business/repair-settlement 10).
 */
export async function assertCustomerCredit(
  tx: CallerTx,
  doc: Pick<Checked, 'id' | 'kind' | 'orgId' | 'partnerId'>,
  rest: Decimal,
): Promise<void> {
  const credit = await creditOf(tx, { id: 0, orgId: doc.orgId, partnerId: doc.partnerId, settlementMethodId: null })
  const { name, settlementKind } = credit
  const remedy = `，未收 ${withCommas(rest)} 元请收清，或由有「挂账」权限的人结算`
  if (settlementKind === null || settlementKind === 'cash') refuse(`客户 ${name} 没有挂账的结算方式${remedy}`)
  if (!tx.caller.org.config.creditCheck) return
  const problem = problemOf(tx, credit, '0')
  if (problem === null) return
  if (credit.policy === 'block' || credit.isBlacklisted) refuse(`${problem}${remedy}`)
  await audit(tx, { entity: doc.kind, entityId: doc.id, action: '信用提醒', reason: problem })
}

/**
 * Event 5 of business/notifications 4: the salesperson and those who collect learn that a document was held up, once a day. In a
 * transaction of its own, since the refusal undoes this one. No figures: not everybody told may see them. A document that goes
 * with the refusal, since it was saved by the same request, is told of to nobody.
 */
async function tellBlocked(tx: CallerTx, doc: Checked, customer: string): Promise<void> {
  await tx.db.aside(tx.groupId, async (own) => {
    const standing = await own.one<{ sellerId: number | null }>({
      name: 'seller-of-document',
      text: `select e.user_id as seller_id from goods_document d
        left join employee e on e.group_id = d.group_id and e.id = $3 where d.group_id = $1 and d.id = $2`,
      values: [own.groupId, doc.id, doc.salespersonId],
    })
    if (!standing) return
    const users = await usersWith(own, doc.orgId, button('collection', 'add'))
    notify(own, {
      users: [...users, ...(standing.sellerId ? [standing.sellerId] : [])],
      kind: 'news',
      msgType: 5,
      message: `${doc.billNo} 被信用控制拦下：客户 ${customer}`,
      orgId: doc.orgId,
      params: { kind: doc.kind, id: doc.id, no: doc.billNo },
      eventKey: `credit:${doc.kind}:${doc.id}:${shanghaiDay()}`,
    })
  })
}

function problemOf(tx: CallerTx, credit: Credit, amount: Decimal): string | null {
  if (credit.settlementKind === 'cash') return null
  if (credit.isBlacklisted) return `客户 ${credit.name} 已列入黑名单，不能赊销，请改为现结`
  if (credit.policy === 'none') return null
  if (credit.overdueNo !== null) {
    const figure = sees(tx.caller, 'ar_balance') ? ` ${withCommas(credit.overdueAmount ?? '0')}` : ''
    return `客户 ${credit.name} 有逾期未收款：单据 ${credit.overdueNo}${figure}，到期日 ${credit.overdueOn}`
  }
  const exposure = exposureOf(credit)
  if (credit.limit === null || compare(add(exposure, amount), credit.limit) <= 0) return null
  if (!sees(tx.caller, 'credit_limit')) return `客户 ${credit.name} 超出信用额度`
  const own = isPositive(amount) ? `，本单 ${withCommas(amount)}` : '（含本单）'
  return `客户 ${credit.name} 超出信用额度：额度 ${withCommas(credit.limit)}，已占用 ${withCommas(exposure)}${own}`
}

/** The row's lock orders the checks of two documents of one customer, so that both cannot take the last of his credit. */
async function lockReceivable(tx: CallerTx, doc: Checked): Promise<void> {
  await tx.query({
    name: 'lock-receivable',
    text: `insert into partner_balance (group_id, org_id, partner_id, account, balance) values ($1, $2, $3, 'AR', 0)
      on conflict (group_id, org_id, partner_id, account) do update set balance = partner_balance.balance`,
    values: [tx.groupId, doc.orgId, doc.partnerId],
  })
}

/** The customer's credit without the document in hand. Overdue is what was due before today. */
export async function creditOf(tx: CallerTx, doc: Position): Promise<Credit> {
  const credit = await tx.one<Credit>({
    name: 'credit-position',
    text: `select p.name, p.credit_policy as policy, p.is_blacklisted, m.kind as settlement_kind, po.credit_limit as limit,
        coalesce(ar.balance, 0.00) as receivable, coalesce(adv.balance, 0.00) as advances,
        coalesce(w.waiting, 0.00) as waiting, late.bill_no as overdue_no, late.balance as overdue_amount, late.due_on as overdue_on
      from partner p
      left join partner_org po on po.group_id = p.group_id and po.partner_id = p.id and po.org_id = $2
      left join settlement_method m on m.group_id = p.group_id and m.id = coalesce($4::bigint, p.settlement_method_id)
      left join partner_balance ar on ar.group_id = p.group_id and ar.org_id = $2 and ar.partner_id = p.id and ar.account = 'AR'
      left join partner_balance adv on adv.group_id = p.group_id and adv.org_id = $2 and adv.partner_id = p.id and adv.account = 'ADV_IN'
      left join lateral (
        select sum(d.total_taxed) as waiting from goods_document d
        where d.group_id = p.group_id and d.org_id = $2 and d.partner_id = p.id and d.kind = 'sales_delivery'
          and d.state = 'approved' and d.id <> $5
      ) w on true
      left join lateral (
        select i.bill_no, i.balance, i.due_on from open_item i
        where i.group_id = p.group_id and i.org_id = $2 and i.side = 'AR' and i.partner_id = p.id and ${isOverdueOn} $6
          and not (i.source_kind = 'sales_delivery' and i.source_id = $5)
        order by i.due_on, i.id limit 1
      ) late on true
      where p.group_id = $1 and p.id = $3`,
    values: [tx.groupId, doc.orgId, doc.partnerId, doc.settlementMethodId, doc.id, shanghaiDay()],
  })
  if (!credit) throw new Error('a document has no partner')
  return credit
}
