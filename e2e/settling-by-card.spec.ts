import { vehicleRoutes } from '@chepu/contract/customers/vehicle'
import { repairSettlement } from '@chepu/contract/repair/settlement'
import { today } from './api'
import { buysPackage, newMember, newService } from './members'
import { PrintPreview } from './pages/print-preview'
import { expect, test } from './story'
import { completes, confirmedOrder, newCar } from './workshop'

test('用卡付的结算退单：钱回到卡上，退单小票和会员卡页都看得到余额', async ({ desk, boss }) => {
  const { page, editor, list } = desk
  const car = await newCar(boss)
  const card = await newMember(boss, car, '300')
  const order = await confirmedOrder(boss, car, { labour: [{ name: '更换水泵', price: '310' }] })
  await completes(boss, order.id)
  const header = { bizDate: today(), partnerId: car.partnerId, vehicleId: car.id, workOrderId: order.id }
  const action = { name: 'settle', input: { cards: [{ cardId: card.id, amount: '310' }] } }
  const settled = await boss.call(repairSettlement.routes.save, { body: { header, action } as never })

  await desk.enter('boss01', `/costSettlement?id=${settled.id}`)
  await editor.button('打印').click()
  const preview = new PrintPreview(page)
  await preview.chooses('80mm 小票')
  await expect(preview.sheets).toContainText(
    `****${card.cardNo.slice(-4)}：本金 -300.00，余 0.00；赠金 -10.00，余 20.00`,
  )
  await preview.dialog.getByRole('button', { name: '关闭' }).last().click()

  await editor.button('退单').click()
  await editor.here().getByRole('button', { name: '全退' }).click()
  await editor.field('退单原因').fill('客户不满意')
  await expect(editor.here().getByLabel('退款去向')).toContainText('300.00')
  await editor.button('审核').click()
  await editor.isState('已完成')
  await editor.button('打印').click()
  await expect(preview.sheets).toContainText(
    `****${card.cardNo.slice(-4)}：本金 +300.00，余 300.00；赠金 +10.00，余 30.00`,
  )
  await page.goto(`/card?q=${card.cardNo}`)
  await expect(list.row(card.cardNo)).toContainText('300.00')
  await expect(list.row(card.cardNo)).toContainText('30.00')
})

test('两个柜台同时用最后一次套餐：一个结成，另一个得知还剩几次', async ({ desk, secondDesk, boss }) => {
  const car = await newCar(boss)
  const plate = `京B${car.plate.slice(2)}`
  const { id } = await boss.call(vehicleRoutes.quick, { body: { plate, vin: '', partnerId: car.partnerId } })
  const wash = await newService(boss)
  await buysPackage(boss, await newMember(boss, car, '300'), wash, '1')
  const desks = [desk, secondDesk]
  for (const [i, vehicle] of [car, { ...car, id, plate, vin: '' }].entries()) {
    const order = await confirmedOrder(boss, vehicle, {
      labour: [{ name: wash.name, serviceItemId: wash.id, price: '60' }],
    })
    await completes(boss, order.id)
    const place = `/costSettlement?new=1&source=work_order&sourceId=${order.id}`
    await desks[i]?.enter('boss01', place)
  }
  for (const { editor } of desks) {
    await expect(editor.here().getByRole('checkbox', { name: `${wash.name} × 1` })).toBeChecked()
    await editor.button('结算').click()
  }
  const dialogs = desks.map(({ shell }) => shell.dialog('结算　客户应付 0.00'))
  for (const dialog of dialogs) await expect(dialog).toBeVisible()
  await Promise.all(dialogs.map((dialog) => dialog.getByRole('button', { name: '结算' }).click()))
  const outcomes = await Promise.all(
    desks.map(async ({ editor }) => {
      await expect(
        editor
          .here()
          .getByText(/^已结算$|剩余 0 次，需要 1 次/)
          .first(),
      ).toBeVisible()
      return (await editor.state().textContent()) ?? ''
    }),
  )
  expect(outcomes.toSorted()).toEqual(['已结算', '待结算'].toSorted())
})
