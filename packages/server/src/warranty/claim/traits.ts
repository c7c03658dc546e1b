import { money, sumOf } from '@chepu/contract/kernel/decimal'
import { warrantyClaim } from '@chepu/contract/warranty/warranty-claim'
import { sql } from 'kysely'
import { invalid } from '../../kernel/base/errors'
import type { ClaimRequest, ClaimTraits } from '../claim-documents/types'
import { claimableBills } from './candidates'

const billsOf = (figure: string) =>
  sql.raw(`(select ${figure} from claim_line l
  join repair_document b on b.group_id = l.group_id and b.id = l.bill_id
  where l.group_id = d.group_id and l.document_id = d.id and l.section = 'bills')`)

/** 索赔单 on the server. */
export const claimTraits: ClaimTraits<typeof warrantyClaim> = {
  def: warrantyClaim,
  columns: {
    period: sql`concat_ws(' 至 ', coalesce(d.from_day, ${billsOf('min(b.repaired_on)')}), coalesce(d.to_day, ${billsOf('max(b.repaired_on)')}))`,
    billCount: billsOf('count(*)'),
    rejectedAmount: billsOf('coalesce(sum(b.rejected_amount), 0.00)'),
  },
  async prepare(tx, request, before) {
    const { header } = request
    const { fromDay, toDay } = header as { fromDay?: string | null; toDay?: string | null }
    if (fromDay && toDay && fromDay > toDay) invalid([{ path: 'header.toDay', message: '修理日期至 早于 修理日期从' }])
    const bills = await claimableBills(tx, {
      manufacturerId: header.partnerId,
      billIds: billIdsOf(request),
      claimId: before?.id,
    })
    return {
      columns: { claimedAmount: money(sumOf(bills, ({ totalAmount }) => totalAmount)) },
      lines: bills.map(({ id, totalAmount }) => ({
        section: 'bills',
        columns: { billId: id, claimedAmount: totalAmount },
      })),
    }
  },
}

const billIdsOf = ({ bills = [] }: ClaimRequest): number[] => bills.map(({ billId }) => billId as number)
