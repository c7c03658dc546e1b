// How documents between the station and a manufacturer are made, for the tests that take every kind.
import { oldParts } from '@chepu/contract/warranty/old-part'
import { openVerdicts } from '@chepu/contract/warranty/claim-confirmation'
import { claimCandidates, warrantyClaim as claim } from '@chepu/contract/warranty/warranty-claim'
import { shanghaiDay } from '../src/kernel/base/calendar'
import type { Maker } from './makers'
import { warrantyOf } from './warranty'

/** A parcel of the newest old part in the store. */
const oldPartReturn: Maker = {
  weight: 0,
  needs: ['warranty_bill'],
  hasNoMoney: true,
  inputs: { pack: undefined },
  async body({ shop, client }) {
    const { rows } = await client.call(oldParts.list, { query: { state: 'stored', page: 1, rows: 20 } })
    const row = rows.find(({ returnNo }) => returnNo === null)
    if (!row) return null
    return {
      header: { bizDate: shanghaiDay(), partnerId: row.manufacturerId, carrierId: shop.carrierId, waybillNo: 'SF1' },
      tags: [{ oldPartId: row.id }],
    }
  },
}

/** A claim of the first bill that none has. */
const warrantyClaim: Maker = {
  weight: 0,
  needs: ['warranty_bill'],
  inputs: { send: undefined },
  async body({ shop, client }) {
    const { makerId } = await warrantyOf(shop)
    const { rows } = await client.call(claimCandidates, { query: { manufacturerId: makerId } })
    const [bill] = rows
    if (!bill) return null
    return { header: { bizDate: shanghaiDay(), partnerId: makerId }, bills: [{ billId: bill.billId }] }
  },
}

/** An answer that agrees to the newest claim that was sent. */
const claimConfirmation: Maker = {
  weight: 0,
  needs: ['warranty_claim'],
  inputs: { confirm: undefined },
  async body({ client }) {
    const { rows } = await client.call(claim.routes.list, { query: { state: 'sent', page: 1, rows: 20 } })
    for (const { id, partnerId } of rows) {
      const { lines } = await client.call(openVerdicts, { params: { id } })
      const verdicts = lines.map(({ billLineId, claimedAmount }) => ({
        billLineId,
        confirmedAmount: claimedAmount ?? '0',
      }))
      if (verdicts.length > 0) return { header: { bizDate: shanghaiDay(), partnerId, claimId: id }, verdicts }
    }
    return null
  },
}

export const warrantyMakers: Readonly<Record<string, Maker>> = {
  warranty_claim: warrantyClaim,
  claim_confirmation: claimConfirmation,
  old_part_return: oldPartReturn,
}
