import { accountRoutes } from '@chepu/contract/finance/store-account'
import { listWarehouses } from '@chepu/contract/basics/lookups'
import { repairHeaderFields } from '@chepu/contract/kernel/repair-document'
import type { BodyOf } from '@chepu/contract/kernel/route'
import { type RefundPreview, refundCards, refundPreview, repairRefund } from '@chepu/contract/repair/refund'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw, server } from '../../../test/page'
import RefundEditor from './editor'

const { routes } = repairRefund

const labour = {
  id: 31,
  section: 'labour',
  name: '换制动片工时',
  partCode: null,
  payer: 'customer',
  qty: '1',
  charged: '197.14',
  openQty: '1',
  openAmount: '197.14',
  mayRestock: false,
} as const
const material = {
  ...labour,
  id: 32,
  section: 'materials',
  name: '制动片',
  partCode: '04465-02220',
  qty: '2',
  charged: '374.57',
  openQty: '2',
  openAmount: '374.57',
  mayRestock: true,
} as const

/** What the server says of the lines that are asked for: nothing goes back yet, or all of it. */
function answer({ lines = [] }: BodyOf<typeof refundPreview>): RefundPreview {
  const back = (id: number, backAmount: string) => {
    const asked = lines.find(({ sourceLineId }) => sourceLineId === id)
    return { backQty: asked?.qty ?? '0', backAmount: asked ? backAmount : '0.00' }
  }
  const payer = { payer: 'customer', partnerId: 6, partnerName: '车主甲' } as const
  return {
    settlementId: 12,
    settlementNo: 'WJ012611260001',
    workOrderId: 5,
    workOrderNo: 'WX012611260001',
    partnerId: 6,
    partnerName: '车主甲',
    vehicleId: 3,
    plate: '京A88888',
    modelText: '大众 朗逸',
    warehouseId: 2,
    warehouseName: '主仓',
    lines: [
      { ...labour, ...back(31, '197.14') },
      { ...material, ...back(32, '374.57') },
    ],
    payers:
      lines.length === 0
        ? []
        : [{ ...payer, amount: '571.71', receivable: '271.71', gift: '0.00', principal: '0.00', money: '300.00' }],
    total: lines.length === 0 ? '0.00' : '571.71',
    notes: [],
    restocked: '0.00',
    problems: [],
  }
}

test('begins from a settlement, takes all of it back at once, and shows where the money goes', async () => {
  server.on(refundPreview, ({ body }) => answer(body as never))
  server.on(accountRoutes.list, () => ({ rows: [], more: false }))
  server.on(listWarehouses, () => ({ rows: [] }))
  server.on(routes.save, () => ({ id: 7, billNo: 'TD012611260001', version: 1, state: 'draft', can: [] }) as never)
  draw(<RefundEditor />, { params: { new: '1', source: 'repair_settlement', sourceId: '12' } })
  await expect.element(page.getByLabelText('结算工单', { exact: true })).toHaveValue('京A88888 WX012611260001')
  await page.getByRole('button', { name: '全退' }).click()
  await expect.element(page.getByLabelText('制动片本次退数量', { exact: true })).toHaveValue('2')
  await expect.element(page.getByLabelText('制动片回库', { exact: true })).toBeChecked()
  await expect.element(page.getByText('待收银退款')).toBeVisible()
  await expect.element(page.getByText('300.00', { exact: true })).toBeVisible()
  await page.getByLabelText('换制动片工时本次退数量').click()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByLabelText('换制动片工时指定退款额')).toHaveFocus()
  await userEvent.keyboard('50')
  await page.getByLabelText('退单原因').fill('客户不满意')
  await userEvent.keyboard('{Control>}s{/Control}')
  await expect
    .poll(() => server.asked(routes.save)[0]?.body)
    .toMatchObject({
      header: { settlementId: 12, partnerId: 6, vehicleId: 3, reason: '客户不满意', storeAccountId: null },
      labour: [{ sourceLineId: 31, qty: '1', refundAmount: '50', isRestocked: false }],
      materials: [{ sourceLineId: 32, qty: '2', refundAmount: null, isRestocked: true }],
    })
})

test('takes lines as they are on a phone', async () => {
  await page.viewport(390, 844)
  server.on(refundPreview, ({ body }) => answer(body as never))
  server.on(accountRoutes.list, () => ({ rows: [], more: false }))
  server.on(listWarehouses, () => ({ rows: [] }))
  draw(<RefundEditor />, { params: { new: '1', source: 'repair_settlement', sourceId: '12' } })
  await page.getByRole('button', { name: '全退' }).click()
  await expect.element(page.getByLabelText('制动片本次退数量', { exact: true })).toHaveValue('2')
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})

const isFigure = /(Amount|Due|Discount)$|^(deductible|salvage|packaged|depreciation|assessed.*)$/

/** A refund in the books. */
function booked(more: object) {
  server.on(accountRoutes.list, () => ({ rows: [], more: false }))
  server.on(listWarehouses, () => ({ rows: [] }))
  const header = {
    ...Object.fromEntries(repairHeaderFields(repairRefund).map((name) => [name, isFigure.test(name) ? '0.00' : null])),
    kind: repairRefund.kind,
    contactName: '',
    contactMobile: '',
    remark: '',
    reason: '不要了',
    partnerKind: 'person',
    creatorId: 1,
    createdAt: '2026-11-26T01:00:00.000Z',
    printCount: 0,
    taxIncluded: true,
    settledAmount: '0.00',
    termText: '',
    id: 7,
    billNo: 'TD012611260001',
    version: 2,
    state: 'done',
    isRed: false,
    orgId: 1,
    bizDate: '2026-11-26',
    settlementId: 12,
    partnerId: 6,
    partnerName: '车主甲',
    customerDue: '571.71',
    totalAmount: '571.71',
    ...more,
  }
  server.on(routes.read, () => ({ header, labour: [], materials: [], extras: [], outsourced: [], can: [] }) as never)
}

test('still tells of a refund in the books where the money went', async () => {
  booked({ receivedAmount: '15.71', storeAccountId: 1, storeAccountName: '现金' })
  const after = { principalAfter: '500.00', giftAfter: '0.00', pointsAfter: '0.00' }
  const money = { principal: '500.00', gift: '56.00', points: '-500.00' }
  server.on(refundCards, () => ({
    cards: [{ id: 3, cardNo: '****4925', typeName: '金卡', ...money, ...after }],
    items: [],
    setOff: '0.00',
    paid: '15.71',
    forgiven: '0.00',
    open: '0.00',
  }))
  draw(<RefundEditor />, { params: { id: '7' } })
  const targets = page.getByLabelText('退款去向')
  await expect.element(targets).toHaveTextContent('现金已退现款15.71')
  await expect.element(targets).toHaveTextContent('金卡 ****4925退回卡本金500.00退回卡赠金56.00扣回积分500')
  await expect.element(targets).not.toHaveTextContent('冲减应收')
})

test('tells what was taken off the receivable apart from what is still to be paid back', async () => {
  booked({ receivedAmount: '0.00' })
  const went = { setOff: '271.71', paid: '100.00', forgiven: '10.00', open: '190.00' }
  server.on(refundCards, () => ({ cards: [], items: [], ...went }))
  draw(<RefundEditor />, { params: { id: '7' } })
  const targets = page.getByLabelText('退款去向')
  await expect
    .element(targets)
    .toHaveTextContent('冲减应收271.71收银已退款100.00冲回收款优惠10.00待退款190.00退客户571.71')
})
