import { listDepartments, listEmployees, listLocations, listWarehouses } from '@chepu/contract/basics/lookups'
import { readTableConfig } from '@chepu/contract/shell/config'
import { basicsInfo } from '@chepu/contract/shell/lookups'
import { transferPlaces } from '@chepu/contract/warehouse/transfer-desk'
import { transferOrder } from '@chepu/contract/warehouse/transfer-order'
import { transferRequest } from '@chepu/contract/warehouse/transfer-request'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type Around, draw, server } from '../../../test/page'
import TransferOrderEditor from '../transfer-order/editor'
import TransferRequestEditor from '../transfer-request/editor'

/** What pages of documents ask of the server besides the document. */
function lookups() {
  server.on(readTableConfig, () => ({ columns: [] }))
  server.on(basicsInfo, () => ({ basics: {}, tree: {} }))
  server.on(transferPlaces, () => ({
    rows: [{ orgId: 1, orgName: '总店', warehouseId: 1, warehouseName: '主仓', isOwn: true }],
  }))
  for (const lookup of [listWarehouses, listDepartments, listEmployees, listLocations])
    server.on(lookup, () => ({ rows: [] }))
}

/** What every header answers; the document is 分店's, and the one who looks is of 总店. */
const header = {
  id: 7,
  orgId: 2,
  orgName: '分店',
  counterOrgId: 1,
  counterOrgName: '总店',
  billNo: 'QD0007',
  bizDate: '2026-03-05',
  state: 'submitted',
  version: 2,
  isRed: false,
  redOf: null,
  redOfNo: null,
  redId: null,
  redNo: null,
  boughtFor: null,
  wantedFor: null,
  confirmState: null,
  lineCount: 1,
  totalQty: '3',
  executedQty: '0',
  remainingQty: null,
  dueDay: null,
  partnerMobile: '',
  partnerAddress: '',
  creatorId: 2,
  creatorName: '李强',
  createdAt: '2026-03-05T01:00:00.000Z',
  submitterId: 2,
  submittedAt: '2026-03-05T01:00:00.000Z',
  approverId: null,
  approverName: null,
  approvedAt: null,
  posterId: null,
  posterName: null,
  postedAt: null,
  printCount: 0,
  partnerId: null,
  partnerName: null,
  warehouseId: 2,
  warehouseName: '主仓',
  toWarehouseId: 1,
  toWarehouseName: '主仓',
  salespersonId: null,
  salespersonName: null,
  warrantyBillId: null,
  warrantyBillNo: null,
  handlerId: null,
  handlerName: null,
  departmentId: null,
  departmentName: null,
  settlementMethodId: null,
  settlementMethodName: null,
  dueOn: null,
  taxIncluded: true,
  invoiceKind: 'none',
  freightPayer: 'us',
  remark: '',
}

const line = {
  id: 71,
  lineNo: 1,
  partId: 5,
  partCode: 'LF-1',
  partName: '机油滤清器',
  grade: '',
  oeNo: null,
  brandName: null,
  spec: null,
  fitment: null,
  unitName: '件',
  qty: '3',
  auxUnitId: null,
  auxQty: null,
  priceSource: '',
  locationId: null,
  locationCode: null,
  batchNo: '',
  sourceLineId: null,
  sourceNo: null,
  executedQty: '0',
  returnedQty: '0',
  closedQty: '0',
  receivedQty: null,
  remark: '',
}

const buttons = () =>
  page
    .getByRole('toolbar', { name: '单据操作' })
    .getByRole('button')
    .elements()
    .map(({ textContent }) => textContent)

const field = (title: string) => page.getByLabelText(title, { exact: true })

const openRequest = async (changed: object, can: string[], flags: Around['flags'] = {}) => {
  lookups()
  server.on(
    transferRequest.routes.read,
    () =>
      ({ header: { ...header, kind: 'transfer_request', expectedOn: null, ...changed }, lines: [line], can }) as never,
  )
  draw(<TransferRequestEditor />, { params: { id: '7' }, flags })
  await expect.element(page.getByText('QD0007')).toBeVisible()
}

test('a request has the buttons of the supplier on the page of the supplier, and of nobody else', async () => {
  await openRequest({}, ['approve', 'reject'])
  for (const name of ['批准', '部分批准', '驳回', '打印'])
    expect(buttons().some((text) => text?.startsWith(name))).toBe(true)
  await expect.element(field('申请仓库')).toHaveTextContent('分店 主仓')
  await expect.element(field('供货仓库')).toHaveTextContent('总店 主仓')
})

test('an approved request is sent by its supplier', async () => {
  await openRequest({ state: 'approved', remainingQty: '3' }, [])
  expect(buttons()).toContain('转调拨单')
  expect(buttons()).not.toContain('部分批准')
})

test('a request is approved and sent by nobody who may not transfer in the warehouse that is asked', async () => {
  const flags = { 1: new Set(['view', 'out'] as const) }
  await openRequest({}, [], flags)
  expect(buttons()).not.toContain('部分批准')
  await openRequest({ state: 'approved', remainingQty: '3' }, [], flags)
  expect(buttons()).not.toContain('转调拨单')
})

test('who stands on neither side of a request has no buttons of either', async () => {
  await openRequest({ counterOrgId: 3, counterOrgName: '旁店' }, [])
  for (const name of ['部分批准', '转调拨单', '打印']) expect(buttons()).not.toContain(name)
})

/** An order on its way from 分店 to 总店. */
const openOrder = async (hidden: 'cost_price'[] = [], flags: Around['flags'] = {}) => {
  lookups()
  const sent = { ...header, kind: 'transfer_order', state: 'shipped', isVatSale: false }
  const priced = { price: '12.5', discountRate: '1', taxRate: '0', taxed: '37.50' }
  const lines = [{ ...line, ...(hidden.length === 0 && priced) }]
  server.on(transferOrder.routes.read, () => ({ header: sent, lines, can: [] }) as never)
  draw(<TransferOrderEditor />, { params: { id: '7' }, hidden, flags })
  await expect.element(page.getByText('QD0007')).toBeVisible()
}

test('an order on its way is received by its destination, which may print it and not copy it', async () => {
  await openOrder()
  for (const name of ['收货', '差异处理', '打印']) expect(buttons()).toContain(name)
  expect(buttons()).not.toContain('打印拣货单')
  await expect.element(field('调出仓库')).toHaveTextContent('分店 主仓')
  await expect.element(field('调入仓库')).toHaveTextContent('总店 主仓')
  await expect.element(page.getByText('调拨价')).toBeVisible()
  await page.getByRole('button', { name: '更多' }).click()
  await expect.element(page.getByText('关联单据')).toBeVisible()
  await expect.element(page.getByText('复制')).not.toBeInTheDocument()
})

test('an order on its way is received by nobody who may not transfer in the warehouse of its destination', async () => {
  await openOrder([], { 1: new Set(['view', 'in']) })
  expect(buttons()).toContain('打印')
  for (const name of ['收货', '差异处理']) expect(buttons()).not.toContain(name)
})

test('who sees no costs has no columns of prices in an order', async () => {
  await openOrder(['cost_price'])
  await expect.element(page.getByText('配件编码')).toBeVisible()
  for (const title of ['调拨价', '税率', '价税合计'])
    await expect.element(page.getByText(title)).not.toBeInTheDocument()
})
