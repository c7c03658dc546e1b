import { fastOrder } from '@chepu/contract/repair/fast-order'
import type { DataOf } from '@chepu/contract/kernel/route'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw, server } from '../../../test/page'
import { later, Refused } from '../../../test/server'
import { choices } from '../../kit/base/underway'
import { blankCounter, type Customer } from './counter'
import { CouponNumber } from './coupon-number'

type Coupon = DataOf<typeof fastOrder.coupon>
const coupon = (couponNo: string): Coupon => ({
  couponNo,
  batchName: '满减券',
  face: '20.00',
  threshold: '0.00',
  scope: 'all',
  isStackable: true,
  validTo: '2099-12-31',
  problem: null,
})

const customer: Customer = {
  partnerId: 6,
  partnerName: '车主甲',
  mobile: '',
  vehicleId: null,
  plate: '',
  vin: '',
  carName: '',
  lastMileage: null,
}

/** The field of a counter, and the numbers that are ticked there. */
function Place() {
  const [state, setState] = useState({ ...blankCounter, customer })
  return (
    <>
      <CouponNumber counter={{ setState: setState as never }} partnerId={6} />
      <output>{state.couponNos.join('、')}</output>
    </>
  )
}

const field = () => page.getByLabelText('代金券号')
const ticked = () => page.getByRole('status')

test('coupons are scanned one after another, however late they are found; what is not good comes back', async () => {
  const first = later<Coupon>()
  server.on(fastOrder.coupon, ({ body }) => (body.couponNo === '100000000001' ? first.answer : coupon(body.couponNo)))
  draw(<Place />)
  await field().click()
  await userEvent.keyboard('100000000001{Enter}1000000')
  const step = choices.over().then(() => ticked().element().textContent)
  first.give(coupon('100000000001'))
  expect(await step).toBe('100000000001')
  await userEvent.keyboard('00002')
  await expect.element(field()).toHaveValue('100000000002')
  await userEvent.keyboard('{Enter}')
  await expect.element(ticked()).toHaveTextContent('100000000001、100000000002')
  await expect.element(field()).toHaveValue('')

  server.on(fastOrder.coupon, () => {
    throw new Refused('refusal', '代金券 999 不存在')
  })
  await userEvent.keyboard('999{Enter}')
  await expect.element(page.getByRole('alert')).toHaveTextContent('代金券 999 不存在')
  await expect.element(field()).toHaveValue('999')
  await userEvent.keyboard('8')
  await expect.element(field()).toHaveValue('8')
})

test('a number that is refused while the next one is typed is told, and leaves that alone', async () => {
  const first = later<Coupon>()
  server.on(fastOrder.coupon, () => first.answer)
  draw(<Place />)
  await field().click()
  await userEvent.keyboard('100000000001{Enter}1000')
  first.give({ ...coupon('100000000001'), problem: '已过期' })
  await expect.element(page.getByText('100000000001：已过期')).toBeVisible()
  await expect.element(field()).toHaveValue('1000')
})
