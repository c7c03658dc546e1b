import { searchPartners } from '@chepu/contract/basics/lookups'
import {
  type CouponBatchRow,
  couponBatches,
  couponButtons,
  type CouponRow,
  coupons,
  issueCoupons,
  saveCouponBatch,
  voidCoupons,
} from '@chepu/contract/cards/coupon'
import { readTableConfig } from '@chepu/contract/shell/config'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { draw, server } from '../../../test/page'
import { Coupons } from './coupons'

const batch: CouponBatchRow = {
  id: 7,
  version: 2,
  name: '保养满200减30',
  face: '30.00',
  threshold: '200.00',
  scope: 'all',
  validity: '领取后30天',
  isStackable: false,
  isCrossOrg: true,
  qty: 100,
  issued: 98,
  used: 5,
  expired: 1,
  state: 'active',
  remark: '',
  isActive: true,
  validFrom: null,
  validTo: null,
  validDays: 30,
}
const coupon = (id: number, more: Partial<CouponRow> = {}): CouponRow => ({
  id,
  couponNo: `12345678900${id}`,
  batchName: batch.name,
  face: '30.00',
  threshold: '200.00',
  scope: 'all',
  partnerName: null,
  validFrom: '2026-11-26',
  validTo: '2026-12-26',
  state: 'unused',
  usedBillNo: null,
  usedOn: null,
  usedById: null,
  issuedOn: '2026-11-26',
  isStackable: false,
  isCrossOrg: true,
  ...more,
})

beforeEach(() => {
  server.on(readTableConfig, () => ({ columns: [] }))
  server.on(couponBatches.list, () => ({ rows: [batch], more: false }))
  server.on(couponBatches.totals, () => ({ count: 1, sums: {} }))
  server.on(coupons.list, () => ({
    rows: [coupon(1), coupon(2, { state: 'used', usedBillNo: 'WJ01', usedById: 9, usedOn: '2026-11-27' })],
    more: false,
  }))
  server.on(coupons.totals, () => ({ count: 2, sums: { face: '60.00' } }))
})

const dialog = () => page.getByRole('dialog')
const row = (text: string) => page.getByRole('row').filter({ hasText: text })
const paper = async () => {
  const frame = page.getByTitle('打印预览')
  await expect.element(frame).toBeInTheDocument()
  return (frame.element() as HTMLIFrameElement).srcdoc
}

test('coupons of a batch are issued to customers who are found one by one, and stand on paper with their numbers', async () => {
  const customer = { id: 3, code: 'C3', name: '车主甲', cusFlag: 1, mobile: null }
  server.on(searchPartners, () => ({ rows: [customer], more: false }))
  server.on(issueCoupons, () => ({
    coupons: [
      { id: 1, couponNo: '123456789001', partnerName: '车主甲', validFrom: '2026-11-26', validTo: '2026-12-26' },
      { id: 2, couponNo: '123456789002', partnerName: '车主甲', validFrom: '2026-11-26', validTo: '2026-12-26' },
    ],
    left: 0,
  }))
  draw(<Coupons />)
  await row(batch.name).getByRole('button', { name: '发券' }).click()
  await expect.element(dialog()).toHaveTextContent('共发 1 张，此批次还可发 2 张')
  await dialog()
    .getByRole('textbox', { name: '客户' })
    .or(dialog().getByRole('combobox', { name: '客户' }))
    .fill('甲')
  await page.getByRole('option', { name: /车主甲/ }).click()
  await dialog().getByRole('textbox', { name: '张数' }).fill('2')
  await expect.element(dialog()).toHaveTextContent('车主甲')
  await dialog().getByRole('button', { name: '发券' }).click()
  await expect.element(dialog()).toHaveTextContent(`${batch.name}：已发 2 张`)
  expect(server.asked(issueCoupons).map(({ body }) => body)).toEqual([{ batchId: 7, partnerIds: [3], qty: 2 }])
  await expect.poll(paper).toMatch(/1234 5678 9001.*1234 5678 9002/s)
  expect(await paper()).toMatch(/满 200.00 元可用.*各门店通用.*有效期 2026-11-26 至 2026-12-26.*持券人 车主甲/s)
  await dialog().getByText('A4').click()
  await expect.poll(paper).toMatch(/class="sheet"/)
})

test('a batch wants a last day or days, and is saved with what was typed', async () => {
  server.on(saveCouponBatch, () => ({ id: 8, version: 1 }))
  draw(<Coupons />)
  await page.getByRole('button', { name: '新增批次' }).click()
  await dialog().getByRole('textbox', { name: '名称' }).fill('开业券')
  await dialog().getByRole('textbox', { name: '面值' }).fill('50')
  await dialog().getByRole('textbox', { name: '发行数' }).fill('20')
  await dialog().getByRole('button', { name: '保存', exact: true }).click()
  await expect.element(dialog().getByRole('alert')).toHaveTextContent('请填写截止日期，或领取后有效天数')
  await dialog().getByRole('textbox', { name: '领取后有效天数' }).fill('15')
  await dialog().getByRole('button', { name: '保存', exact: true }).click()
  await expect.element(page.getByText('已保存')).toBeVisible()
  expect(server.asked(saveCouponBatch)[0]?.body).toMatchObject({
    name: '开业券',
    face: '50',
    threshold: '0',
    scope: 'all',
    qty: 20,
    validTo: null,
    validDays: 15,
  })
})

test('a batch leads to its coupons, an unused one is voided with a reason, a used one names its settlement', async () => {
  server.on(voidCoupons, () => ({ count: 1 }))
  draw(<Coupons />)
  await row(batch.name).getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '查看券' }).click()
  await expect.element(row('123456789002')).toHaveTextContent(/已使用.*WJ01/)
  expect(server.asked(coupons.list).at(-1)?.query).toMatchObject({ batch: batch.name })
  await expect.element(row('123456789001')).toHaveTextContent(/不记名/)
  await row('123456789001').getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '作废' }).click()
  await dialog().getByRole('textbox').fill('印错')
  await dialog().getByRole('button', { name: '作废' }).click()
  await expect.element(page.getByText('已作废 1 张代金券')).toBeVisible()
  expect(server.asked(voidCoupons)[0]?.body).toEqual({ couponIds: [1], reason: '印错' })
})

test('who issues no coupons only looks at them', async () => {
  draw(<Coupons />, { without: [couponButtons.issue, couponButtons.print, couponButtons.export] })
  await expect.element(row(batch.name).getByRole('button', { name: '查看券' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: '新增批次' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: '发券' })).not.toBeInTheDocument()
})
