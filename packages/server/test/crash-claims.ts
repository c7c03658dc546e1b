// Steps by which manufacturers are claimed of, answer and settle, each ready to be taken on a bill of its own while somebody kills the program.
import { claimConfirmation } from '@chepu/contract/warranty/claim-confirmation'
import { warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import { warrantyClaim } from '@chepu/contract/warranty/warranty-claim'
import { warrantySettlement } from '@chepu/contract/warranty/warranty-settlement'
import { shanghaiDay } from '../src/kernel/base/calendar'
import { claimingAt } from './claims'
import { type Ground, type Step, stepOf } from './crash-workshop'
import { save } from './desk'
import type { Client } from './stage'
import { warrantyOf } from './warranty'
import { workshopOf } from './workshop'

/** 审核 and 放弃索赔 of a bill, 标记已发送, 确认 of less than was claimed, and 结算 with a deduction: steps of different clients. */
export async function stepsOfClaims(shop: Ground, clients: readonly Client[]): Promise<Step[]> {
  const { partnerId } = await workshopOf(shop)
  const warranty = await warrantyOf(shop)
  const { makerId, completePart } = warranty
  const today = { bizDate: shanghaiDay() }
  const deskOf = (client: Client) => {
    const desk = claimingAt(client, warranty, partnerId)
    return { ...desk, approved: () => desk.bill(['600', '400', '120'], shop.parts.pad) }
  }
  const less = [{ amount: '450', reason: '按厂家价', rest: 'customer' as const }]
  const ready: ((client: Client) => Promise<Step>)[] = [
    async (client) => {
      const header = { ...today, partnerId, manufacturerId: makerId, ...completePart }
      const labour = [{ name: '检测', pricingMode: 'fixed', price: '300' }]
      return stepOf(client, warrantyBill, await save(client, warrantyBill.routes, { header, labour } as never))
    },
    async (client) => stepOf(client, warrantyBill, await deskOf(client).approved(), 'close'),
    async (client) => {
      const desk = deskOf(client)
      return stepOf(client, warrantyClaim, await desk.claim([(await desk.approved()).id]), 'send')
    },
    async (client) => {
      const desk = deskOf(client)
      const { id } = await desk.sent([(await desk.approved()).id])
      return stepOf(client, claimConfirmation, await desk.answer(id, less), 'confirm')
    },
    async (client) => {
      const desk = deskOf(client)
      const { id: billId } = await desk.approved()
      await desk.confirmed((await desk.sent([billId])).id, less)
      const body = {
        header: { ...today, partnerId: makerId },
        bills: [{ billId }],
        deductions: [{ deduction: 'sampling', billId, amount: '50', reason: '抽检' }],
      }
      const draft = await save(client, warrantySettlement.routes, body as never)
      return stepOf(client, warrantySettlement, draft)
    },
  ]
  return Promise.all(ready.map((make, i) => make(clients[i % clients.length] as Client)))
}
