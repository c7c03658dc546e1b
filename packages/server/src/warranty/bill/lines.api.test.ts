// Lines of a 三包单 through HTTP: each comes to something, and none is refunded that was given up or answered.
import { repairSettlement } from '@chepu/contract/repair/settlement'
import { refundPreview } from '@chepu/contract/repair/refund'
import { warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { act, type Known, tryAct } from '../../../test/desk'
import { openClaims, typed } from '../../../test/settled-claims'

const { routes } = warrantyBill
let station: Awaited<ReturnType<typeof openClaims>>
beforeAll(async () => {
  station = await openClaims()
})
afterAll(() => station.shop.close())

const read = (id: number) => station.owner.call(routes.read, { params: { id } })

it('come to something each, of work, parts and fees alike', async () => {
  const bill = await act(station.owner, routes, await station.approved(), 'unapprove')
  const { header, labour, materials } = await read(bill.id)
  const body = {
    id: bill.id,
    version: header.version,
    header,
    labour: labour.map((line) => ({ ...typed(line), price: '0' })),
    materials: materials.map(typed),
    extras: [{ name: '外出费', qty: '1', price: '0' }],
  }
  const saved = (await station.owner.call(routes.save, { body: body as never })) as Known
  const { errors } = await tryAct(station.owner, routes, saved, 'submit')
  expect(errors?.map(({ path, message }) => `${path} ${message}`)).toEqual([
    'extras.0.price 费用第1行 单价须大于0',
    'labour.0.price 工时第1行 单价须大于0',
  ])
})

it('are not refunded once they were given up or answered', async () => {
  const told = async ({ id }: Known) => {
    const { settlementId } = (await read(id)).header
    const settlement = await station.owner.call(repairSettlement.routes.read, {
      params: { id: settlementId as number },
    })
    const lines = [{ sourceLineId: settlement.materials[0]?.id as number, qty: '1' }]
    const { problems } = await station.owner.call(refundPreview, {
      body: { settlementId: settlementId as number, lines },
    })
    return problems.map(({ message }) => message)
  }
  const approved = await station.approved()
  expect(await told(approved)).toEqual([`三包单 ${approved.billNo} 已存在，请先作废`])
  const closed = await act(station.owner, routes, approved, 'close')
  expect(await told(closed)).toEqual([`三包单 ${approved.billNo} 已放弃索赔，该行不能退单`])
  const agreed = await station.agreed()
  expect(await told(agreed)).toEqual([`三包单 ${agreed.billNo} 已由厂家确认，该行不能退单`])
})
