// No kind of document comes into a month that is closed, nor out of it; asked of every kind that posts.
import { isOrder } from '@chepu/contract/kernel/states'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { shanghaiDay } from '../src/kernel/base/calendar'
import { periodOf } from '../src/kernel/ledgers/types'
import * as desk from './desk'
import { defOf, fillShelves, making } from './making'
import { type Client, openShop } from './shop'

const shop = await openShop({ config: { goodsReturnDays: 365 } })
const kinds = desk.kindsOf(shop).filter(({ def }) => !isOrder(def))
const today = shanghaiDay()

let owner: Client
/** Another one, who approves what nobody approves of his own. */
let second: Client

beforeAll(async () => {
  owner = await shop.signIn('owner')
  second = await shop.signIn('owner')
  await fillShelves(shop, owner)
  const ahead = {
    header: { bizDate: today, partnerId: shop.customerId, purpose: 'advance' },
    tenders: [{ storeAccountId: shop.cashId, amount: '900000' }],
    items: [],
  }
  await desk.post(owner, defOf('collection').routes, ahead as never)
})
afterAll(() => shop.close())

const { bodyOf, approve, standing } = making(shop, () => ({ client: owner, second }))

/** Closes the books up to a month, or opens them all, behind the program's back; rights, which know it, are read anew. */
async function setClosedMonth(month: number | null): Promise<void> {
  await shop.sql('update org set closed_month = $2 where group_id = $1 and id = $3 returning id', month, shop.orgId)
  await shop.db.shared({ text: 'update shared.login set access_version = access_version + 1' })
}

it.each(kinds.map(({ def }) => [def.title, def] as const))('%s stays where it is', async (_, def) => {
  const { kind, routes } = def
  const done = await standing(kind)
  const typed = await bodyOf(kind)
  const waiting = await desk.save(owner, routes, typed as never)
  const another = await bodyOf(kind)
  onTestFinished(() => setClosedMonth(null))
  await setClosedMonth(periodOf(today))

  const refused = { status: 400, msg: expect.stringContaining('该期间已结账') as string }
  for (const body of [another, { ...typed, id: waiting.id, version: waiting.version }])
    expect(await desk.trySave(owner, routes, body as never)).toMatchObject(refused)
  await expect(approve(def, waiting)).rejects.toThrow('该期间已结账')
  for (const action of ['unapprove', 'reverse', 'undo', 'close'].filter((name) =>
    def.actions[name]?.from.includes(done.state),
  ))
    expect(await desk.tryAct(owner, routes, done, action)).toMatchObject(refused)
  const { header } = await owner.call(routes.read, { params: { id: done.id } })
  expect(header).toMatchObject({ state: done.state, version: done.version })
})
