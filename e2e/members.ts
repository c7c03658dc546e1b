// Customers with cards, packages and coupons, as stories of settling begin with them.
import { cardPackageRoutes } from '@chepu/contract/cards/card-package'
import { cardTypeRoutes } from '@chepu/contract/cards/card-type'
import { cardVoucher } from '@chepu/contract/cards/card-voucher'
import { listCardTypes, searchCardPackages } from '@chepu/contract/cards/lookups'
import { accountRoutes } from '@chepu/contract/finance/store-account'
import type { BodyOf } from '@chepu/contract/kernel/route'
import { listWorkerTypes } from '@chepu/contract/repair/lookups'
import { serviceItemRoutes } from '@chepu/contract/repair/service-item'
import { type Colleague, fresh, today } from './api'
import type { Car } from './workshop'

/** A service that nobody else does. */
interface Service {
  id: number
  code: string
  name: string
}

export async function newService(boss: Colleague, fixedPrice = '60'): Promise<Service> {
  const { rows } = await boss.call(listWorkerTypes)
  const code = `B${fresh().slice(0, 5)}`
  const name = `洗车${code}`
  const body = { code, name, workerTypeId: rows[0]?.id ?? 0, pricingMode: 'fixed' as const, fixedPrice }
  const { id } = await boss.call(serviceItemRoutes.save, { body })
  return { id, code, name }
}

export const cashOf = async (boss: Colleague): Promise<{ id: number; name: string }> => {
  const { rows } = await boss.call(accountRoutes.list, { query: { page: 1, rows: 100, active: 'true' } })
  return rows.find(({ kind }) => kind === 'cash') as (typeof rows)[0]
}

type Fields = Partial<BodyOf<typeof cardTypeRoutes.save>>
/** A card of the customer of a car, with so much on it as is paid in cash, and a tenth of it granted. */
export async function newMember(boss: Colleague, { partnerId }: Car, paid: string, fields: Fields = {}) {
  const code = `T${fresh()}`
  const rechargeRules = [{ pay: '10', giftRate: '0.1' }]
  const type = { code, name: `金卡${code}`, kind: 'stored' as const, validDays: 365, rechargeRules, ...fields }
  await boss.call(cardTypeRoutes.save, { body: type })
  const { rows } = await boss.call(listCardTypes)
  const cardTypeId = rows.find((row) => row.code === code)?.id ?? 0
  const cardNo = `K${fresh()}`
  const header = { bizDate: today(), purpose: 'open' as const, partnerId, cardTypeId, cardNo, principalChange: paid }
  const { id: storeAccountId } = await cashOf(boss)
  const tenders = [{ storeAccountId, amount: paid }]
  const slip = await boss.call(cardVoucher.routes.save, { body: { header, tenders, action: { name: 'approve' } } })
  const { header: saved } = await boss.call(cardVoucher.routes.read, { params: { id: slip.id } })
  return { id: saved.cardId ?? 0, cardNo, partnerId }
}

/** A package of so many times of a service comes onto a card, paid in cash. Answers its name. */
export async function buysPackage(
  boss: Colleague,
  { id: cardId, partnerId }: { id: number; partnerId: number },
  service: Service,
  times: string,
  salePrice = '80',
): Promise<string> {
  const code = `P${fresh()}`
  const name = `套餐${code}`
  const lines = [{ serviceItemId: service.id, times, listPrice: '60' }]
  await boss.call(cardPackageRoutes.save, { body: { code, name, salePrice, activate: true, validDays: 365, lines } })
  const { rows } = await boss.call(searchCardPackages, { query: { q: code } })
  const header = { bizDate: today(), purpose: 'package_sale' as const, partnerId, cardId, cardPackageId: rows[0]?.id }
  const { id: storeAccountId } = await cashOf(boss)
  const tenders = [{ storeAccountId, amount: salePrice }]
  await boss.call(cardVoucher.routes.save, { body: { header, tenders, action: { name: 'approve' } } as never })
  return name
}
