import { carInfoRoute, type CarInfo } from '@chepu/contract/customers/car-info'
import { lookUpVin } from '@chepu/contract/basics/vin-rule'
import { vehicleRoutes } from '@chepu/contract/customers/vehicle'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw, server } from '../../test/page'
import { VehicleBox } from './vehicle-field'

const car: CarInfo = {
  id: 7,
  version: 1,
  plate: '鄂A12345',
  vin: 'LSVAA4187H2123456',
  engineNo: '',
  carName: '大众 朗逸',
  seriesId: 3,
  modelId: null,
  carTypeId: 1,
  carTypeName: '轿车',
  colorName: null,
  usage: 'private',
  partnerId: 5,
  partnerName: '王小明',
  partnerMobile: '13900001111',
  driverName: '',
  driverMobile: '',
  mileage: '85000.0000',
  mileageOn: '2026-10-01',
  avgDailyKm: null,
  invoicedOn: null,
  insurerId: null,
  compulsoryExpiresOn: null,
  commercialExpiresOn: null,
  inspectionExpiresOn: null,
  nextMaintenanceOn: null,
  nextMaintenanceKm: null,
  remark: '',
  isActive: true,
}

/** The box, what it asks for, and what it answers. */
function openBox(found: (q: string) => CarInfo[]) {
  const seen: { asked: string[]; chosen: number[] } = { asked: [], chosen: [] }
  function Form() {
    const [chosen, setChosen] = useState<CarInfo>()
    return (
      <VehicleBox
        car={chosen}
        onChange={(next) => {
          if (next) seen.chosen.push(next.id)
          setChosen(next)
        }}
      />
    )
  }
  server.on(carInfoRoute, ({ query: { q = '', id } }) => {
    seen.asked.push(q)
    return { rows: id === undefined ? found(q) : [{ ...car, id: 9, plate: '鄂B00001' }], more: false }
  })
  draw(<Form />)
  return seen
}

const box = () => page.getByRole('combobox', { name: '车辆', exact: true })

test('shows model, owner and kilometres of what is found, and takes the only one on Enter', async () => {
  const seen = openBox((q) => (q === '345' ? [car] : []))
  await box().fill('345')
  await expect.element(page.getByRole('option')).toHaveTextContent('鄂A12345大众 朗逸 王小明 13900001111 85000公里')
  await userEvent.keyboard('{Enter}')
  await expect.element(box()).toHaveValue('鄂A12345')
  expect(seen.chosen).toEqual([7])
})

test('a whole VIN from a scanner takes its car before the list has come', async () => {
  const seen = openBox((q) => (q === 'LSVAA4187H2123456' ? [car] : []))
  await box().click()
  await userEvent.keyboard('LSVAA4187H2123456{Enter}')
  await expect.element(box()).toHaveValue('鄂A12345')
  expect(seen.chosen).toEqual([7])
})

test('registers what is not found with what was typed, and takes it', async () => {
  const seen = openBox(() => [])
  server.on(lookUpVin, () => ({
    prefix: null,
    seriesId: null,
    modelId: null,
    carName: '',
    carType: '',
    year: null,
    models: [],
  }))
  const sent: unknown[] = []
  server.on(vehicleRoutes.quick, ({ body }) => {
    sent.push(body)
    return { id: 9, version: 1, partnerId: 6, warnings: [] }
  })
  await box().fill('鄂b·00001')
  await page.getByRole('option', { name: '新车登记' }).click()
  await expect.element(page.getByRole('textbox', { name: '车牌' })).toHaveValue('鄂B00001')
  await page.getByRole('textbox', { name: 'VIN' }).fill('1M8GDM9A1KP042788')
  await expect.element(page.getByText('校验位不符')).toBeVisible()
  await page.getByRole('button', { name: '登记', exact: true }).click()
  await expect.element(page.getByText('请选择车主，或填写新客户')).toBeVisible()
  await page.getByRole('textbox', { name: '新客户名称' }).fill('赵六')
  await page.getByRole('textbox', { name: '新客户手机' }).fill('13900005555')
  await page.getByRole('button', { name: '登记', exact: true }).click()
  await expect.element(box()).toHaveValue('鄂B00001')
  expect(sent).toMatchObject([
    {
      plate: '鄂B00001',
      vin: '1M8GDM9A1KP042788',
      partnerId: null,
      customerName: '赵六',
      customerMobile: '13900005555',
    },
  ])
  expect(seen.chosen).toEqual([9])
})
