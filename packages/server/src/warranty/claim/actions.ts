import { equals } from '@chepu/contract/kernel/decimal'
import type { warrantyClaim } from '@chepu/contract/warranty/warranty-claim'
import type { z } from 'zod'
import { shanghaiDay } from '../../kernel/base/calendar'
import { fieldError, invalid, refuse } from '../../kernel/base/errors'
import type { CallerTx } from '../../kernel/db/tx'
import { missingPhotos } from '../bill/checks'
import { moveBills } from '../bill/move'
import type { ClaimActions, ClaimDocument, ClaimKind } from '../claim-documents/types'
import { claimableBills } from './candidates'
import { claimTraits } from './traits'

type Sending = NonNullable<z.output<typeof warrantyClaim.actions.send.input>>

const actions: ClaimActions<typeof warrantyClaim> = {
  async send(tx, claim, { input, note }) {
    const { sentOn = shanghaiDay(), manufacturerNo } = (input ?? {}) as Sending
    assertDayOfSending(claim, sentOn)
    const bills = await claimableBills(tx, {
      manufacturerId: claim.partnerId,
      billIds: billIdsOf(claim),
      claimId: claim.id,
    })
    const younger = bills.find(({ bizDate }) => bizDate > sentOn)
    if (younger)
      invalid([
        { path: 'input.sentOn', message: `发送日期不能早于三包单 ${younger.billNo} 的业务日期 ${younger.bizDate}` },
      ])
    const changed = bills.find(({ totalAmount }, i) => !equals(totalAmount, claim.lines[i]?.claimedAmount ?? '0'))
    if (changed) refuse(`三包单 ${changed.billNo} 的金额已变，请重新保存索赔单`)
    await assertPhotographed(tx, claim)
    await moveBills(
      tx,
      bills.map(({ id }) => ({ id, to: 'claimed' })),
      { from: ['approved'], action: 'claim', what: '申报' },
    )
    note({ sentOn, ...(manufacturerNo && { manufacturerNo }) })
    return 'sent'
  },

  async withdraw(tx, claim, { reason, note }) {
    await assertUnanswered(tx, claim)
    await moveBills(
      tx,
      billIdsOf(claim).map((id) => ({ id, to: 'approved' })),
      { from: ['claimed'], action: 'unclaim', what: '撤回申报', reason },
    )
    note({ sentOn: null })
    return 'draft'
  },

  void: async () => 'voided',
}

/** Neither before there was a claim nor ahead of time. @throws Failure invalid */
function assertDayOfSending({ bizDate }: ClaimDocument, sentOn: string): void {
  const fault = sentOn < bizDate ? `不能早于业务日期 ${bizDate}` : sentOn > shanghaiDay() ? '不能晚于今天' : undefined
  if (fault) invalid([{ path: 'input.sentOn', message: `发送日期${fault}` }])
}

/** Refuses to send what its manufacturer does not pay for want of a photo, naming every one. @throws Failure invalid */
async function assertPhotographed(tx: CallerTx, claim: ClaimDocument): Promise<void> {
  const billIds = billIdsOf(claim)
  const errors = (await missingPhotos(tx, billIds)).map(({ billId, billNo, names }) => {
    const i = billIds.indexOf(billId)
    return fieldError(`bills.${i}.billId`, `第${i + 1}行 三包单 ${billNo} 还缺照片：${names.join('、')}`)
  })
  if (errors.length > 0) invalid(errors)
}

const billIdsOf = ({ lines }: ClaimDocument): number[] => lines.map(({ billId }) => billId as number)

/** Refuses to take back what the manufacturer's answer is being entered to. Asked behind the lock of the claim, which who enters it shares. */
async function assertUnanswered(tx: CallerTx, { id }: ClaimDocument): Promise<void> {
  const answer = await tx.one<{ billNo: string }>({
    name: 'answer-to-claim',
    text: `select bill_no from claim_document where group_id = $1 and claim_id = $2 and kind = 'claim_confirmation' and state <> 'voided'
      order by id limit 1`,
    values: [tx.groupId, id],
  })
  if (answer) refuse(`厂家确认单 ${answer.billNo} 已录入，不能撤回，请先作废确认单`)
}

export const claimKind = { ...claimTraits, actions } satisfies ClaimKind<typeof warrantyClaim>
