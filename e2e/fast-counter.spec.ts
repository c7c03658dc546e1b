import { cardRoutes } from '@chepu/contract/cards/card'
import { cardPackageRoutes } from '@chepu/contract/cards/card-package'
import { cardTypeRoutes } from '@chepu/contract/cards/card-type'
import { cardVoucher } from '@chepu/contract/cards/card-voucher'
import { issueCoupons, saveCouponBatch } from '@chepu/contract/cards/coupon'
import { listCardTypes, searchCardPackages } from '@chepu/contract/cards/lookups'
import { accountRoutes } from '@chepu/contract/finance/store-account'
import { fastOrder } from '@chepu/contract/repair/fast-order'
import { serviceItemRoutes } from '@chepu/contract/repair/service-item'
import { listWorkerTypes } from '@chepu/contract/repair/lookups'
import { workOrder } from '@chepu/contract/repair/work-order'
import type { Page } from '@playwright/test'
import { type Colleague, fresh, today } from './api'
import { expect, test } from './story'
import { type Car, newCar } from './workshop'

/** A part that is there, and has a price. */
async function stocked(boss: Colleague) {
  const part = await boss.newPart()
  await boss.prices(part, { retailPrice: '30' })
  await boss.stock(part, '10')
  return part
}

/** An oil change for 60.00 of work and 30.00 of oil. */
async function oilChange(boss: Colleague) {
  const { rows: types } = await boss.call(listWorkerTypes)
  const code = `B${fresh().slice(0, 4)}`
  const { partId } = await stocked(boss)
  const name = `换机油${code}`
  const { id: serviceItemId } = await boss.call(serviceItemRoutes.save, {
    body: {
      code,
      name,
      workerTypeId: types[0]?.id ?? 0,
      pricingMode: 'fixed',
      fixedPrice: '60',
      parts: [{ partId, qty: '1' }],
    },
  })
  return { code, name, partId, serviceItemId }
}

/** A card of the car's owner with 100.00 on it, and a package of ten oil changes with their oil. */
async function cardWithPackage(boss: Colleague, { partnerId }: Car, { serviceItemId, partId, name }: OilChange) {
  const code = fresh()
  const packageName = `套餐${name}`
  const lines = [
    { serviceItemId, times: '10', listPrice: '60' },
    { partId, times: '10', listPrice: '30' },
  ]
  const body = { code: `P${code}`, name: packageName, salePrice: '800', activate: true, lines }
  await boss.call(cardPackageRoutes.save, { body })
  await boss.call(cardTypeRoutes.save, { body: { code: `T${code}`, name: `金卡${code}`, kind: 'stored' } })
  const { rows: types } = await boss.call(listCardTypes)
  const cardTypeId = types.find((row) => row.code === `T${code}`)?.id ?? 0
  const { rows: packages } = await boss.call(searchCardPackages, { query: { q: packageName } })
  const { rows: accounts } = await boss.call(accountRoutes.list, { query: { page: 1, rows: 100, active: 'true' } })
  const paid = (amount: string) => [{ storeAccountId: accounts.find(({ kind }) => kind === 'cash')?.id ?? 0, amount }]
  const cardNo = `K${code}`
  const approve = { name: 'approve' as const }
  const header = { bizDate: today(), purpose: 'open' as const, partnerId, cardTypeId, cardNo, principalChange: '100' }
  const { document } = await boss.call(cardVoucher.routes.save, {
    body: { header, tenders: paid('100'), action: approve },
  })
  const cardId = document?.header.cardId ?? 0
  const sale = { bizDate: today(), purpose: 'package_sale' as const, partnerId, cardId }
  await boss.call(cardVoucher.routes.save, {
    body: { header: { ...sale, cardPackageId: packages[0]?.id ?? 0 }, tenders: paid('800'), action: approve },
  })
  return { cardNo, cardId, packageName }
}
type OilChange = Awaited<ReturnType<typeof oilChange>>

/** The number of a coupon of 15.00 for whoever brings it. */
async function coupon(boss: Colleague): Promise<string> {
  const batch = { name: '来店立减', face: '15', validDays: 30, qty: 1 }
  const { id: batchId } = await boss.call(saveCouponBatch, { body: batch })
  const { coupons } = await boss.call(issueCoupons, { body: { batchId, qty: 1 } })
  return coupons[0]?.couponNo ?? ''
}

const here = (page: Page) => page.locator('section.page:visible')

test('快修：报车牌后十二下按键内做完一单换机油，收现金', async ({ desk, boss }) => {
  const { page } = desk
  const car = await newCar(boss)
  const { code, name } = await oilChange(boss)
  await desk.enter('boss01', '/fastRepair')
  await expect(page.getByRole('combobox', { name: '车辆' })).toBeFocused()
  await page.keyboard.type(car.plate)
  await expect(page.getByRole('option', { name: car.plate })).toBeVisible()
  await page.keyboard.press('Enter')
  const entry = page.getByRole('combobox', { name: '项目或商品' })
  await expect(entry).toBeFocused()

  let strokes = 0
  const press = async (key: string) => {
    strokes += 1
    await page.keyboard.press(key)
  }
  for (const sign of code) await press(sign)
  await expect(page.getByRole('option', { name })).toBeVisible()
  await press('Enter')
  await expect(here(page).getByRole('list', { name: '明细' }).getByRole('listitem')).toHaveCount(2)
  await press('F9')
  await expect(page.getByRole('dialog', { name: /客户应付/ })).toBeVisible()
  await press('F1')
  await press('Enter')
  const done = page.getByRole('dialog', { name: '结算完成' })
  await expect(done).toBeVisible()
  expect(strokes).toBeLessThanOrEqual(12)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: '车辆' })).toBeFocused()
  const { rows } = await boss.call(workOrder.routes.list, { query: { vehicleId: car.id } })
  expect(rows.map(({ state, orderKind }) => [state, orderKind])).toEqual([['settled', 'fast']])
})

test('快修：点过空白处，按键照样挂单取单；没结的单不会被取单顶掉，关页签先问', async ({ desk, boss }) => {
  const { page } = desk
  const car = await newCar(boss)
  const { code, name } = await oilChange(boss)
  await desk.enter('boss01', '/fastRepair')
  const who = page.getByRole('combobox', { name: '车辆' })
  await expect(who).toBeFocused()
  await page.keyboard.type(car.plate)
  await expect(page.getByRole('option', { name: car.plate })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: '项目或商品' })).toBeFocused()
  await page.keyboard.type(code)
  await expect(page.getByRole('option', { name })).toBeVisible()
  await page.keyboard.press('Enter')
  const lines = here(page).getByRole('list', { name: '明细' }).getByRole('listitem')
  await expect(lines).toHaveCount(2)

  await desk.shell.closesTab('快修快保')
  await desk.shell.dialog('有未保存的内容').getByRole('button', { name: '继续编辑' }).click()
  await expect(lines).toHaveCount(2)

  const press = async (key: string) => {
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    await page.keyboard.press(key)
  }
  await press('F7')
  await expect(page.getByText('本单还有明细，请先挂单或清空，再取单')).toBeVisible()
  await press('F8')
  await expect(page.getByText(/^已挂单 /)).toBeVisible()
  await expect(lines).toHaveCount(0)
  await press('F7')
  const held = page.getByRole('dialog', { name: '取单' })
  await held.getByRole('button', { name: car.plate }).click()
  await expect(lines).toHaveCount(2)
  await expect(who).toHaveValue(car.plate)
})

test('快修：套餐抵扣一单换机油，报车牌后七下按键，无需收款；开错了当场整单撤销', async ({ desk, boss }) => {
  const { page } = desk
  const car = await newCar(boss)
  const change = await oilChange(boss)
  const { packageName } = await cardWithPackage(boss, car, change)
  await desk.enter('boss01', '/fastRepair')
  await expect(page.getByRole('combobox', { name: '车辆' })).toBeFocused()
  await page.keyboard.type(car.plate)
  await expect(page.getByRole('option', { name: car.plate })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: '项目或商品' })).toBeFocused()

  let strokes = 0
  const press = async (key: string) => {
    strokes += 1
    await page.keyboard.press(key)
  }
  for (const sign of change.code) await press(sign)
  await expect(page.getByRole('option', { name: change.name })).toBeVisible()
  await press('Enter')
  const cover = page.getByRole('combobox', { name: `${change.name}套餐` })
  await expect(cover).toHaveValue('auto')
  await expect(cover).toContainText(`套餐 ${packageName} 本次后余 9 次`)
  const sums = page.getByRole('status', { name: '合计' })
  await expect(sums).toContainText('套餐 -90.00')
  await expect(sums).toContainText('应收 0.00')
  await press('F9')
  await expect(page.getByRole('dialog', { name: '结算完成' })).toBeVisible()
  expect(strokes).toBeLessThanOrEqual(12)
  await page.keyboard.press('Enter')

  const left = async () => {
    const query = { partnerId: car.partnerId, vehicleId: car.id }
    const { packageItems } = await boss.call(fastOrder.known, { query })
    return packageItems.map(({ timesLeft }) => timesLeft)
  }
  expect(await left()).toEqual(['9.0000', '9.0000'])
  await page.getByRole('group', { name: '上一单' }).getByRole('button', { name: '整单撤销' }).click()
  const undo = page.getByRole('dialog', { name: /整单撤销/ })
  await undo.getByRole('textbox').fill('开错车')
  await undo.getByRole('button', { name: '整单撤销' }).click()
  await expect(page.getByText(/已整单撤销/)).toBeVisible()
  expect(await left()).toEqual(['10.0000', '10.0000'])
})

test('快修：刷会员卡找到客户和车，加上客人带来的券，输错两次支付密码后用这张卡付款；用过的券不能再用', async ({
  desk,
  boss,
}) => {
  const { page } = desk
  const car = await newCar(boss)
  const change = await oilChange(boss)
  const { cardNo, cardId } = await cardWithPackage(boss, car, change)
  await boss.call(cardRoutes.setPin, { params: { id: cardId }, body: { pin: '482913' } })
  const couponNo = await coupon(boss)
  await desk.enter('boss01', '/fastRepair')
  const who = page.getByRole('combobox', { name: '车辆' })
  await expect(who).toBeFocused()
  // A scanner types fast, and ends with Enter.
  await page.keyboard.insertText(cardNo)
  await page.keyboard.press('Enter')
  await expect(who).toHaveValue(car.plate)
  const entry = page.getByRole('combobox', { name: '项目或商品' })
  await expect(entry).toBeFocused()
  await page.keyboard.type(change.code)
  await expect(page.getByRole('option', { name: change.name })).toBeVisible()
  await page.keyboard.press('Enter')
  const sums = page.getByRole('status', { name: '合计' })
  await expect(sums).toContainText('应收 0.00')
  await page.getByRole('combobox', { name: `${change.name}套餐` }).selectOption('不用套餐')
  await expect(sums).toContainText('应收 60.00')

  const coupons = page.getByRole('group', { name: '代金券' })
  const number = coupons.getByLabel('代金券号')
  await number.fill('000000000001')
  await number.press('Enter')
  await expect(coupons.getByRole('alert')).toHaveText('代金券 000000000001 不存在，或不能在本店给该客户使用')
  await number.fill(couponNo)
  await number.press('Enter')
  await expect(coupons.getByRole('button', { name: '来店立减 15.00' })).toHaveAttribute('aria-pressed', 'true')
  await expect(sums).toContainText('代金券 -15.00')
  await expect(sums).toContainText('应收 45.00')

  const pay = page.getByRole('dialog', { name: /客户应付/ })
  const pin = pay.getByLabel(`${cardNo}支付密码`)
  await page.keyboard.press('F9')
  // What was typed stays for the next try, but for the code.
  for (const [typed, said] of [
    ['111111', '还可以输入4次'],
    ['222222', '还可以输入3次'],
  ] as const) {
    await expect(pay.getByLabel(`${cardNo}抵扣`)).toHaveValue('45.00')
    await expect(pin).toHaveValue('')
    await expect(pin).toBeFocused()
    await page.keyboard.type(typed)
    await page.keyboard.press('Enter')
    await expect(pay.getByRole('alert')).toHaveText(`会员卡 ${cardNo} 支付密码不正确，${said}`)
  }
  await expect(pin).toBeFocused()
  await expect(pin).toHaveAttribute('type', 'password')
  await expect(pin).toHaveValue('')
  await page.keyboard.type('482913')
  await expect(page.getByText('482913')).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: '结算完成' })).toContainText('45.00')

  await page.keyboard.press('Enter')
  await expect(who).toBeFocused()
  await page.keyboard.insertText(cardNo)
  await page.keyboard.press('Enter')
  await expect(entry).toBeFocused()
  await page.keyboard.type(change.code)
  await expect(page.getByRole('option', { name: change.name })).toBeVisible()
  await page.keyboard.press('Enter')
  await number.fill(couponNo)
  await number.press('Enter')
  await expect(coupons.getByRole('alert')).toContainText('已使用')
})

for (const [place, viewport] of [
  ['平板', { width: 1024, height: 768 }],
  ['手机', { width: 390, height: 844 }],
] as const)
  test.describe(`套餐，手指在${place}上`, () => {
    test.use({ viewport, hasTouch: true })
    test(`快修：点着用套餐做完一单，套餐和应收都在眼前（${place}）`, async ({ desk, boss }) => {
      const { page } = desk
      const car = await newCar(boss)
      const change = await oilChange(boss)
      await cardWithPackage(boss, car, change)
      await desk.enter('boss01', '/fastRepair')
      const who = page.getByRole('combobox', { name: '车辆' })
      await who.tap()
      await who.fill(car.plate)
      await page.getByRole('option', { name: car.plate }).tap()
      const entry = page.getByRole('combobox', { name: '项目或商品' })
      await entry.tap()
      await entry.fill(change.code)
      await page.getByRole('option', { name: change.name }).tap()
      await expect(page.getByRole('combobox', { name: `${change.name}套餐` })).toBeInViewport({ ratio: 1 })
      await expect(page.getByRole('status', { name: '合计' })).toBeInViewport({ ratio: 1 })
      await expect(page.getByRole('status', { name: '合计' })).toContainText('应收 0.00')
      const settle = page.getByRole('button', { name: /结算收款/ })
      await expect(settle).toBeInViewport({ ratio: 1 })
      if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/fast-${viewport.width}.png` })
      await settle.tap()
      await expect(page.getByRole('dialog', { name: '结算完成' })).toBeVisible()
    })
  })

test.describe('手指在平板上', () => {
  test.use({ viewport: { width: 1024, height: 768 }, hasTouch: true })
  test('商品：散客买一件，点着卖完，再打小票，当天整单撤销', async ({ desk, boss }) => {
    const { page } = desk
    const part = await stocked(boss)
    await desk.enter('boss01', '/repairGoodsTrade')
    await page.getByRole('button', { name: '散客' }).tap()
    const entry = page.getByRole('combobox', { name: '商品' })
    await entry.tap()
    await entry.fill(part.partCode)
    await page.getByRole('option', { name: part.partCode }).tap()
    await page.getByRole('button', { name: /数量加一/ }).tap()
    await expect(page.getByRole('status', { name: '合计' })).toContainText('应收')
    await page.getByRole('button', { name: /结算收款/ }).tap()
    const pay = page.getByRole('dialog', { name: /客户应付/ })
    await pay
      .getByRole('button', { name: /^(收|F1)$/ })
      .first()
      .tap()
    await pay.getByRole('button', { name: '结算', exact: true }).tap()
    const done = page.getByRole('dialog', { name: '结算完成' })
    await done.getByRole('button', { name: '打印小票' }).tap()
    await expect(page.getByRole('dialog', { name: /打印小票/ })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('tab', { name: '销售单' }).tap()
    await expect(here(page).getByRole('cell', { name: '零散客户' }).first()).toBeVisible()
    const sold = here(page).getByRole('row', { name: part.partName })
    await sold.getByRole('button', { name: '更多' }).tap()
    await page.getByRole('menuitem', { name: '整单撤销' }).tap()
    const undo = page.getByRole('dialog', { name: /整单撤销/ })
    await undo.getByRole('textbox').fill('不要了')
    await undo.getByRole('button', { name: '整单撤销' }).tap()
    await expect(sold).toContainText('已取消')
    await expect(sold.getByRole('cell').first()).toHaveCSS('text-decoration-line', 'line-through')
  })
})
