// 调拨管理: transfers by the step that they wait for, on the caller's side (business/transfers 6).
import type { HomeTask } from '@chepu/contract/kernel/home-task'
import type { DeskPlace } from '@chepu/contract/warehouse/keeper-desk'
import { openStates, statesIn, unfinishedStates } from '@chepu/contract/kernel/states'
import {
  type DeskTab,
  deskTabs,
  type TransferFilters,
  type TransferPlace,
} from '@chepu/contract/warehouse/transfer-desk'
import { transferOrder } from '@chepu/contract/warehouse/transfer-order'
import { transferReceipt } from '@chepu/contract/warehouse/transfer-receipt'
import { transferRequest } from '@chepu/contract/warehouse/transfer-request'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { shanghaiDay } from '../../kernel/base/calendar'
import { type Caller, mayPress, warehousesWith } from '../../kernel/caller/caller'
import { allOf, documentScope, isAnyOf, startingWith } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'
import { hasPartNamed } from '../../kernel/query/part-filter'
import { totalsOf } from '../../kernel/query/page'
import { placeOf } from '../desk'
import type { QuerySource } from '../../kernel/query/query'

/** Warehouses in use of the group's organisations, the own ones first; that of goods on their way is none of them. */
export const placesOfGroup = (tx: CallerTx): Promise<TransferPlace[]> =>
  tx.query({
    name: 'transfer-places',
    text: `select o.id as org_id, o.name as org_name, w.id as warehouse_id, w.name as warehouse_name, o.id = $2 as is_own
      from org o join warehouse w on w.group_id = o.group_id and w.org_id = o.id and w.is_active and w.kind <> 'transit'
      where o.group_id = $1 and o.status = 'active' order by o.id <> $2, o.code, w.is_default desc, w.code`,
    values: [tx.groupId, tx.caller.orgId],
  })

const isRequest = sql<SqlBool>`d.kind = ${transferRequest.kind}`
const isOrder = sql<SqlBool>`d.kind = ${transferOrder.kind}`
const inStates = (states: readonly string[]) => sql<SqlBool>`d.state = any (${[...states]})`
const isOwners = ({ orgId }: Caller) => sql<SqlBool>`d.org_id = ${orgId}`
/** The caller's side is the other one of the document; within an organisation whoever views the other warehouse. */
const isOthers = (
  caller: Caller,
) => sql<SqlBool>`(d.counter_org_id = ${caller.orgId} or (d.counter_org_id is null and d.org_id = ${caller.orgId}))
  and ${isAnyOf('d.to_warehouse_id', warehousesWith(caller, 'view'))}`

/** What each tab lists. */
const waiting: Record<DeskTab, (caller: Caller) => RawBuilder<SqlBool>> = {
  requests: (caller) => allOf([isRequest, isOwners(caller), inStates(unfinishedStates(transferRequest))]),
  sending: (caller) => sql<SqlBool>`(
    ${allOf([isRequest, isOthers(caller), inStates([...statesIn(transferRequest, 'waiting'), ...openStates(transferRequest)])])}
    or ${allOf([isOrder, isOwners(caller), inStates(statesIn(transferOrder, 'agreed'))])})`,
  travelling: () => allOf([isOrder, inStates(openStates(transferOrder))]),
  receiving: (caller) => allOf([isOrder, isOthers(caller), inStates(openStates(transferOrder))]),
}

/** Kinds whose page the caller may open. */
const openKinds = (caller: Caller): string[] => [
  ...(mayPress(caller, transferRequest.buttons.view) ? [transferRequest.kind] : []),
  ...(mayPress(caller, [transferOrder.buttons.view, transferReceipt.buttons.view].flat()) ? [transferOrder.kind] : []),
]

const asking = sql`d.warehouse_id`
/** Which warehouse a tab waits for: the one that asks, sends or gets; what is on its way concerns both. */
const at: Record<DeskTab, RawBuilder<unknown>> = {
  requests: asking,
  sending: sql`case when d.kind = ${transferRequest.kind} then d.to_warehouse_id else d.warehouse_id end`,
  travelling: sql`d.warehouse_id, d.to_warehouse_id`,
  receiving: sql`d.to_warehouse_id`,
}

async function where(tx: CallerTx, tab: DeskTab, filters: TransferFilters): Promise<RawBuilder<SqlBool>> {
  const { billNo, warehouseId, counterOrgId, part, from, to } = filters
  return allOf([
    documentScope(tx.caller, transferOrder),
    sql<SqlBool>`d.kind = any (${openKinds(tx.caller)}) and not d.is_red
      and (d.org_id = ${tx.caller.orgId} or d.counter_org_id = ${tx.caller.orgId})`,
    waiting[tab](tx.caller),
    ...(billNo ? [sql<SqlBool>`d.bill_no like ${startingWith(billNo.toUpperCase())}`] : []),
    ...(warehouseId ? [sql<SqlBool>`${warehouseId} in (${at[tab]})`] : []),
    ...(counterOrgId ? [sql<SqlBool>`${counterOrgId} in (d.org_id, d.counter_org_id)`] : []),
    ...(from ? [sql<SqlBool>`d.biz_date >= ${from}`] : []),
    ...(to ? [sql<SqlBool>`d.biz_date <= ${to}`] : []),
    ...(part ? [await hasPartNamed(tx, part)] : []),
  ])
}

const own = sql`concat(o.name, ' ', w.name)`
const other = sql`concat(coalesce(co.name, o.name), ' ', tw.name)`

/**
 * What was reported short or broken and nobody has decided about since. What was decided before does not answer a report, and late goods
 * are those that nobody has reported, as long as there are any.
 */
const undecided = sql`(select coalesce(sum(least(l.qty - l.executed_qty, r.qty)), 0.0000) from goods_document_line l
  join lateral (
    select sum(reported) - least(min(so_far), 0) as qty from (
      select n.reported, sum(n.reported) over (order by rd.posted_at, rl.id) as so_far from goods_document_line rl
      join goods_document rd on rd.group_id = rl.group_id and rd.id = rl.document_id and rd.kind = ${transferReceipt.kind}
        and rd.state = 'done' and not rd.is_red
      cross join lateral (
        select case when rd.outcome = 'arrived' then coalesce(rl.short_qty, 0) + coalesce(rl.damaged_qty, 0) else -rl.qty end as reported
      ) n
      where rl.group_id = d.group_id and rl.source_line_id = l.id
    ) told
  ) r on r.qty > 0
  where l.group_id = d.group_id and l.document_id = d.id and ${isOrder})`

const open = sql`(select coalesce(sum(greatest(l.qty - l.executed_qty - l.closed_qty, 0)), 0.0000) from goods_document_line l
  where l.group_id = d.group_id and l.document_id = d.id)`

/** FROM of documents `d` with both their sides. */
const names = sql`from goods_document d
    join org o on o.group_id = d.group_id and o.id = d.org_id
    join warehouse w on w.group_id = d.group_id and w.id = d.warehouse_id
    left join org co on co.group_id = d.group_id and co.id = d.counter_org_id
    left join warehouse tw on tw.group_id = d.group_id and tw.id = d.to_warehouse_id`

/** A tab of 调拨管理, the oldest document first. */
export const deskOf = (tab: DeskTab): QuerySource<(typeof deskTabs)['requests']> => ({
  select: () => ({
    id: sql`d.id`,
    kind: sql`d.kind`,
    orgId: sql`d.org_id`,
    counterOrgId: sql`d.counter_org_id`,
    warehouseId: sql`d.warehouse_id`,
    toWarehouseId: sql`d.to_warehouse_id`,
    billNo: sql`d.bill_no`,
    state: sql`d.state`,
    bizDate: sql`d.biz_date`,
    // A request names first where the goods are wanted.
    fromName: sql`case when ${isRequest} then ${other} else ${own} end`,
    toName: sql`case when ${isRequest} then ${own} else ${other} end`,
    lineCount: sql`d.line_count`,
    totalQty: sql`d.total_qty`,
    executedQty: sql`d.executed_qty`,
    openQty: open,
    differenceQty: undecided,
    days: sql`case when d.posted_at is not null then ${shanghaiDay()}::date - d.biz_date end`,
    creatorName: sql`u.real_name`,
    remark: sql`d.remark`,
  }),
  from: async (tx, filters) => sql`${names}
    left join app_user u on u.group_id = d.group_id and u.id = d.creator_id
    where ${await where(tx, tab, filters)}`,
  order: sql`d.biz_date, d.id`,
  ties: sql`d.id`,
})

/** 待我发货 or 待我收货, counted as the tab lists it. */
export async function transferPlace(
  tx: CallerTx,
  tab: 'sending' | 'receiving',
  filters: Pick<TransferFilters, 'warehouseId'> = {},
): Promise<DeskPlace> {
  const { count } = await totalsOf(
    tx,
    sql`select count(*) as count from goods_document d where ${await where(tx, tab, filters)}`,
  )
  return { title: deskTabs[tab].title, count, screen: 'allocation', params: { tab, ...placeOf(filters) } }
}

/** Both of them for the home page. */
export async function transferTasks(tx: CallerTx): Promise<HomeTask[]> {
  if (openKinds(tx.caller).length === 0) return []
  const places = await Promise.all([transferPlace(tx, 'sending'), transferPlace(tx, 'receiving')])
  return places.map((place) => ({ ...place, title: `调拨${place.title}` }))
}

/** Whether the caller may open documents that a tab lists. */
export const opensTransfers = (caller: Caller, tab: 'sending' | 'receiving'): boolean =>
  tab === 'sending' ? openKinds(caller).length > 0 : openKinds(caller).includes(transferOrder.kind)

/** Rows of 仓库工作台: the other side of a document that is to be sent is where it goes, of one that is on its way where it comes from. */
export async function latestTransfers(
  tx: CallerTx,
  tab: 'sending' | 'receiving',
  filters: Pick<TransferFilters, 'warehouseId'>,
): Promise<RawBuilder<unknown>> {
  const [here, there] =
    tab === 'sending'
      ? [
          sql`case when ${isRequest} then ${other} else ${own} end`,
          sql`case when ${isRequest} then ${own} else ${other} end`,
        ]
      : [other, own]
  return sql`select d.id, d.kind, d.bill_no, d.state, ${there} as side_name, ${here} as warehouse_name, d.line_count, ${open} as qty, null::bigint as counted_count,
      coalesce(d.posted_at, d.approved_at, d.submitted_at, d.created_at) as since ${names}
    where ${await where(tx, tab, filters)}`
}
