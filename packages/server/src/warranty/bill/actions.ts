import { warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import { shanghaiDay } from '../../kernel/base/calendar'
import { refuse } from '../../kernel/base/errors'
import type { CallerTx } from '../../kernel/db/tx'
import { assertOpenPeriod } from '../../kernel/document/period'
import { post, reverse } from '../../kernel/ledgers'
import { periodOf } from '../../kernel/ledgers/types'
import type { RepairActions, RepairKind } from '../../kernel/repair/types'
import { dueDays } from '../../repair/public'
import { assertInNoClaim } from '../claim/candidates'
import { dropTags, makeTags } from '../old-part/tags'
import { assertNothingGiven } from '../remedy/rules'
import { assertProven } from './checks'
import { claimedLines, looseLines } from './claimed'
import { billPosting } from './posting'
import { closeBill } from './close'
import { insertRedBill } from './red'
import { billTraits } from './traits'
import type { WarrantyBill } from './types'

const actions: RepairActions<typeof warrantyBill> = {
  async submit(tx, bill) {
    await assertProven(tx, bill)
    return 'submitted'
  },

  withdraw: async () => 'draft',
  reject: async () => 'draft',

  async approve(tx, bill) {
    await assertProven(tx, bill)
    await assertOpenPeriod(tx, bill.bizDate, datingOf(bill))
    await post(tx, bill, billPosting({ ...(await owedBy(tx, bill)), settled: await settledOf(tx, bill) }))
    await makeTags(tx, bill)
    return 'approved'
  },

  async unapprove(tx, bill) {
    if (bill.postedAt === null || shanghaiDay(new Date(bill.postedAt)) !== shanghaiDay())
      refuse(`单据 ${bill.billNo} 不是今天审核的，请改用红冲`)
    await assertInNoClaim(tx, bill)
    await assertOpenPeriod(tx, bill.bizDate, datingOf(bill))
    await assertNothingGiven(tx, bill)
    await dropTags(tx, bill)
    await reverse(tx, bill, bill, [])
    return 'draft'
  },

  /** A red bill of today undoes what it has posted (business/documents 1.6); its lines may be claimed anew. */
  async reverse(tx, bill) {
    await assertInNoClaim(tx, bill)
    const bizDate = shanghaiDay()
    await assertOpenPeriod(tx, bizDate)
    await assertNothingGiven(tx, bill)
    await dropTags(tx, bill)
    await reverse(tx, bill, await insertRedBill(tx, bill, bizDate), [])
    return 'reversed'
  },

  /** What the manufacturer was billed is given up today. */
  async close(tx, bill, { note }) {
    await assertInNoClaim(tx, bill)
    const bizDate = shanghaiDay()
    await assertOpenPeriod(tx, bizDate)
    await assertNothingGiven(tx, bill)
    const settled = await settledOf(tx, bill)
    await closeBill(tx, { ...bill, bizDate, period: periodOf(bizDate) }, await owedBy(tx, bill), settled)
    note({ closedOn: bizDate })
    return 'closed'
  },

  async void(tx, { id }) {
    looseLines(tx, [id])
    return 'voided'
  },
}

/** A bill of an order has its day from the settlement, and waits for what proves it: it is late by no day of an open month (business/three-guarantees 3.4). */
const datingOf = ({ settlementId }: WarrantyBill) => ({ anyDay: settlementId !== null })

/** What the bill comes to, and when its manufacturer pays. */
async function owedBy(tx: CallerTx, { manufacturerId, bizDate, lines }: WarrantyBill) {
  if (manufacturerId === null) throw new Error('a bill has no manufacturer')
  const dueOn = (await dueDays(tx, bizDate, [manufacturerId]))(manufacturerId)
  return { manufacturerId, dueOn, lines }
}

/** What the settlement has billed for the lines that the bill names. */
async function settledOf(tx: CallerTx, { settlementId, lines }: WarrantyBill) {
  if (settlementId === null) return []
  const named = new Set(lines.map(({ sourceLineId }) => sourceLineId))
  return (await claimedLines(tx, settlementId)).filter(({ id }) => named.has(id))
}

export const billKind = { ...billTraits, actions } satisfies RepairKind<typeof warrantyBill>
