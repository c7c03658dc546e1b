// Who hands on what, and how he is refused: what the tests of handing on share (business/access 4, ADR 0030).
import { userRoutes } from '@chepu/contract/access/user'
import { expect } from 'vitest'
import { type Worker, worker } from '../../../test/people'
import { openShop } from '../../../test/shop'
import { fillRegions } from '../../basics/public'
import { grantsOf } from '../../kernel/caller/rights'

/** A shop with one of each who may hand something on, and a clerk with next to nothing. */
export async function openOffice() {
  const shop = await openShop()
  await fillRegions(shop.db)
  const owner = await worker(shop, 'owner')
  return {
    shop,
    owner,
    manager: await worker(shop, 'manager'),
    admin: await worker(shop, 'admin'),
    clerk: await worker(shop, 'technician'),

    /** What somebody holds in an organisation. */
    rightsOf: ({ userId }: Worker, orgId = shop.orgId) =>
      shop.db.tenant(shop.groupId, (tx) => grantsOf(tx, userId, orgId)),

    /** The version of somebody's account, as the owner reads it. */
    versionOf: async ({ userId }: Worker) =>
      (await owner.client.call(userRoutes.list, { query: { id: userId } })).rows[0]?.version as number,
  }
}
export type Office = Awaited<ReturnType<typeof openOffice>>

let count = 0
/** A name that nothing has yet. */
export const next = (prefix: string): string => `${prefix}${(count += 1).toString(36).padStart(2, '0')}`

export const onlyOwners = { status: 403, msg: '只有老板可以授予老板角色' }
export const wider = { status: 403, msg: expect.stringMatching(/不能授予(他人|更大的范围)$/) as string }
export const notHeld = { status: 403, msg: expect.stringMatching(/不能授予他人/) as string }
/** The refusal of a role, an account or an application that holds more than who handles it. */
export const beyond = (what: string, lacking = '') => ({
  status: 403,
  msg: expect.stringMatching(new RegExp(`^${what}有您没有的权限：${lacking}.*，请老板处理$`)) as string,
})
export const ofManager = beyond('角色“店长”', '成本价与成本金额、毛利、进价等4项')
export const ofAdmin = beyond('角色“系统管理员”', '企业与门店-审核')

/** What a user has beside his roles when he has nothing. */
export const nothingBeside = {
  granted: [],
  withdrawn: [],
  visibleFields: [],
  hiddenFields: [],
  limits: { discountLimit: null, orderDiscountLimit: null, settleDiscountLimit: null, unlimited: [] },
}
