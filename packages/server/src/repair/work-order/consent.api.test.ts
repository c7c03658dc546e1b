import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { reception } from '@chepu/contract/repair/reception'
import { workOrder } from '@chepu/contract/repair/work-order'
import { resourceRoutes } from '@chepu/contract/shell/resource'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { act, save, tryAct } from '../../../test/desk'
import { withdraw, worker } from '../../../test/people'
import { type Client, openShop, type Shop } from '../../../test/shop'
import { confirmedOrder, orderBody, receptionBody, type Workshop, workshopOf } from '../../../test/workshop'
import { keepFilesIn } from '../../kernel/base/file-folder'

const { routes } = workOrder
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
let shop: Shop
let owner: Client
let workshop: Workshop
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chepu-files-'))
  keepFilesIn(folder)
  // Material is issued behind the program here, so that nothing may be held for it.
  shop = await openShop({ config: { autoReserveRepairMaterial: false } })
  owner = await shop.signIn('owner')
  workshop = await workshopOf(shop)
})
afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true })
})

const body = () => orderBody(shop, workshop)
const read = (id: number) => owner.call(routes.read, { params: { id } })

/** The id of a picture that is attached to a document. */
async function attached(kind: string, ownerId: number, content = picture): Promise<number> {
  const { id } = await owner.call(resourceRoutes.ticket, { body: { kind, ownerId, fileName: '客户签名.png' } })
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(content)]), '客户签名.png')
  const path = resourceRoutes.upload.path.replace(':id', String(id))
  const { status } = await fetch(shop.origin + path, { method: 'POST', headers: { token: owner.token }, body: form })
  expect(status).toBe(200)
  return id
}

const agreements = async (id: number, client = owner) =>
  (await client.call(routes.log, { params: { id } }))
    .filter(({ agreedBy }) => agreedBy !== null)
    .map(({ method, agreedBy, phone, calledAt, signatureId, userName }) => ({
      method,
      agreedBy,
      phone,
      calledAt,
      signatureId,
      userName,
    }))

describe('a signature at the desk', () => {
  it('is a picture of this order, stands in the log with who and when, and stays', async () => {
    const saved = await save(owner, routes, body())
    const signatureId = await attached(workOrder.kind, saved.id)
    await act(owner, routes, saved, 'confirm', { input: { method: 'signature', by: '王女士', signatureId } })
    expect(await agreements(saved.id)).toEqual([
      { method: 'signature', agreedBy: '王女士', phone: '', calledAt: null, signatureId, userName: 'owner' },
    ])
    const removed = await owner.ask(resourceRoutes.remove, { params: { id: signatureId } })
    expect(removed).toMatchObject({ status: 400, msg: '客户已用它签字确认，不能删除' })
    const file = await fetch(shop.origin + resourceRoutes.file.path.replace(':id', String(signatureId)), {
      headers: { token: owner.token },
    })
    expect(Buffer.from(await file.arrayBuffer())).toEqual(picture)
  })

  it('is refused where there is none, or it is of another order or another answer', async () => {
    const saved = await save(owner, routes, body())
    const other = await save(owner, routes, body())
    const sign = (order: typeof saved, signatureId?: number) =>
      tryAct(owner, routes, order, 'confirm', {
        input: { method: 'signature', by: '王女士', ...(signatureId && { signatureId }) },
      })
    const fault = (message: string) => ({ status: 400, errors: [{ path: 'input.signatureId', message }] })
    expect(await sign(saved)).toMatchObject(fault('请客户签字'))
    const used = await attached(workOrder.kind, other.id)
    expect(await sign(saved, used)).toMatchObject(fault('签名不属于本单据，或已用于另一次确认'))
    expect(await sign(saved, 99_999_999)).toMatchObject(fault('签名不属于本单据，或已用于另一次确认'))
    const paper = await attached(workOrder.kind, saved.id, Buffer.from('%PDF-1.4\n'))
    expect(await sign(saved, paper)).toMatchObject(fault('签名图片无法读取，请重新签名'))
    // What was refused keeps no file back.
    expect((await owner.ask(resourceRoutes.remove, { params: { id: paper } })).status).toBe(200)
    expect((await read(saved.id)).header.state).toBe('estimating')
  })

  it('on the reception is that of the order which it becomes', async () => {
    const { header, ...rest } = receptionBody(workshop)
    const saved = await save(owner, reception.routes, { ...rest, header: { ...header, mileage: '31000' } })
    const signatureId = await attached(reception.kind, saved.id)
    const input = { warehouseId: shop.warehouseId, method: 'signature', by: '送修人甲', signatureId }
    expect((await act(owner, reception.routes, saved, 'toOrder', { input })).state).toBe('converted')
  })
})

describe('a call', () => {
  it('names the number and the time: what was said, else that of who brings the car, else of the customer', async () => {
    const call = async (header: object, given: object) => {
      const saved = await save(owner, routes, { ...body(), header: { ...body().header, ...header } } as never)
      await act(owner, routes, saved, 'confirm', { input: { method: 'phone', by: '王女士', ...given } })
      return (await agreements(saved.id))[0]
    }
    const calledAt = '2026-03-02T02:00:00.000Z'
    expect(await call({}, { phone: '13900000001', calledAt })).toMatchObject({ phone: '13900000001', calledAt })
    expect(await call({ contactMobile: '13900000002' }, {})).toMatchObject({ phone: '13900000002' })
    expect(await call({}, {})).toMatchObject({ phone: '13900000088', calledAt: expect.stringMatching(/^20/) })
  })

  it('is none without a number, nor one that is still to come', async () => {
    const saved = await save(owner, routes, body())
    const later = await tryAct(owner, routes, saved, 'confirm', {
      input: { method: 'phone', by: '王女士', calledAt: '2999-01-01T00:00:00Z' },
    })
    expect(later).toMatchObject({ errors: [{ path: 'input.calledAt', message: '通话时间不能晚于现在' }] })
    const signed = await tryAct(owner, routes, saved, 'confirm', {
      input: { method: 'phone', by: '王女士', signatureId: 99_999_999 },
    })
    expect(signed).toMatchObject({ errors: [{ path: 'input.signatureId', message: '电话确认不用签名' }] })
    await shop.sql('update partner set mobile = $3 where group_id = $1 and id = $2', workshop.partnerId, '')
    const silent = await tryAct(owner, routes, saved, 'confirm', { input: { method: 'phone', by: '王女士' } })
    await shop.sql('update partner set mobile = $3 where group_id = $1 and id = $2', workshop.partnerId, '13900000088')
    expect(silent).toMatchObject({ errors: [{ path: 'input.phone', message: '请填写拨打的电话' }] })
  })

  it('hides the number in the log from who may not see mobiles', async () => {
    const { id } = await confirmedOrder(owner, body())
    const blind = await worker(shop, 'manager')
    await withdraw(shop, blind, { fields: ['mobile_full'] })
    expect(await agreements(id, blind.client)).toMatchObject([{ phone: '139****0088' }])
  })
})

describe('what the customer does without', () => {
  it('takes along what is used up by it', async () => {
    const { labour, materials } = body()
    const saved = await save(owner, routes, {
      ...body(),
      labour: [...(labour ?? []), { name: '四轮定位', price: '180' }],
      materials: [
        { ...materials?.[0], partId: shop.parts.filter, qty: '1', labourNo: 1, isConsumable: true },
        { partId: shop.parts.oil, qty: '1', price: '60', labourNo: 2 },
      ],
    } as never)
    const lines = await read(saved.id)
    const declined = [{ lineId: lines.labour[0]?.id as number, reason: '价格' }]
    await act(owner, routes, saved, 'confirm', { input: { method: 'phone', by: '王女士', declined } })
    const after = await read(saved.id)
    expect(after.materials.map(({ agreement, declinedReason }) => [agreement, declinedReason])).toEqual([
      ['declined', '价格'],
      ['agreed', ''],
    ])
  })

  it('is nothing that is in the car already, or that somebody has begun', async () => {
    const order = await confirmedOrder(owner, body())
    const { labour, materials } = await read(order.id)
    const [work] = labour
    const [part] = materials
    await shop.sql(
      `update repair_line set agreement = 'open', issued_qty = 1 where group_id = $1 and id = $2`,
      part?.id,
    )
    await shop.sql(
      `update repair_line set agreement = 'open', work_state = 'working' where group_id = $1 and id = $2`,
      work?.id,
    )
    const without = (lineId: number | undefined) =>
      tryAct(owner, routes, order, 'confirmAdded', {
        input: { method: 'phone', by: '王女士', declined: [{ lineId, reason: '价格' }] },
      })
    expect(await without(part?.id)).toMatchObject({ errors: [{ message: '「04152-YZZA1」已领料，不能不做' }] })
    expect(await without(work?.id)).toMatchObject({ errors: [{ message: '「更换机油机滤」已施工，不能不做' }] })
    await shop.sql(`update repair_line set issued_qty = 0 where group_id = $1 and id = $2`, part?.id)
    await shop.sql(`update repair_line set work_state = 'waiting' where group_id = $1 and id = $2`, work?.id)
  })
})
