// 三包 of a part that a trade customer brings back: he gets another one at once, whatever the manufacturer says later (business/three-guarantees 3.7).
import { partnerRoutes } from '@chepu/contract/customers/partner'
import { partnerRoles } from '@chepu/contract/kernel/partner-roles'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { claimConfirmation, openVerdicts } from '@chepu/contract/warranty/claim-confirmation'
import { policyRoutes } from '@chepu/contract/warranty/policy'
import { warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import { warrantyClaim } from '@chepu/contract/warranty/warranty-claim'
import type { Page } from '@playwright/test'
import { Colleague, fresh, today } from './api'
import { faults } from './axe'
import { type Desk, expect, test } from './story'

/** A customer has bought one of two pieces, which came of the maker who answers for them. */
async function soldPart(manager: Colleague) {
  const name = `供件厂${fresh()}`
  const partner = { kind: 'unit' as const, cusFlag: partnerRoles.manufacturer + partnerRoles.supplier, name }
  const { id: makerId } = (await manager.call(partnerRoutes.save, { body: partner })) as { id: number }
  const part = await manager.newPart({ name: `水泵${fresh()}` })
  await manager.receives([{ part, qty: '2', price: '200' }], { partnerId: makerId })
  const terms = { validFrom: today(), months: 12, labourRate: '100', claimDays: 30, returnsOldPart: true }
  const covers = { name: '水泵三包', manufacturerId: makerId, scope: 'part', partId: part.partId }
  await manager.call(policyRoutes.save, { body: { ...covers, terms: [terms] } as never })
  const customer = await manager.newCustomer()
  await manager.delivers(customer, [{ part, qty: '1', price: '260' }])
  return { name, makerId, part, customer }
}
type Sold = Awaited<ReturnType<typeof soldPart>>

const acts = async (
  who: Colleague,
  of: typeof salesDelivery.routes | typeof warrantyBill.routes,
  id: number,
  action: string,
) => {
  const { header } = await who.call(of.read as typeof salesDelivery.routes.read, { params: { id } })
  await who.call(of.act, { params: { id, action }, body: { version: header.version } })
}

test('三包：同行客户退回坏件，不带车开三包单、换货出库、索赔、厂家确认，手机上看得到换给了他什么', async ({
  desk,
  baseURL,
}) => {
  const manager = await Colleague.signIn(baseURL ?? '', 'manager01')
  const sold = await soldPart(manager)
  const { page, list, editor, shell } = desk
  await desk.enter('warranty02', '/threePackage?new=1')
  const billNo = await entersBill(desk, sold)
  const query = { manufacturerId: sold.makerId } as never
  const { rows } = await manager.call(warrantyBill.routes.list, { query })
  const billId = rows[0]?.id ?? 0
  await acts(manager, warrantyBill.routes, billId, 'approve')
  await page.reload()
  await editor.isState('已审核')

  // He makes the delivery; who sells lets the goods go.
  await editor.here().getByRole('button', { name: '换货出库' }).click()
  await expect(editor.number()).toHaveText(/^XS|^XC|\d{8}/)
  await expect(editor.line(1)).toContainText(sold.part.partCode)
  await expect(editor.here()).toContainText(billNo)
  await expect(editor.totals()).toContainText('0.00')
  expect(await faults(page)).toEqual([])
  await editor.button('提交').click()
  await editor.isState('待审核')
  const deliveryNo = await editor.number().innerText()
  const found = await manager.call(salesDelivery.routes.list, { query: { billNo: deliveryNo } as never })
  await acts(manager, salesDelivery.routes, found.rows[0]?.id ?? 0, 'approve')
  expect(await manager.available(sold.part)).toBe('0')

  await claimsAndAnswers(manager, sold.makerId, billId)
  await manager.leaves()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/threePackage?billNo=${billNo}`)
  const card = list.here().getByRole('article').filter({ hasText: billNo })
  await expect(card).toContainText('已确认')
  await fits(page)
  await card.getByRole('button', { name: billNo }).click()
  await editor.isState('已确认')
  await expect(editor.totals()).toContainText('确认额 300.00')
  await editor.toolbar().getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '关联单据' }).click()
  await expect(shell.dialog(/关联单据/)).toContainText(deliveryNo)
  await fits(page)
})

/** What he says of the part, by a customer without a car; answers the number of the bill. */
async function entersBill({ page, editor }: Desk, { name, part, customer }: Sold): Promise<string> {
  await editor.isReady()
  await editor.picks('客户', customer.name)
  await editor.picks('责任厂家', name)
  await editor.field('故障描述').fill('水封漏水')
  for (const _ of ['工时', '材料']) await page.keyboard.press('F6')
  await page.keyboard.type(part.partCode, { delay: 70 })
  await page.keyboard.press('Enter')
  await expect(editor.here().getByText(part.partCode, { exact: true }).first()).toBeVisible()
  await page.keyboard.type('1')
  await page.keyboard.press('Enter')
  await page.keyboard.type('300')
  await page.keyboard.press('Enter')
  await editor.picks('主因件', part.partCode)
  await editor.picks('处理方式', '更换')
  await editor.field('修理日期').fill(today())
  await page.keyboard.press('Enter')
  await expect(editor.here().getByLabel('三包检查')).toContainText('在保：至')
  await expect(editor.totals()).toContainText('申报额 300.00')
  expect(await faults(page)).toEqual([])
  await editor.button('提交').click()
  await editor.isState('待审核')
  return editor.number().innerText()
}

/** The claim is sent, and the manufacturer agrees to all of it. */
async function claimsAndAnswers(who: Colleague, makerId: number, billId: number): Promise<void> {
  const header = { bizDate: today(), partnerId: makerId }
  const claim = await who.call(warrantyClaim.routes.save, { body: { header, bills: [{ billId }] } as never })
  const { id: claimId, version } = claim
  await who.call(warrantyClaim.routes.act, {
    params: { id: claimId, action: 'send' },
    body: { version, input: { sentOn: today() } },
  })
  const { lines } = await who.call(openVerdicts, { params: { id: claimId } })
  const verdicts = lines.map(({ billLineId, claimedAmount }) => ({ billLineId, confirmedAmount: claimedAmount }))
  const body = { header: { ...header, claimId }, verdicts, action: { name: 'confirm' } }
  await who.call(claimConfirmation.routes.save, { body: body as never })
}

/** Nothing is wider than the screen. */
async function fits(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
}
