import { faults } from './axe'
import { buysPackage, cashOf, newMember, newService } from './members'
import { expect, test } from './story'
import { completes, confirmedOrder, newCar, settles } from './workshop'

test('客户页面：柜台生成链接，客户在手机上看自己的卡、套餐和消费，看不到别人的；撤销后打不开', async ({
  desk,
  browser,
  boss,
}) => {
  const [car, other] = [await newCar(boss), await newCar(boss)]
  const wash = await newService(boss)
  const [card, others] = [await newMember(boss, car, '300'), await newMember(boss, other, '700')]
  const pack = await buysPackage(boss, card, wash, '5')
  const order = await confirmedOrder(boss, car, { labour: [{ name: '更换水泵', price: '100', qualityDays: 90 }] })
  await completes(boss, order.id)
  await settles(boss, car, order.id, (await cashOf(boss)).id, '100')

  const { page, shell } = desk
  await desk.enter('boss01', `/customerDetail?id=${car.partnerId}`)
  await page.getByRole('button', { name: '客户页面' }).click()
  const dialog = shell.dialog(/^客户页面/)
  await dialog.getByRole('button', { name: '生成链接' }).click()
  const address = (await dialog.getByLabel('链接地址').textContent())?.trim() ?? ''

  // A telephone that nobody has signed in on.
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const phone = await context.newPage()
  await phone.goto(address)
  await expect(phone.getByRole('heading', { name: '我的客户页面' })).toBeVisible()
  const whole = phone.locator('.link-page')
  await expect(whole).toContainText(`****${card.cardNo.slice(-4)}`)
  await expect(whole).toContainText('300.00元')
  await expect(whole).toContainText(/剩 5 \/ 共 5/)
  await expect(whole).toContainText(pack)
  await expect(whole).toContainText(car.plate)
  await expect(whole).toContainText('更换水泵')
  await expect(whole).not.toContainText(others.cardNo.slice(-4))
  await expect(whole).not.toContainText(other.plate)
  await expect(whole).not.toContainText('700.00')
  expect(await faults(phone)).toEqual([])

  await dialog.getByRole('button', { name: '撤销' }).click()
  await shell.says('已撤销，对方不能再打开')
  await phone.goto(address)
  await expect(phone.getByRole('alert')).toHaveText('链接已失效，请联系门店')
  await context.close()
})
