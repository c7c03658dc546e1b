import type { FieldError } from '@chepu/contract/kernel/errors'
import { partnerRoles } from '@chepu/contract/kernel/partner-roles'
import { repairSettlement } from '@chepu/contract/repair/settlement'
import { warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import { sql } from 'kysely'
import { invalid, refuse } from '../../kernel/base/errors'
import { inScope } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'
import { nameBeside } from '../../kernel/document/own-columns'
import { repairDocuments } from '../../kernel/repair/repo'
import type { Columns, PreparedLine, RepairDocument, RepairRequest, RepairTraits } from '../../kernel/repair/types'
import { oldPartStanding } from '../old-part/standing'
import { type ClaimedLine, claimedLines, isOpen } from './claimed'
import { judged, type Judging } from './judged'
import type { WarrantyBill } from './types'

/** 三包单 on the server. */
export const billTraits: RepairTraits<typeof warrantyBill> = {
  def: warrantyBill,
  formers: { workOrderId: 'work_order', settlementId: repairSettlement.kind },
  taxIncluded: true,
  columns: {
    workOrderNo: sql`(select o.bill_no from repair_document o where o.group_id = d.group_id and o.id = d.work_order_id)`,
    faultName: sql`coalesce((select f.name from fault_code f where f.group_id = d.group_id and f.id = d.fault_code_id), d.complaint)`,
    manufacturerName: nameBeside('partner', 'manufacturer_id'),
    oldPartStanding,
    causePartName: sql`(select p.name from part p where p.group_id = d.group_id and p.id = d.cause_part_id)`,
  },
  prepare,
}

async function prepare(
  tx: CallerTx,
  request: RepairRequest,
  lines: PreparedLine[],
  before: WarrantyBill | undefined,
): Promise<Columns> {
  const { header } = request
  assertDays(header)
  await assertNamed(tx, header, before)
  const settlement = await settlementOf(tx, header, before)
  const known =
    settlement && !before
      ? await openLines(tx, settlement, header['manufacturerId'] as number, 'header.manufacturerId')
      : []
  assertSources(lines, before ? sourcesOf(before) : new Set(known.map(({ id }) => id)))
  const payer = { payer: 'warranty', payerPartnerId: header['manufacturerId'] as number, agreement: 'agreed' }
  for (const { columns } of lines) Object.assign(columns, payer)
  const car = settlement ? ofSettlement(settlement) : before ? ofBill(before) : {}
  const { columns } = await judged(tx, {
    ...(header as unknown as Pick<Judging, 'manufacturerId' | 'vehicleId' | 'partnerId'>),
    ...(header as unknown as Pick<Judging, 'causePartId' | 'policyTermId' | 'boughtOn'>),
    ...(header as unknown as Pick<Judging, 'bizDate' | 'repairedOn' | 'invoicedOn' | 'mileage'>),
    workOrderId: null,
    ...car,
    partIds: lines.flatMap(({ columns: { partId } }) => (typeof partId === 'number' ? [partId] : [])),
  })
  return { ...car, ...columns, taxIncluded: true }
}

/** Nothing is repaired after it is billed, and no car or part before it was bought. */
function assertDays({ bizDate, vehicleId, repairedOn, invoicedOn, boughtOn }: RepairRequest['header']): void {
  const day = (repairedOn as string | null) ?? bizDate
  if (day > bizDate) invalid([{ path: 'header.repairedOn', message: `修理日期 ${day} 晚于业务日期` }])
  if (invoicedOn !== null && (invoicedOn as string) > day)
    invalid([{ path: 'header.invoicedOn', message: `购车日期 ${String(invoicedOn)} 晚于修理日期` }])
  if (vehicleId === null && boughtOn !== null && (boughtOn as string) > day)
    invalid([{ path: 'header.boughtOn', message: `购买日期 ${String(boughtOn)} 晚于修理日期` }])
}

/** Car and customer of a bill of an order are those of its settlement. */
const ofSettlement = ({ partnerId, vehicleId, workOrderId, departmentId }: RepairDocument) => ({
  partnerId,
  vehicleId,
  workOrderId,
  departmentId,
})

const ofBill = (bill: WarrantyBill) => (bill.settlementId === null ? {} : ofSettlement(bill))

/**
 * The settlement that a new bill is made of, held so that it is not undone meanwhile and its lines are claimed once; none of a free bill.
 * A bill that stands keeps the one that it has: who undoes that waits for the bill.
 */
async function settlementOf(
  tx: CallerTx,
  header: RepairRequest['header'],
  before: WarrantyBill | undefined,
): Promise<RepairDocument | undefined> {
  const settlementId = header['settlementId'] as number | null
  if (before && before.settlementId !== settlementId)
    invalid([{ path: 'header.settlementId', message: '不能更换工单，请作废后重新开单' }])
  if (settlementId === null) {
    if (header['workOrderId'] !== null && header['workOrderId'] !== before?.workOrderId)
      invalid([{ path: 'header.workOrderId', message: '请从已结算的工单中选择' }])
    return undefined
  }
  if (before) return undefined
  return heldSettlement(tx, settlementId, 'header.settlementId')
}

/** A settlement of the caller's own that bills are made of, held. @throws Failure invalid or refusal */
export async function heldSettlement(tx: CallerTx, id: number, path: string): Promise<RepairDocument> {
  const settlement = await repairDocuments.lock(tx, repairSettlement.kind, id)
  if (!settlement || settlement.orgId !== tx.caller.orgId || !inScope(tx.caller, warrantyBill.area, settlement))
    invalid([{ path, message: '结算单不存在' }])
  if (settlement.state !== 'done') refuse(`结算单 ${settlement.billNo} 尚未结算，不能开三包单`)
  return settlement
}

/** What of a settlement this manufacturer may still be claimed for. @throws Failure refusal when all of it is, and invalid when he is billed for nothing */
export async function openLines(
  tx: CallerTx,
  settlement: RepairDocument,
  manufacturerId: number,
  path: string,
): Promise<ClaimedLine[]> {
  const his = (await claimedLines(tx, settlement.id)).filter((line) => line.manufacturerId === manufacturerId)
  const open = his.filter(isOpen)
  if (open.length > 0) return open
  const billNo = his.find((line) => line.billNo !== null)?.billNo
  if (billNo) refuse(`三包单 ${billNo} 已存在，请先作废`)
  return invalid([{ path, message: `责任厂家在结算单 ${settlement.billNo} 上没有三包项目可申报` }])
}

const sourcesOf = ({ lines }: WarrantyBill): Set<number> =>
  new Set(lines.flatMap(({ sourceLineId }) => (sourceLineId === null ? [] : [sourceLineId])))

const titles: Readonly<Record<string, string>> = { labour: '工时', materials: '材料', extras: '费用' }

/** Refuses a line that names what its bill may not claim, and one that is claimed twice. A new bill draws lines of its settlement; one that stands keeps those that it has. */
function assertSources(lines: readonly PreparedLine[], known: ReadonlySet<number>): void {
  const seen = new Set<number>()
  const errors = lines.flatMap((line): FieldError[] => {
    const id = line.columns['sourceLineId'] as number | null | undefined
    if (id == null) return []
    if (known.has(id) && !seen.has(id)) {
      seen.add(id)
      return []
    }
    const i = lines.filter(({ section }) => section === line.section).indexOf(line)
    const message = `${titles[line.section]}第${i + 1}行 ${seen.has(id) ? '结算明细重复' : '结算明细不属于该厂家的三包项目，或已有三包单'}`
    return [{ path: `${line.section}.${i}.sourceLineId`, message }]
  })
  if (errors.length > 0) invalid(errors)
}

interface Named {
  manufacturer: boolean
  faultCode: boolean
  causePart: boolean
  policyTerm: boolean
}

/** Refuses a header that names what is not there, or is another manufacturer's; what the bill named before stays. Manufacturer and part are held, so that neither is merged away. */
async function assertNamed(
  tx: CallerTx,
  header: RepairRequest['header'],
  before: WarrantyBill | undefined,
): Promise<void> {
  const { manufacturerId, faultCodeId, causePartId, policyTermId } = header
  const found = await tx.one<Named>({
    name: 'named-of-warranty-bill',
    text: `with maker as (
        select id from partner where group_id = $1 and id = $2 and is_active and cus_flag & ${partnerRoles.manufacturer} <> 0 for key share
      ), cause as (select id from part where group_id = $1 and id = $4 for key share)
      select exists (select from maker) as manufacturer, exists (select from cause) as cause_part,
        exists (select from fault_code where group_id = $1 and id = $3 and is_active and coalesce(manufacturer_id, $2) = $2) as fault_code,
        exists (select from manufacturer_policy_term t join manufacturer_policy p on p.group_id = t.group_id and p.id = t.policy_id
          where t.group_id = $1 and t.id = $5 and p.manufacturer_id = $2) as policy_term`,
    values: [tx.groupId, manufacturerId, faultCodeId, causePartId, policyTermId] as number[],
  })
  const isSame = header['manufacturerId'] === before?.manufacturerId
  const faults: [boolean, string, string][] = [
    [!isSame && !found?.manufacturer, 'manufacturerId', '责任厂家不存在、已停用或不是厂家'],
    [
      faultCodeId !== null && !(isSame && faultCodeId === before?.faultCodeId) && !found?.faultCode,
      'faultCodeId',
      '故障代码不存在、已停用或不是该厂家的',
    ],
    [causePartId !== null && causePartId !== before?.causePartId && !found?.causePart, 'causePartId', '主因件不存在'],
    [policyTermId !== null && !found?.policyTerm, 'policyTermId', '三包政策不存在或不是该厂家的'],
  ]
  const errors = faults.flatMap(([isWrong, field, message]) => (isWrong ? [{ path: `header.${field}`, message }] : []))
  if (errors.length > 0) invalid(errors)
}
