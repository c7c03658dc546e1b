import { button } from '@chepu/contract/access/catalogue'
import { fundTransfer } from '@chepu/contract/finance/fund-transfer'
import { refuse } from '../../kernel/base/errors'
import { shanghaiDay } from '../../kernel/base/calendar'
import type { CallerTx } from '../../kernel/db/tx'
import { entryHandlers } from '../../kernel/document/entry'
import { assertOpenPeriod, assertOpenThere } from '../../kernel/document/period'
import { tellOtherSide } from '../../kernel/document/tell-other-side'
import { reverse } from '../../kernel/ledgers'
import { periodOf } from '../../kernel/ledgers/types'
import { postSlip, reverseSlip, unpostSlip } from '../../kernel/money/lifecycle'
import type { MoneyActions, MoneyKind, MoneySlip } from '../../kernel/money/types'
import { madeSlips, makeSlip, reverseSlips } from '../slip/at-once'
import { besideBank } from '../bank/late'
import { arrivalOf, postingOf } from './posting'
import { ownAccount, partnerOfOrg } from './repo'
import { fundTransferTraits as traits } from './traits'

const actions: MoneyActions<typeof fundTransfer> = {
  ...entryHandlers,

  async approve(tx, slip) {
    const posting = postingOf(slip)
    await postSlip(tx, traits, slip, posting, await besideBank(tx, slip, posting))
    if (slip.purpose === 'inside') return 'done'
    await tellOtherSide(tx, fundTransfer, slip, {
      words: `转入 ${slip.total}，请确认`,
      buttons: [button('fund_transfer', 'approve')],
    })
    return 'travelling'
  },

  /** 确认转入: both sides at once, on today; in a month that either has closed it waits. */
  async confirm(tx, slip, { input }) {
    const { accountId } = fundTransfer.actions.confirm.input.parse(input)
    await ownAccount(tx, accountId, 'input.accountId')
    const bizDate = await openToday(tx, slip.orgId)
    const { orgId } = tx.caller
    const { total, remark, tradeNo } = slip
    const partnerId = await partnerOfOrg(tx, slip.orgId)
    await makeSlip(
      tx,
      { ...slip, orgId, bizDate, period: periodOf(bizDate), partnerId, departmentId: null, salespersonId: null },
      {
        def: fundTransfer,
        header: { purpose: 'from_sister', counterOrgId: slip.orgId, accountId, total, tradeNo, remark },
        tenders: [{ storeAccountId: accountId, amount: total, fee: '0.00', tradeNo }],
        items: [],
        posting: (made) => arrivalOf(made, { orgId: slip.orgId, partnerId: slip.partnerId }),
      },
    )
    return 'arrived'
  },

  /** 撤销转入: who received it gives it back; then it is on its way again, and the sender may undo it. */
  async unconfirm(tx, slip) {
    const bizDate = await openToday(tx, slip.orgId)
    const [arrival] = await madeSlips(tx, slip)
    if (!arrival) refuse(`单据 ${slip.billNo} 没有可以撤销的转入`)
    const [red] = await reverseSlips(tx, [arrival], { ...slip, bizDate })
    await reverse(tx, arrival, red as MoneySlip, [])
    return 'travelling'
  },

  unapprove: async (tx, slip) => unpostSlip(tx, traits, slip, await besideBank(tx, slip, postingOf(slip))),
  reverse: (tx, slip) => reverseSlip(tx, traits, slip),
}

/** Today, in a month that the caller's organisation and the other one have open. @throws Failure refusal, naming who has closed it */
async function openToday(tx: CallerTx, otherOrgId: number): Promise<string> {
  const today = shanghaiDay()
  await assertOpenPeriod(tx, today)
  await assertOpenThere(tx, otherOrgId, today)
  return today
}

export const fundTransferKind = { ...traits, actions } satisfies MoneyKind
