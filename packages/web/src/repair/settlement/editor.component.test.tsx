import { accountRoutes } from '@chepu/contract/finance/store-account'
import { repairHeaderFields } from '@chepu/contract/kernel/repair-document'
import { templatesOfKind } from '@chepu/contract/kernel/print-template'
import { shopBase } from '@chepu/contract/shell/lookups'
import {
  ordersToSettle,
  repairSettlement,
  type SettlementPreview,
  settlementPreview,
} from '@chepu/contract/repair/settlement'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw, server } from '../../../test/page'
import { Refused } from '../../../test/server'
import { setDocumentScreens } from '../../kit/document/document-screens'
import { screens } from '../screens'
import SettlementEditor from './editor'

const { routes } = repairSettlement

const header = {
  ...Object.fromEntries(repairHeaderFields(repairSettlement).map((name) => [name, null])),
  id: 12,
  orgId: 1,
  kind: 'repair_settlement',
  billNo: 'WJ012611260001',
  state: 'draft',
  version: 1,
  isRed: false,
  bizDate: '2026-11-26',
  partnerId: 6,
  partnerName: '车主甲',
  partnerKind: 'person',
  vehicleId: 3,
  plate: '京A88888',
  modelText: '大众 朗逸',
  workOrderId: 5,
  workOrderNo: 'WX012611260001',
  businessTypeName: '事故维修',
  salespersonName: '顾问一',
  contactName: '',
  contactMobile: '',
  remark: '',
  reason: '',
  insurers: [{ partnerId: 8, deductible: '200', salvage: '100', paysDirectly: true }],
  creatorId: 1,
  createdAt: '2026-11-26T01:00:00.000Z',
  printCount: 0,
  revision: 0,
  labourAmount: '920.00',
  materialAmount: '1880.00',
  otherAmount: '0.00',
  totalAmount: '2800.00',
  orderDiscount: '10.00',
  deductible: '200.00',
  salvage: '100.00',
  customerDue: '890.00',
  insuranceDue: '1800.00',
  warrantyDue: '0.00',
  receivedAmount: '0.00',
  assessedLabour: '0.00',
  assessedMaterial: '0.00',
  depreciation: '0.00',
  costAmount: '0.00',
  packaged: '0.00',
  couponAmount: '0.00',
  packageUses: [],
  couponNos: [],
  taxIncluded: true,
  settledAmount: '0.00',
  termText: '',
}
const view = (state: string, can: string[]) =>
  ({ header: { ...header, state }, labour: [], materials: [], extras: [], outsourced: [], can }) as never

const line = {
  section: 'labour',
  payer: 'customer',
  qty: '1',
  serviceItemId: 3,
  partId: null,
  isUncharged: false,
  memberRate: null,
  packageValue: null,
  couponShare: '0.00',
  discountShare: '2.86',
  deductibleShare: '0.00',
} as const
const preview: SettlementPreview = {
  payers: [
    { payer: 'customer', partnerId: 6, partnerName: '车主甲', amount: '700.00', due: '890.00' },
    { payer: 'insurance', partnerId: 8, partnerName: '测试保险公司', amount: '2100.00', due: '1800.00' },
  ],
  total: '2800.00',
  orderDiscount: '10.00',
  deductible: '200.00',
  salvage: '100.00',
  customerDue: '890.00',
  packaged: '0.00',
  couponAmount: '0.00',
  giftMost: '690.00',
  cards: [],
  packageItems: [],
  proposedUses: [],
  coupons: [],
  lines: [{ ...line, id: 1, name: '换制动片', taxed: '200.00', customerDue: '197.14', payerDue: '0.00' }],
  problems: [],
  excesses: [],
  insurers: [],
  advances: { ofOrder: '100.00', free: '0.00' },
}
const account = {
  code: '',
  bankName: '',
  bankNo: '',
  feeRate: '0',
  isDefaultIn: false,
  isDefaultOut: false,
  allowOverdraft: false,
  remark: '',
  isActive: true,
  sortNo: 0,
  version: 1,
}

beforeEach(() => server.on(accountRoutes.list, () => ({ rows: [], more: false })))

test('shows payers side by side, and settles by the keyboard with the change of what was handed over', async () => {
  server.on(routes.read, () => view('draft', ['settle', 'void']))
  server.on(settlementPreview, () => preview)
  server.on(accountRoutes.list, () => ({
    rows: [
      { ...account, id: 1, name: '现金', kind: 'cash' },
      { ...account, id: 2, name: '微信', kind: 'wechat' },
    ] as never,
    more: false,
  }))
  server.on(routes.act, () => ({
    id: 12,
    billNo: header.billNo,
    version: 2,
    state: 'done',
    can: [],
    document: view('done', []),
  }))
  draw(<SettlementEditor />, { params: { id: '12' } })
  await expect.element(page.getByRole('heading', { name: '保险 测试保险公司' })).toBeVisible()
  await expect.element(page.getByLabelText('免赔额')).toHaveValue('200')
  await page.getByRole('button', { name: '结算', exact: true }).click()
  await expect.element(page.getByLabelText('现金金额')).toHaveFocus()
  await expect.element(page.getByLabelText('使用预收')).toHaveValue('100.00')
  // A blank amount takes the rest before anything is settled.
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByLabelText('现金金额')).toHaveValue('790.00')
  await page.getByLabelText('现金金额').fill('')
  await userEvent.keyboard('{F2}')
  await expect.element(page.getByLabelText('微信金额')).toHaveValue('790.00')
  await page.getByLabelText('微信金额').fill('690')
  await page.getByLabelText('现金金额').fill('150')
  await expect.element(page.getByText('找零 50.00')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('WJ012611260001 结算成功')).toBeVisible()
  expect(server.asked(routes.act)[0]?.body).toMatchObject({
    version: 1,
    input: {
      tenders: [
        { storeAccountId: 1, amount: '100.00', fee: '0.00' },
        { storeAccountId: 2, amount: '690.00', fee: '0.00' },
      ],
      advance: '100.00',
    },
  })
})

test('a card pays what is due first, asks for its code where it has one, and another package is chosen', async () => {
  const card = {
    id: 5,
    cardNo: 'VIP00000005',
    typeName: '金卡',
    principal: '300.00',
    gift: '100.00',
    points: '0.00',
    pointsPerYuan: '0',
    validUntil: null,
    deductRule: 'principal_first' as const,
    needsPin: true,
    orgName: null,
  }
  const item = { id: 7, cardId: 5, cardNo: card.cardNo, packageName: '保养套餐', name: '保养', timesLeft: '2.0000' }
  const use = { lineId: 1, cardItemId: 7, times: '1.0000' }
  const offered = {
    ...preview,
    cards: [card],
    packageItems: [
      { ...item, serviceItemId: 3, partId: null, validUntil: null },
      { ...item, id: 8, packageName: '洗车套餐', serviceItemId: 3, partId: null, validUntil: '2099-12-31' },
    ],
    proposedUses: [use],
  }
  server.on(routes.read, () => view('draft', ['settle']))
  server.on(settlementPreview, () => offered)
  server.on(accountRoutes.list, () => ({
    rows: [{ ...account, id: 1, name: '现金', kind: 'cash' }] as never,
    more: false,
  }))
  const settled = { id: 12, billNo: header.billNo, version: 2, state: 'done', can: [] as string[] }
  server.on(routes.save, () => ({ ...settled, state: 'draft', can: ['settle'] }))
  const wrong = '会员卡 VIP00000005 支付密码不正确，还可以输入4次'
  server.on(routes.act, ({ body }) => {
    if (JSON.stringify(body).includes('111111'))
      throw new Refused('refusal', wrong, [{ path: 'input.cards.0.pin', message: wrong }])
    return { ...settled, version: 3, document: view('done', []) }
  })
  draw(<SettlementEditor />, { params: { id: '12' } })
  const tick = page.getByRole('checkbox', { name: /换制动片 × 1/ })
  await tick.click()
  const uses = () => server.asked(settlementPreview).at(-1)?.body.packageUses
  await expect.poll(uses).toEqual([{ lineId: 1, cardItemId: 8, times: '1' }])
  await page.getByRole('combobox', { name: '换制动片所用套餐' }).click()
  await page.getByRole('option', { name: '保养套餐 剩2次' }).click()
  await expect.poll(uses).toEqual([{ lineId: 1, cardItemId: 7, times: '1' }])
  await tick.click()
  await expect.poll(uses).toEqual([])
  await page.getByRole('button', { name: '结算', exact: true }).click()
  await expect.element(page.getByLabelText('VIP00000005支付密码')).toHaveFocus()
  await expect.element(page.getByLabelText('VIP00000005抵扣')).toHaveValue('400.00')
  await expect.element(page.getByText('扣 本金 300.00，赠金 100.00')).toBeVisible()
  await userEvent.keyboard('111111{Enter}')
  await expect.element(page.getByLabelText('现金金额')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByLabelText('现金金额')).toHaveValue('390.00')
  await userEvent.keyboard('{Enter}')
  // A wrong code is typed anew, and nothing else.
  const pay = page.getByRole('dialog').filter({ hasText: '客户应付 890.00' })
  await expect.element(pay.getByRole('alert')).toHaveTextContent(wrong)
  await expect.element(page.getByLabelText('VIP00000005支付密码')).toHaveFocus()
  await expect.element(page.getByLabelText('VIP00000005支付密码')).toHaveValue('')
  await expect.element(page.getByLabelText('现金金额')).toHaveValue('390.00')
  await userEvent.keyboard('246810{Enter}')
  await expect.element(page.getByText(`${header.billNo} 结算成功`)).toBeVisible()
  await expect.element(pay).not.toBeInTheDocument()
  expect(server.asked(routes.act)[1]?.body).toMatchObject({
    input: {
      cards: [{ cardId: 5, amount: '400.00', pin: '246810' }],
      tenders: [{ storeAccountId: 1, amount: '390.00' }],
      advance: '100.00',
    },
  })
})

test('a coupon that somebody brings is ticked by its number, or the page says why not', async () => {
  const coupon = { couponNo: '123456789012', batchName: '满减券', face: '20.00', threshold: '0.00' }
  const known = { ...coupon, scope: 'all' as const, isStackable: false, validTo: '2099-12-31', problem: null }
  server.on(routes.read, () => view('draft', ['settle']))
  server.on(settlementPreview, ({ body }) => ({
    ...preview,
    coupons: (body.couponNos ?? []).includes(known.couponNo) || body.couponNo === known.couponNo ? [known] : [],
  }))
  draw(<SettlementEditor />, { params: { id: '12' } })
  const field = page.getByLabelText('代金券号')
  await field.fill('999')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('代金券 999 不存在，或不能在本店给该客户使用')).toBeVisible()
  await field.fill(known.couponNo)
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('checkbox', { name: /满减券/ })).toBeChecked()
  await expect.element(field).toHaveValue('')
})

test('a new settlement begins with what packages cover, whatever is pressed first', async () => {
  const use = { lineId: 1, cardItemId: 7, times: '1' }
  const order = {
    id: 5,
    billNo: 'WX012611260001',
    plate: '京A88888',
    modelText: '',
    vehicleId: 3,
    partnerId: 6,
    partnerName: '车主甲',
    salespersonName: null,
    businessTypeName: null,
    mileage: null,
    settlementId: null,
  }
  server.on(ordersToSettle, () => ({ rows: [order], more: false }))
  server.on(settlementPreview, () => ({ ...preview, proposedUses: [use] }))
  server.on(routes.save, () => {
    throw new Refused('refusal', '')
  })
  draw(<SettlementEditor />, { params: { new: '1', source: 'work_order', sourceId: '5' } })
  await page.getByRole('button', { name: '保存' }).click()
  await expect.poll(() => server.asked(routes.save)[0]?.body).toMatchObject({ header: { packageUses: [use] } })
})

test('the pass through the gate is offered once the repair is settled', async () => {
  setDocumentScreens(screens)
  for (const [state, offered] of [
    ['draft', ['维修结算清单', '保险结算单']],
    ['done', ['维修结算清单', '保险结算单', '出门条', '出厂合格证']],
  ] as const) {
    server.on(routes.read, () => view(state, []))
    server.on(settlementPreview, () => preview)
    server.on(templatesOfKind, () => ({ rows: [] }))
    server.on(shopBase, () => {
      throw new Refused('forbidden', '')
    })
    const tab = draw(<SettlementEditor />, { params: { id: '12' } })
    await page.getByRole('button', { name: '打印' }).click()
    await page.getByRole('combobox', { name: '打印格式' }).click()
    const options = page.getByRole('option')
    await expect.poll(() => options.elements().map((each) => each.textContent)).toEqual(offered)
    tab.close()
  }
})
