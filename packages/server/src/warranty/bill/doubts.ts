// What of a bill wants a reason, though nothing is missing: a meter that others have read otherwise, and work that another bill claims (business/three-guarantees 3.6).
import { compare } from '@chepu/contract/kernel/decimal'
import { kmText } from '@chepu/contract/kernel/ends'
import { readingsAround } from '../../customers/public'
import type { CallerTx } from '../../kernel/db/tx'
import { liveBill } from './claimed'

interface Doubted {
  /** The bill itself; null while it is not saved. */
  id: number | null
  vehicleId: number | null
  partnerId: number | null
  /** Its main cause and the parts of its lines. */
  partIds: readonly number[]
  faultCodeId: number | null
  /** The day of the repair. */
  day: string
  /** Kilometres. */
  mileage: string | null
}

/** What an auditor of the manufacturer would ask about, in words; nothing of a bill that is beyond doubt. */
export async function doubtsOf(tx: CallerTx, bill: Doubted): Promise<string[]> {
  const [ofMeter, ofOthers] = await Promise.all([meterDoubts(tx, bill), doubleDoubts(tx, bill)])
  return [...ofMeter, ...ofOthers]
}

/** A reading is no less than the one before it and no more than the one after it. */
async function meterDoubts(tx: CallerTx, { vehicleId, day, mileage }: Doubted): Promise<string[]> {
  if (vehicleId === null || mileage === null) return []
  const { before, after } = await readingsAround(tx, vehicleId, day)
  const told = (how: string, other: { mileage: string; readOn: string }) =>
    `里程 ${kmText(mileage)} ${how} ${other.readOn} 的读数 ${kmText(other.mileage)}`
  return [
    ...(before && compare(mileage, before.mileage) < 0 ? [told('小于', before)] : []),
    ...(after && !after.isReplaced && compare(mileage, after.mileage) > 0 ? [told('大于', after)] : []),
  ]
}

/** How many days before and after a bill another one is looked for. */
const nearDays = 7

/** Bills of the same car, or of a customer without a car, of those days with one of the parts or the fault; drafts and what was given up claim nothing. */
async function doubleDoubts(
  tx: CallerTx,
  { id, vehicleId, partnerId, partIds, faultCodeId, day }: Doubted,
): Promise<string[]> {
  const whose = vehicleId ?? partnerId
  if (whose === null || (partIds.length === 0 && faultCodeId === null)) return []
  const same = vehicleId === null ? 'b.vehicle_id is null and b.partner_id' : 'b.vehicle_id'
  const rows = await tx.query<{ billNo: string; day: string; partName: string | null; faultName: string | null }>({
    name: vehicleId === null ? 'bills-of-customer-near' : 'bills-of-car-near',
    text: `select b.bill_no, coalesce(b.repaired_on, b.biz_date) as day, t.part_name, coalesce(nullif(f.name, ''), f.code) as fault_name from repair_document b
      left join fault_code f on f.group_id = b.group_id and f.id = b.fault_code_id and f.id = $6::bigint
      left join lateral (select min(p.name) as part_name from part p
        where p.group_id = b.group_id and p.id = any ($3::bigint[]) and (p.id = b.cause_part_id or exists (
          select from repair_line l where l.group_id = b.group_id and l.document_id = b.id and l.part_id = p.id))) t on true
      where b.group_id = $1 and ${same} = $2 and ${liveBill} and b.state not in ('draft', 'closed')
        and abs(coalesce(b.repaired_on, b.biz_date) - $4::date) <= ${nearDays} and b.id <> $5
        and (t.part_name is not null or f.id is not null)
      order by abs(coalesce(b.repaired_on, b.biz_date) - $4::date), b.id limit 3`,
    values: [tx.groupId, whose, [...partIds], day, id ?? 0, faultCodeId],
  })
  const who = vehicleId === null ? '客户' : '车'
  return rows.map(({ billNo, partName, faultName, ...other }) => {
    const what = partName === null ? `故障 ${faultName}` : `配件 ${partName}`
    return `同${who} ${other.day} 已有三包单 ${billNo}（${what}）`
  })
}
