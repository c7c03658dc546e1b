import { partnerRoutes } from '@chepu/contract/customers/partner'
import { partnerRoles } from '@chepu/contract/kernel/partner-roles'
import { picking } from '@chepu/contract/picking/picking'
import { repairSettlement } from '@chepu/contract/repair/settlement'
import { workOrder } from '@chepu/contract/repair/work-order'
import { oldParts } from '@chepu/contract/warranty/old-part'
import { policyRoutes } from '@chepu/contract/warranty/policy'
import { warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import type { Page } from '@playwright/test'
import { Colleague, fresh, today } from './api'
import { faults } from './axe'
import { Scanner } from './pages/scanner'
import { type Desk, expect, test } from './story'
import { completes, confirmedOrder, newCar } from './workshop'

const photo = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/**
 * A part that failed in the car of the customer who had bought it, repaired at the expense of its maker: work for 600.00 and the part
 * for 400.00. The settlement of the order has made the draft of the bill.
 */
async function billedRepair(manager: Colleague, photos: readonly string[] = []) {
  const maker = `测试厂家${fresh()}`
  const partner = { kind: 'unit' as const, cusFlag: partnerRoles.manufacturer, name: maker }
  const { id: makerId } = (await manager.call(partnerRoutes.save, { body: partner })) as { id: number }
  const part = await manager.newPart({ name: `发电机${fresh()}` })
  await manager.stock(part, '2', '300')
  const terms = { validFrom: today(), months: 12, labourRate: '100', outingRate: '3', claimDays: 30, photos }
  const covers = { name: '发电机三包', manufacturerId: makerId, scope: 'part', partId: part.partId }
  const policy = { ...covers, terms: [{ ...terms, returnsOldParts: true }] }
  await manager.call(policyRoutes.save, { body: policy as never })
  const car = await newCar(manager)
  await manager.delivers({ id: car.partnerId } as never, [{ part, qty: '1', price: '450' }])

  const paid = { payer: 'warranty' as const, payerPartnerId: makerId, taxRate: '0.13' }
  const order = await confirmedOrder(manager, car, {
    labour: [{ name: '更换发电机', price: '600', ...paid }],
    materials: [{ partId: part.partId, qty: '1', price: '400', labourNo: 1, ...paid }],
  })
  const { materials } = await manager.call(workOrder.routes.read, { params: { id: order.id } })
  const lines = materials.map(({ id, partId, qty }) => ({ workOrderLineId: id, partId, qty }))
  const issued = { bizDate: today(), warehouseId: await manager.warehouse(), workOrderId: order.id }
  await manager.call(picking.routes.save, { body: { header: issued, lines, action: { name: 'approve' } } as never })
  await completes(manager, order.id)
  const settled = { bizDate: today(), partnerId: car.partnerId, vehicleId: car.id, workOrderId: order.id }
  const settle = { name: 'settle', input: { tenders: [] } }
  await manager.call(repairSettlement.routes.save, { body: { header: settled, action: settle } as never })
  const query = { manufacturerId: makerId } as never
  const { rows } = await manager.call(warrantyBill.routes.list, { query })
  return { maker, makerId, part, car, billId: rows[0]?.id ?? 0, billNo: rows[0]?.billNo ?? '' }
}
type Repair = Awaited<ReturnType<typeof billedRepair>>

test('三包：开单、打签、索赔、返厂、厂家少认一行、带扣款结算、收款，每一步的金额都对得上', async ({
  desk,
  secondDesk,
  baseURL,
}) => {
  const manager = await Colleague.signIn(baseURL ?? '', 'manager01')
  const repair = await billedRepair(manager, ['铭牌照', '故障件照'])
  await desk.page.addInitScript(() => (window.print = () => undefined))
  await desk.enter('warranty02', '/threePackage')
  await claimsBill(desk, repair, manager)
  await manager.leaves()
  const tagNo = await printsLabel(desk, repair)
  await sendsClaim(desk, repair)
  await sendsOldPart(desk, tagNo, repair)
  await entersAnswer(desk, repair)
  await secondDesk.enter('cash02', '/claims')
  await settlesAndCollects(secondDesk, repair)

  await desk.page.goto(`/threeByBill?billNo=${repair.billNo}`)
  const row = desk.list.row(repair.billNo)
  await expect(row).toHaveCount(1)
  const heads = await desk.list.heads()
  const cell = (title: string) => row.locator('td').nth(heads.findIndex((head) => head.trim() === title))
  for (const [title, amount] of [
    ['申报', '1,120.00'],
    ['确认', '970.00'],
    ['驳回', '150.00'],
    ['扣款', '20.00'],
    ['回款', '950.00'],
    ['未结', '0.00'],
  ] as const)
    await expect(cell(title)).toHaveText(amount)
})

/** What is done with ticked rows. */
const tool = (list: Desk['list'], name: string) =>
  list.here().getByRole('toolbar', { name: '列表操作' }).getByRole('button', { name, exact: true })

/** Completes the draft of the settlement, which the manager approves: 600.00, 400.00, and 40 km at 3.00. */
async function claimsBill({ page, list, editor, shell }: Desk, repair: Repair, manager: Colleague): Promise<void> {
  const { billId, billNo, car } = repair
  await (await list.finds(billNo)).dblclick()
  await editor.isState('草稿')
  await expect(editor.field('里程')).toHaveValue('31000')
  await editor.field('故障描述').fill('仪表充电灯常亮，不发电')
  await editor.field('核对VIN').fill(car.vin.toLowerCase())
  await editor.field('购车日期').fill(today())
  await page.keyboard.press('Enter')
  const check = editor.here().getByLabel('三包检查')
  await expect(check).toContainText('在保：至')
  await expect(check).toContainText('VIN已核对')
  // From the header to 工时, 材料, 费用.
  for (const _ of ['工时', '材料', '费用']) await page.keyboard.press('F6')
  await page.keyboard.type('外出费')
  await page.keyboard.press('Enter')
  await page.keyboard.type('40')
  await page.keyboard.press('Enter')
  await expect(editor.totals()).toHaveText(/工时费 600\.00.*材料费 400\.00.*外出费 120\.00.*申报额 1,120\.00/)
  await editor.button('提交').click()
  await expect(editor.notice()).toContainText(/铭牌照.*故障件照/)
  for (const name of ['铭牌照', '故障件照']) {
    const file = { name: 'IMG_0001.png', mimeType: 'image/png', buffer: photo }
    await editor.here().getByLabel(`选择${name}`).setInputFiles(file)
    await expect(editor.here().getByRole('button', { name: `放大 ${name}` })).toBeVisible()
  }
  expect(await faults(page)).toEqual([])
  await editor.button('提交').click()
  await editor.isState('待审核')
  await expect(editor.button('审核')).toHaveCount(0)
  const { version } = (await manager.call(warrantyBill.routes.read, { params: { id: billId } })).header
  await manager.call(warrantyBill.routes.act, { params: { id: billId, action: 'approve' }, body: { version } })
  await page.reload()
  await editor.isState('已审核')
  await shell.closesOthers()
}

/** Prints the label of the part that came off the car; answers its number. */
async function printsLabel({ page, list, shell }: Desk, { billNo }: Repair): Promise<string> {
  await shell.goes(`/oldPart?billNo=${billNo}`)
  const row = list.row(billNo)
  await expect(row).toContainText('在库')
  const tagNo = /JJ\d+/.exec(await row.innerText())?.[0] ?? ''
  await row.getByRole('checkbox').check()
  await tool(list, '打印标签').click()
  const label = page.locator('iframe.kit-print-hidden').last().contentFrame().locator('.label')
  await expect(label).toHaveCount(1)
  await expect(label).toContainText(tagNo)
  return tagNo
}

async function sendsClaim({ page, editor, shell }: Desk, { maker, billNo }: Repair): Promise<void> {
  await shell.goes('/claim?new=1')
  await editor.isReady()
  await editor.picks('厂家', maker)
  await editor.here().getByRole('button', { name: '选三包单' }).click()
  const choice = shell.dialog('选三包单')
  await expect(choice.getByRole('row', { name: billNo })).toContainText('1,120.00')
  await choice.getByRole('button', { name: '加入 1 张' }).click()
  await expect(editor.totals()).toHaveText('申报额 1,120.00')
  await editor.button('标记已发送').click()
  await shell.dialog('标记已发送').getByLabel('厂家受理号').fill(`SL${fresh()}`)
  await page.keyboard.press('Enter')
  await editor.isState('已发送')
}

/** Packs the part by its label, and ships it. */
async function sendsOldPart({ page, editor, shell }: Desk, tagNo: string, { maker }: Repair): Promise<void> {
  await shell.goes('/oldPartReturn?new=1')
  await editor.isReady()
  const scanner = await Scanner.of(page)
  await scanner.scans(tagNo)
  await expect(editor.here().getByRole('table', { name: '旧件明细' })).toContainText(tagNo)
  await expect(editor.field('厂家')).toHaveValue(maker)
  await editor.button('装箱').click()
  await editor.isState('已装箱')
  await editor.button('发出').click()
  const shipping = shell.dialog('发出')
  await shipping.getByRole('combobox', { name: '物流公司' }).fill('物流')
  await shipping.getByRole('option').first().click()
  await shipping.getByLabel('运单号').fill(`YD${fresh()}`)
  await page.keyboard.press('Enter')
  await editor.isState('已发出')
  await expect(editor.button('撤销结果')).toHaveCount(0)
}

/** He agrees to 250.00 for the part, and to all else. */
async function entersAnswer({ page, list, editor, shell }: Desk, { maker, billNo }: Repair): Promise<void> {
  await shell.goes(`/confirm?billNo=${billNo}`)
  await list.row(billNo).first().getByRole('button', { name: '录入' }).click()
  const lines = editor.here().getByRole('table', { name: '确认明细' })
  await expect(lines.getByRole('row', { name: billNo })).toHaveCount(3)
  await lines.getByLabel(`${billNo} 第2行确认金额`).fill('250')
  await page.keyboard.press('Enter')
  await page.keyboard.type('按厂家统一价')
  await expect(lines.getByRole('row', { name: billNo }).nth(1)).toContainText(/-150\.00.*调整/)
  await expect(editor.totals()).toHaveText(/申报额 1,120\.00.*确认额 970\.00/)
  expect(await faults(page)).toEqual([])
  await page.keyboard.press('F9')
  const question = shell.dialog(/^确认：厂家确认单/)
  await expect(question.getByRole('row', { name: maker })).toContainText('-150.00')
  await question.getByRole('button', { name: '确认', exact: true }).click()
  await editor.isState('已确认')
}

/** 970.00 less 20.00 that he keeps back; the cashier collects the rest. */
async function settlesAndCollects({ page, list, editor, shell }: Desk, { billNo }: Repair): Promise<void> {
  const bill = await list.finds(billNo)
  await expect(bill).toContainText(/待结算/)
  await bill.getByRole('checkbox').check()
  await tool(list, '生成三包结算').click()
  await expect(editor.here().getByRole('table', { name: '三包单明细' })).toContainText(billNo)
  await editor.here().getByRole('button', { name: '加扣款' }).click()
  await editor.here().getByRole('combobox', { name: '扣款第1行类型' }).click()
  await page.locator('.ant-select-dropdown:visible').getByTitle('抽检扣款').click()
  await editor.here().getByLabel('扣款第1行金额').fill('20')
  await editor.here().getByLabel('扣款第1行原因').fill('抽检不合格')
  await expect(editor.totals()).toHaveText(/确认额 970\.00.*扣款 20\.00.*应收 950\.00/)
  expect(await faults(page)).toEqual([])
  await editor.button('结算').click()
  await shell.dialog('三包结算').getByRole('button', { name: '结算' }).click()
  await editor.isState('已结算')
  const settlementNo = await editor.number().innerText()

  await page.goto('/claims')
  const owed = await list.finds(settlementNo)
  await expect(owed).toContainText(/待收款/)
  await expect(owed).toContainText('950.00')
  await owed.getByRole('checkbox').check()
  await tool(list, '收款').click()
  await expect(editor.here().getByRole('row', { name: settlementNo }).getByRole('checkbox')).toBeChecked()
  await editor.here().getByRole('button', { name: '按核销额填入' }).click()
  await editor.button('审核').click()
  await editor.isState('已完成')
  await expect(editor.totals()).toContainText('950.00')
}

test('手机上：旧件库输标签号看旧件走到哪一步，三包单列表和单据不用左右拖', async ({ desk, baseURL }) => {
  const manager = await Colleague.signIn(baseURL ?? '', 'manager01')
  const { car, billId, billNo, part } = await billedRepair(manager)
  const { header, labour, materials } = await manager.call(warrantyBill.routes.read, { params: { id: billId } })
  const said = { invoicedOn: today(), checkedVin: car.vin, complaint: '不发电' }
  const { id, version } = header
  const body = { id, version, header: { ...header, ...said }, labour, materials, action: { name: 'approve' } }
  await manager.call(warrantyBill.routes.save, { body: body as never })
  const { rows } = await manager.call(oldParts.list, { query: { billNo } as never })
  const tagNo = rows[0]?.tagNo ?? ''
  await manager.leaves()

  const { page, list, editor } = desk
  await page.setViewportSize({ width: 390, height: 844 })
  await desk.enter('warranty02', '/oldPart')
  const scanned = list.here().getByLabel('扫旧件标签')
  await scanned.fill(tagNo)
  await scanned.press('Enter')
  const found = page.getByRole('dialog', { name: `旧件 ${tagNo}` })
  await expect(found).toContainText(part.partName)
  await expect(found.getByRole('listitem')).toContainText(['在库'])
  await fits(page)
  expect(await faults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await fits(page)

  await page.goto('/threePackage')
  const card = list.here().getByRole('article').filter({ hasText: billNo })
  await expect(card).toContainText('1,000.00')
  await fits(page)
  await card.getByRole('button', { name: billNo }).click()
  await editor.isState('已审核')
  await expect(editor.totals()).toContainText('申报额 1,000.00')
  await expect(editor.here().getByLabel('三包检查')).toContainText('VIN已核对')
  await expect(editor.here().getByRole('article', { name: '第1行' }).filter({ hasText: part.partCode })).toBeVisible()
  await fits(page)

  await page.goto(`/claims?billNo=${billNo}`)
  await expect(list.here().getByRole('article')).toContainText('待确认')
  // The tab and the search box are no filters that somebody could forget.
  await expect(list.here().getByRole('button', { name: '筛选', exact: true })).toBeVisible()
  await fits(page)
})

/** Nothing is wider than the screen. */
async function fits(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
}
