import { balanceAdjustment } from '@chepu/contract/finance/balance-adjustment'
import { approve, save } from './desk'
import { type Client, one, type Shop } from './shop'
import { shanghaiDay } from '../src/kernel/base/calendar'

export const today = shanghaiDay()

/** Opens a receivable or payable of the amount by an approved 往来调整单 and answers the open item's id and number. */
export async function openItem(
  shop: Shop,
  client: Client,
  item: { partnerId: number; side: 'AR' | 'AP'; total: string; dueOn?: string; bizDate?: string },
): Promise<{ id: number; billNo: string }> {
  const header = { bizDate: today, purpose: 'adjust' as const, remark: '测试', ...item }
  const saved = await save(client, balanceAdjustment.routes, { header })
  const posted = await approve(client, balanceAdjustment, saved)
  const [opened] = await shop.books.openItems('balance_adjustment', posted.id)
  return { id: opened?.id as number, billNo: posted.billNo }
}

/** A partner of its own for one test, so that tests do not share balances. */
export const newPartner = (shop: Shop, name: string, cusFlag = 1): Promise<number> =>
  shop.db.tenant(shop.groupId, (tx) => one(tx, 'partner', { code: `T${name}`, name, kind: 'unit', cus_flag: cusFlag }))

/** A store account of the shop, or of another organisation. */
export const newAccount = (
  shop: Shop,
  name: string,
  kind: string,
  balance = '0',
  orgId = shop.orgId,
): Promise<number> =>
  shop.db.tenant(shop.groupId, (tx) =>
    one(tx, 'store_account', {
      org_id: orgId,
      code: name,
      name,
      kind,
      opening_on: '2026-01-01',
      opening_balance: balance,
      balance,
    }),
  )

/** Gives the organisations of a group a company, without which nobody starts their books. */
export const ownCompany = async (shop: Pick<Shop, 'db' | 'groupId'>): Promise<void> =>
  shop.db.tenant(shop.groupId, async (tx) => {
    const name = '测试主体公司'
    const known = await tx.one<{ id: number }>({
      text: 'select id from company where group_id = $1 and name = $2',
      values: [tx.groupId, name],
    })
    const companyId = known?.id ?? (await one(tx, 'company', { name }))
    await tx.query({
      text: 'update org set company_id = $2 where group_id = $1 and company_id is null',
      values: [tx.groupId, companyId],
    })
  })
