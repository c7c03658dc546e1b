import { stateLabel } from '@chepu/contract/kernel/states'
import { repairRefund } from '@chepu/contract/repair/refund'
import { repairSettlement } from '@chepu/contract/repair/settlement'
import { sql } from 'kysely'
import { invalid, refuse } from '../../kernel/base/errors'
import { sees } from '../../kernel/caller/caller'
import { inScope } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'
import { repairDocuments } from '../../kernel/repair/repo'
import type { RepairDocument, RepairRequest, RepairTraits } from '../../kernel/repair/types'
import { settledOutput } from '../queries/settled-days'
import { orderOf, type Settlement } from '../settlement/settled'
import { type Asked, askedIn, faultsOf, isAsked } from './asked'
import { figuresOfRefund, sumColumns } from './figures'
import { writeRefundLines } from './repo'
import { refundableLines } from './settled'

type Refund = RepairDocument<keyof typeof repairRefund.states & string>
const { kind } = repairRefund

const bills = sql`(select o.bill_no from repair_document o where o.group_id = d.group_id and o.id = d.work_order_id)`
const slips = sql`money_slip m where m.group_id = d.group_id and m.maker_kind = ${kind} and m.made_by = d.id and m.posted_at is not null`
const items = sql`open_item i where i.group_id = d.group_id and i.source_kind = ${kind} and i.source_id = d.id`

/** 维修退单 on the server. */
export const refundTraits: RepairTraits<typeof repairRefund> = {
  def: repairRefund,
  formers: { settlementId: repairSettlement.kind },
  makesLines: true,
  columns: {
    workOrderNo: bills,
    settlementNo: sql`(select o.bill_no from repair_document o where o.group_id = d.group_id and o.id = d.settlement_id)`,
    outputAmount: settledOutput,
    refundWay: sql`coalesce((select string_agg(w.way, '、' order by w.n) from (
        select 1 as n, '冲应收' as way where exists (select from ${slips} and m.kind = 'write_off')
        union all
        select 2, a.name from store_account a where a.group_id = d.group_id and a.id = d.store_account_id
          and exists (select from ${slips} and m.kind = 'collection')
        union all
        select 3, '待退款' where exists (select from ${items} and i.balance <> 0)
      ) w), '')`,
    openAmount: sql`coalesce((select -sum(i.balance) from ${items}), 0.00)`,
  },
  prepare,
  saved,
}

/** The settlement that something is taken back of, locked, so that it is not undone meanwhile; refuses what nothing may be taken back of. */
export async function settlementOf(tx: CallerTx, id: number): Promise<Settlement> {
  const settlement = (await repairDocuments.lock(tx, repairSettlement.kind, id)) as Settlement | undefined
  if (!settlement || settlement.orgId !== tx.caller.orgId || !inScope(tx.caller, repairRefund.area, settlement))
    invalid([{ path: 'header.settlementId', message: '结算单不存在' }])
  if (settlement.state !== 'done')
    refuse(`结算单 ${settlement.billNo} 当前为「${stateLabel(repairSettlement, settlement.state)}」，不能退单`)
  return { ...settlement, partnerId: await standingPartner(tx, settlement.partnerId) }
}

/** Who stands for a customer today: he himself, or the one that he was merged into (business/customers 2.5). */
async function standingPartner(tx: CallerTx, id: number): Promise<number> {
  const row = await tx.one<{ id: number }>({
    name: 'standing-partner',
    text: 'select coalesce(merged_into_id, id) as id from partner where group_id = $1 and id = $2',
    values: [tx.groupId, id],
  })
  return row?.id ?? id
}

/** Car, customer and adviser are those of the settlement; sums are those that its lines come to today. */
async function prepare(tx: CallerTx, request: RepairRequest, _lines: unknown, before: Refund | undefined) {
  const settlementId = request.header['settlementId'] as number
  if (before && before.settlementId !== settlementId)
    invalid([{ path: 'header.settlementId', message: '不能更换结算单，请作废后重新退单' }])
  const settlement = await settlementOf(tx, settlementId)
  if (request.header.bizDate < settlement.bizDate)
    invalid([{ path: 'header.bizDate', message: `不能早于结算日期 ${settlement.bizDate}` }])
  await assertAccount(tx, request.header['storeAccountId'] as number | null, before)
  const asked = askedIn(request, before, sees(tx.caller, 'doc_price'))
  const { figures } = await figured(tx, settlement, asked)
  const warehouseId = (request.header['warehouseId'] as number | null) ?? (await warehouseOf(tx, settlement, asked))
  return { ...ofSettlement(settlement), ...sumColumns(figures), warehouseId }
}

/** What the lines ask for comes to. Refuses what is more than may go back, and a refund of nothing. */
async function figured(tx: CallerTx, settlement: Settlement, asked: readonly Asked[]) {
  const settled = await refundableLines(tx, settlement.id)
  const faults = faultsOf(settled, asked)
  if (faults.length > 0) invalid(faults)
  if (!asked.some(isAsked)) refuse('请填写要退的数量或金额')
  return { settled, figures: figuresOfRefund(settled, asked, settlement.partnerId) }
}

/** Material goes back to where the order takes it from, unless somebody says otherwise. */
async function warehouseOf(tx: CallerTx, settlement: Settlement, asked: readonly Asked[]): Promise<number | null> {
  if (!asked.some(({ restocks }) => restocks)) return null
  return (await orderOf(tx, settlement.workOrderId as number, 'read')).warehouseId
}

function ofSettlement(settlement: Settlement) {
  const { partnerId, vehicleId, salespersonId, departmentId, businessTypeId, workOrderId } = settlement
  const { contactName, contactMobile, mileage, taxIncluded } = settlement
  const ofCar = { partnerId, vehicleId, salespersonId, departmentId, businessTypeId, workOrderId }
  return { ...ofCar, contactName, contactMobile, mileage, taxIncluded }
}

/** Refuses an account that the caller could not have picked; what the document named before stays. */
async function assertAccount(tx: CallerTx, id: number | null, before: Refund | undefined): Promise<void> {
  if (id === null || id === before?.storeAccountId) return
  const account = await tx.one<{ id: number }>({
    name: 'refund-account',
    text: 'select id from store_account where group_id = $1 and org_id = $2 and id = $3 and is_active',
    values: [tx.groupId, tx.caller.orgId, id],
  })
  if (!account) invalid([{ path: 'header.storeAccountId', message: '退款账户不存在或已停用' }])
}

async function saved(tx: CallerTx, id: number, request: RepairRequest, before: Refund | undefined): Promise<void> {
  const settlement = await settlementOf(tx, request.header['settlementId'] as number)
  const { figures } = await figured(tx, settlement, askedIn(request, before, sees(tx.caller, 'doc_price')))
  await writeRefundLines(tx, id, null, figures.lines)
}
