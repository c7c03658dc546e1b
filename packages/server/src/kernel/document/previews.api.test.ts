import { balanceAdjustment } from '@chepu/contract/finance/balance-adjustment'
import { collection } from '@chepu/contract/finance/collection'
import { fundTransfer } from '@chepu/contract/finance/fund-transfer'
import { otherExpense, otherIncome } from '@chepu/contract/finance/other-money'
import { payment } from '@chepu/contract/finance/payment'
import { writeOff } from '@chepu/contract/finance/write-off'
import type { DocumentDef } from '@chepu/contract/kernel/document'
import { shanghaiDay } from '@chepu/contract/kernel/time'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, one, openShop, type Shop } from '../../../test/shop'
import { act, save } from '../../../test/desk'
import { boundKinds } from '../goods/registry'

let shop: Shop
let owner: Client
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
})
afterAll(() => shop.close())

const ask = async (path: string) => {
  const answer = await fetch(shop.origin + path, { headers: { token: owner.token } })
  const { reason, data, msg } = (await answer.json()) as { reason?: string; msg: string; data?: { refusals: string[] } }
  return { status: answer.status, reason, msg, refusals: data?.refusals }
}

/** A document of the kind as a row, with one line where it has lines; it is in no ledger. */
async function row(table: 'goods_document' | 'money_slip', kind: string): Promise<number> {
  const [bizDate, period] = [shanghaiDay(), 202601]
  return shop.db.tenant(shop.groupId, async (tx) => {
    const common = {
      org_id: shop.orgId,
      kind,
      bill_no: `PREVIEW-${kind}`,
      biz_date: bizDate,
      period,
      partner_id: shop.customerId,
      creator_id: 1,
    }
    if (table === 'money_slip') return one(tx, table, { ...common, purpose: 'adjust', side: 'AR' })
    return one(tx, table, {
      ...common,
      warehouse_id: shop.warehouseId,
      line_count: 0,
      total_qty: '0',
      total_amount: '0',
      total_untaxed: '0',
      total_tax: '0',
      total_taxed: '0',
    })
  })
}

it('of every action of every kind in every state answers, or says why not', async () => {
  const faults: string[] = []
  const kinds: [DocumentDef, 'goods_document' | 'money_slip'][] = [
    ...boundKinds().map(({ def }): [DocumentDef, 'goods_document'] => [def, 'goods_document']),
    ...[collection, payment, fundTransfer, otherIncome, otherExpense, writeOff, balanceAdjustment].map(
      (def): [DocumentDef, 'money_slip'] => [def, 'money_slip'],
    ),
  ]
  expect(kinds.length).toBeGreaterThan(11)
  for (const [def, table] of kinds) {
    const id = await row(table, def.kind)
    for (const state of Object.keys(def.states)) {
      await shop.sql(`update ${table} set state = $3 where group_id = $1 and id = $2`, id, state)
      const tried = Object.entries(def.actions).filter(([, { preview }]) => preview || state === 'draft')
      for (const [name, action] of tried) {
        const { status, reason, refusals } = await ask(`/api/web/${def.path}/${id}/preview/${name}`)
        const isFine = action.preview ? status === 200 || reason === 'refusal' : status === 404
        const isRefused = action.from.includes(state) || (refusals?.length ?? 1) > 0
        if (!isFine || !isRefused)
          faults.push(`${def.kind} ${state} ${name}: ${status} ${reason} ${refusals?.join(' ')}`)
      }
    }
    await shop.sql(`delete from ${table} where group_id = $1 and id = $2`, id)
  }
  expect(faults).toEqual([])
})

it('of what is reversed already says so', async () => {
  const header = { bizDate: shanghaiDay(), partnerId: shop.supplierId, warehouseId: shop.warehouseId }
  const lines = [{ partId: shop.parts.filter, qty: '1', price: '30' }]
  const receipt = await save(owner, goodsReceipt.routes, { header, lines })
  const posted = await act(owner, goodsReceipt.routes, receipt, 'approve')
  await act(owner, goodsReceipt.routes, posted, 'reverse', { reason: '录错' })
  expect(await ask(`${goodsReceipt.routes.list.path}/${receipt.id}/preview/reverse`)).toMatchObject({
    status: 200,
    refusals: [`单据 ${receipt.billNo} 当前为「已红冲」，不能红冲`],
  })
})
