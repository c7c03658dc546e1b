// What a caller may not see of the workshop stays on the server, whichever call he tries: costs and prices without the field permission, orders of
// other departments, everything of another organisation.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { collection } from '@chepu/contract/finance/collection'
import { picking } from '@chepu/contract/picking/picking'
import { pickingReturn } from '@chepu/contract/picking/picking-return'
import { askForParts, dispatchCalls } from '@chepu/contract/repair/dispatch'
import { insuranceCase } from '@chepu/contract/repair/insurance-case'
import { refundPreview, repairRefund } from '@chepu/contract/repair/refund'
import { repairSettlement, settlementPreview } from '@chepu/contract/repair/settlement'
import { proposeValuation, setValuation } from '@chepu/contract/repair/valuation'
import { workOrder } from '@chepu/contract/repair/work-order'
import { otherIn } from '@chepu/contract/warehouse/other-in'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assignUser, createUser } from '../src/access/provision'
import { startExports } from '../src/kernel/export/worker'
import { keepFilesIn } from '../src/kernel/base/file-folder'
import { openSession } from '../src/shell/sign-in/session'
import { shanghaiDay } from '../src/kernel/base/calendar'
import { act, post, save } from './desk'
import { exportedFile } from './export-file'
import { issueAll } from './issuing'
import { openBranch, withdraw, worker } from './people'
import { type AnyRoute, Client, one, openShop, type Shop } from './shop'
import { confirmedOrder, orderBody, workOff, type Workshop, workshopOf } from './workshop'

let shop: Shop
let owner: Client
let workshop: Workshop
let exports: ReturnType<typeof startExports>
let folder: string
let departmentA: number
let made: Awaited<ReturnType<typeof makeDocuments>>
beforeAll(async () => {
  shop = await openShop({ config: { creditCheck: false } })
  owner = await shop.signIn('owner')
  workshop = await workshopOf(shop)
  made = await makeDocuments()
  folder = mkdtempSync(join(tmpdir(), 'chepu-files-'))
  keepFilesIn(folder)
  exports = startExports(shop.db, (error) => console.error(error), { everyMs: 20 })
})
afterAll(async () => {
  await exports.stop()
  await shop.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Figures that occur nowhere else: what goods and outsourced work cost, and what the customer is charged. */
const costs = /71\.13|213\.39|57\.91/
const prices = /311\.17|933\.51|203\.07|119\.37/

/** What goes with each of them: what all outsourced work together cost is what its supplier is owed. */
const hidden = ['cost_price', 'gross_profit', 'ar_balance']

const employee = (name: string, departmentId: number | null = null) =>
  shop.db.tenant(shop.groupId, (tx) =>
    one(tx, 'employee', { org_id: shop.orgId, emp_no: name, name, department_id: departmentId }),
  )
const department = (code: string) =>
  shop.db.tenant(shop.groupId, (tx) => one(tx, 'department', { org_id: shop.orgId, code, name: `部门${code}` }))

/** A user with a role who is the given employee. */
async function signInAs(employeeId: number, role: string): Promise<Client> {
  const { db, groupId, orgId } = shop
  const name = `as_${employeeId}`
  const userId = await createUser(db, groupId, { username: name, realName: name, password: 'Secret_1' })
  await db.tenant(groupId, (tx) => assignUser(tx, { userId, orgId, roles: [role], isDefault: true, employeeId }))
  const token = await openSession(db, { loginId: userId, groupId, orgId, deviceId: 'test', ip: '127.0.0.1' })
  return new Client(shop.origin, token)
}

/** Of each kind one, all of an adviser of department A: an order that is worked on, and one that is settled, with a case and a part that goes back. */
async function makeDocuments() {
  departmentA = await department('A')
  const salespersonId = await employee('顾问甲', departmentA)
  const { warehouseId, supplierId, parts } = shop
  const { partnerId, vehicleId, insurerId, workerTypeId } = workshop
  const day = { bizDate: shanghaiDay() }
  const stock = { ...day, warehouseId, reason: '盘盈外其他' }
  await post(owner, otherIn.routes, {
    header: stock,
    lines: [{ partId: parts.filter, qty: '20', price: '71.13' }],
  } as never)
  const body = {
    header: { ...orderBody(shop, workshop).header, salespersonId },
    labour: [{ name: '换件', workerTypeId, price: '203.07' }],
    materials: [{ partId: parts.filter, qty: '3', price: '311.17' }],
    outsourced: [{ name: '喷漆', supplierId, price: '119.37', purchaseAmount: '57.91' }],
  } as never
  const working = await confirmedOrder(owner, body)
  await issueAll(shop, owner, working.id)
  await workOff(owner, workshop, working.id)
  const [pickedLine] = await shop.sql<{ id: number; documentId: number }>(
    `select l.id, l.document_id from goods_document_line l where l.group_id = $1 and l.work_order_line_id is not null order by l.id desc limit 1`,
  )
  const back = await save(owner, pickingReturn.routes, {
    header: { ...day, warehouseId, workOrderId: working.id, reason: '多领' },
    lines: [{ partId: parts.filter, qty: '1', sourceLineId: pickedLine?.id }],
  } as never)
  const fresh = await confirmedOrder(owner, body)
  await issueAll(shop, owner, fresh.id)
  await workOff(owner, workshop, fresh.id)
  const worked = await owner.call(workOrder.routes.read, { params: { id: fresh.id } })
  const done = await act(owner, workOrder.routes, worked.header, 'complete', { input: {} })
  const ofCar = { ...day, partnerId, vehicleId }
  const draft = await save(owner, repairSettlement.routes, { header: { ...ofCar, workOrderId: done.id } })
  const settled = await act(owner, repairSettlement.routes, draft, 'settle', { input: {} })
  const { materials } = await owner.call(repairSettlement.routes.read, { params: { id: settled.id } })
  const refund = await save(owner, repairRefund.routes, {
    header: { ...ofCar, settlementId: settled.id, reason: '客户不满意', warehouseId },
    materials: [{ sourceLineId: materials[0]?.id as number, qty: '1', isRestocked: true }],
  })
  const claim = await save(owner, insuranceCase.routes, {
    header: { ...ofCar, workOrderId: working.id, insurerId, caseNo: 'RA7' },
  } as never)
  const picked = await owner.call(picking.routes.read, { params: { id: pickedLine?.documentId as number } })
  const material = (await owner.call(workOrder.routes.read, { params: { id: working.id } })).materials[0]?.id as number
  return { working, done, settled, refund, claim, back, picked: picked.header, material, pickedLineId: pickedLine?.id }
}

const documents = (): { id: number; billNo: string; path: string }[] => [
  { ...made.working, path: workOrder.path },
  { ...made.done, path: workOrder.path },
  { ...made.settled, path: repairSettlement.path },
  { ...made.refund, path: repairRefund.path },
  { ...made.claim, path: insuranceCase.path },
  { ...made.picked, path: picking.path },
  { ...made.back, path: pickingReturn.path },
]
const numbers = () => documents().map(({ billNo }) => billNo)

interface Read {
  path: string
  status: number
  text: string
}

/** What queries are asked with, where they take it: the car, its customer, the part, the people. */
const asked = (): Record<string, string | number> => ({
  vehicleId: workshop.vehicleId,
  partnerId: workshop.partnerId,
  partId: shop.parts.filter,
  employeeId: workshop.technicianId,
  workOrderId: made.working.id,
  day: shanghaiDay(),
  from: shanghaiDay(),
  warehouseId: shop.warehouseId,
})
const hasShape = (type: unknown): type is { shape: Record<string, unknown> } =>
  typeof type === 'object' && type !== null && 'shape' in type

/** Calls that may tell something of the workshop: its own, and those of the stock, the partners and the money that it moves. */
const ofWorkshop =
  /repair|work-order|line-photo|picking|insurance|reception|reservation|inspection|dispatch|my-work|worker|valuation|vehicle|rep_car|customer|stock|detail|home|task|search|account|receivable|payable|collection|relation|cost|inbound|outbound|progress/

/** The addresses of a call: with the ids that fit it, and with and without what it may be asked with. */
function addresses(route: AnyRoute): string[] {
  if (!ofWorkshop.test(route.path)) return []
  const path = route.path.replace(':action', 'unapprove')
  const own = documents().filter(({ path: of }) => route.path.startsWith(`/api/web/${of}/`))
  const ids = own.length > 0 ? own.map(({ id }) => id) : [made.working.id, workshop.vehicleId, workshop.partnerId]
  const paths = path.includes(':') ? ids.map((id) => path.replace(/:\w+/g, String(id))) : [path]
  const { query: taken } = route as { query?: unknown }
  const known = Object.entries(asked()).filter(([name]) => hasShape(taken) && name in taken.shape)
  const query = new URLSearchParams(known.map(([name, value]): [string, string] => [name, String(value)]))
  return paths.flatMap((each) => (known.length > 0 ? [each, `${each}?${query}`] : [each]))
}

/** Answers to every call that reads, every print, every trial and every export as CSV. */
async function readEverything(client: Client): Promise<Read[]> {
  const answers: Read[] = []
  const note = async (path: string, method: string, body?: object) => {
    const headers = { token: client.token, ...(body && { 'content-type': 'application/json' }) }
    const response = await fetch(`${shop.origin}${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    answers.push({ path: `${method} ${path}`, status: response.status, text })
    return { status: response.status, text }
  }
  for (const route of shop.app.routes) {
    if (route.method === 'GET') for (const path of addresses(route)) await note(path, 'GET')
    if (route.method === 'POST' && route.path.endsWith('/:id/print'))
      for (const path of addresses(route)) await note(path, 'POST')
    if (route.method === 'POST' && route.path.endsWith('/export') && ofWorkshop.test(route.path)) {
      const { status, text } = await note(route.path, 'POST', { filters: {}, columns: [], format: 'csv' })
      if (status === 200)
        answers.push({
          path: route.path,
          status,
          text: (await exportedFile(client, (JSON.parse(text) as { data: { jobId: number } }).data)).toString(),
        })
    }
  }
  const prefix = '/api-main'
  await note(prefix + settlementPreview.path, 'POST', { workOrderId: made.working.id })
  await note(prefix + refundPreview.path, 'POST', { settlementId: made.settled.id })
  await note(prefix + proposeValuation.path, 'POST', { lineIds: [made.material], markup: '0' })
  return answers
}

const leaks = (answers: readonly Read[], what: RegExp) =>
  answers.filter(({ text }) => what.test(text)).map(({ path, text }) => `${path}: ${what.exec(text)?.[0]}`)

describe('figures', { timeout: 240_000 }, () => {
  it('are shown to the owner, so that their absence means something', async () => {
    const answers = await readEverything(owner)
    expect(answers.filter(({ status }) => status >= 500).map(({ path }) => path)).toEqual([])
    const paths = (what: RegExp) => leaks(answers, what).map((leak) => leak.replace(/[?:].*/, '').replace(/\d+/g, 'n'))
    const documentPaths = ['work-order', 'repair-settlement', 'repair-refund']
    const read = documentPaths.flatMap((path) => [`GET /api/web/${path}/n`, `POST /api/web/${path}/n/print`])
    const ofValuation = ['GET /api/web/mat-valuation/lines', '/api/web/mat-valuation/lines/export']
    const ofPicking = ['GET /api/web/picking/n', '/api/web/picking/export', '/api/web/picking-query/lines/export']
    expect(paths(costs)).toEqual(
      expect.arrayContaining([...read, ...ofValuation, ...ofPicking, 'GET /api/web/customer/info']),
    )
    const previews = ['settlement', 'refund'].map((of) => `POST /api-main/api/web/repair-${of}-preview`)
    const lists = [...documentPaths, 'rep_car/record'].map((path) => `/api/web/${path}/export`)
    expect(paths(prices)).toEqual(expect.arrayContaining([...read, ...ofValuation, ...previews, ...lists]))
  })

  it.each(['warehouse_keeper', 'adviser', 'admin'])('of cost are never answered to %s', async (role) => {
    const answers = await readEverything(await shop.signIn(role))
    expect(answers.filter(({ status }) => status >= 500).map(({ path }) => path)).toEqual([])
    expect(leaks(answers, costs)).toEqual([])
    if (role !== 'adviser') expect(leaks(answers, prices)).toEqual([])
  })

  it('of cost and profit are not answered to an owner who is not to see them', async () => {
    const boss = await worker(shop, 'owner')
    await withdraw(shop, boss, { fields: [...hidden, 'purchase_price'] })
    expect(leaks(await readEverything(boss.client), costs)).toEqual([])
  })

  it('of price are not answered to an owner who is not to see them', async () => {
    const boss = await worker(shop, 'owner')
    await withdraw(shop, boss, { fields: [...hidden, 'doc_price', 'account_balance', 'commission'] })
    expect(leaks(await readEverything(boss.client), prices)).toEqual([])
  })

  it('of price and cost are not answered to a technician who works on the car', async () => {
    const answers = await readEverything(await signInAs(workshop.technicianId, 'technician'))
    expect(leaks(answers, prices)).toEqual([])
    expect(leaks(answers, costs)).toEqual([])
    expect(answers.some(({ text }) => text.includes(made.working.billNo))).toBe(true)
  })
})

describe('orders of somebody else', { timeout: 120_000 }, () => {
  /** Numbers of the documents of the workshop, wherever they are answered. */
  const told = (answers: readonly Read[]) => leaks(answers, new RegExp(numbers().join('|')))

  it('are not answered to an adviser of another department', async () => {
    const answers = await readEverything(await signInAs(await employee('顾问乙', await department('B')), 'adviser'))
    expect(told(answers)).toEqual([])
    const own = await readEverything(await signInAs(await employee('顾问丙', departmentA), 'adviser'))
    expect(own.some(({ text }) => text.includes(made.working.billNo))).toBe(true)
  })

  it('are not answered to another organisation of the group', async () => {
    const { orgId } = await openBranch(shop)
    expect(told(await readEverything(await shop.signIn('owner', orgId)))).toEqual([])
  })
})

describe('another organisation', () => {
  it('does nothing with them, by address or in a body', async () => {
    const { orgId, warehouseId } = await openBranch(shop, '03', '测试三店')
    const stranger = await shop.signIn('owner', orgId)
    const ofCar = { bizDate: shanghaiDay(), partnerId: workshop.partnerId, vehicleId: workshop.vehicleId }
    const ofGoods = { bizDate: shanghaiDay(), warehouseId, workOrderId: made.working.id }
    const lineIds = [made.material]
    const orderId = made.working.id
    const deposit = { purpose: 'deposit', sourceKind: 'work_order', sourceId: orderId }
    const sent: readonly [AnyRoute, object, object?][] = [
      ...documents().map(({ id, path }): [AnyRoute, object] => [
        { ...workOrder.routes.act, path: `${path}/${id}/act/void` } as unknown as AnyRoute,
        { version: 1, reason: '试探' },
      ]),
      [
        picking.routes.save,
        { header: ofGoods, lines: [{ partId: shop.parts.filter, qty: '1', workOrderLineId: made.material }] },
      ],
      [
        pickingReturn.routes.save,
        { header: ofGoods, lines: [{ partId: shop.parts.filter, qty: '1', sourceLineId: made.pickedLineId }] },
      ],
      [repairSettlement.routes.save, { header: { ...ofCar, workOrderId: orderId } }],
      [settlementPreview, { workOrderId: orderId }],
      [repairRefund.routes.save, { header: { ...ofCar, settlementId: made.settled.id, reason: '试探' } }],
      [refundPreview, { settlementId: made.settled.id }],
      [
        insuranceCase.routes.save,
        { header: { ...ofCar, workOrderId: orderId, insurerId: workshop.insurerId, caseNo: 'X' } },
      ],
      [
        collection.routes.save,
        { header: { bizDate: shanghaiDay(), partnerId: workshop.partnerId, ...deposit }, tenders: [], items: [] },
      ],
      [setValuation, { version: 1, lines: [{ lineId: made.material, price: '1' }] }, { id: orderId }],
      [dispatchCalls.start, { orderId, lineIds }],
      [dispatchCalls.finish, { orderId, lineIds }],
      [dispatchCalls.check, { orderId, lineIds, ok: true }],
      [dispatchCalls.assign, { orderId, lineIds, technicians: [{ employeeId: workshop.technicianId }] }],
      [askForParts, { orderId, note: '试探' }],
    ]
    const wrong: string[] = []
    for (const [route, body, params] of sent) {
      const { status, msg } = await stranger.ask(route, { body, ...(params && { params }) } as never)
      const isTold = numbers().some((billNo) => msg.includes(billNo))
      if (![400, 404].includes(status) || isTold) wrong.push(`${route.path}: ${status} ${msg}`)
    }
    expect(wrong).toEqual([])
    expect(await stranger.call(proposeValuation, { body: { lineIds } })).toEqual({ rows: [] })
  })
})
