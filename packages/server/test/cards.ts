// Member cards for tests: types, packages, and cards with money and packages on them, as a desk issues them.
import { cardVoucher } from '@chepu/contract/cards/card-voucher'
import type { BodyOf } from '@chepu/contract/kernel/route'
import { shanghaiDay } from '../src/kernel/base/calendar'
import { type Saved, save } from './desk'
import type { Shop } from './shop'
import { type Client, one } from './stage'

type Place = Pick<Shop, 'db' | 'groupId'>
type VoucherBody = BodyOf<typeof cardVoucher.routes.save>
type VoucherHeader = Partial<VoucherBody['header']> & Pick<VoucherBody['header'], 'purpose' | 'partnerId'>

let made = 0
const code = (prefix: string) => `${prefix}${String(++made).padStart(3, '0')}`

/** A type of cards that hold money and packages, unless the row says otherwise. */
export const newCardType = (shop: Place, row: Record<string, unknown> = {}): Promise<number> =>
  shop.db.tenant(shop.groupId, (tx) => one(tx, 'card_type', { code: code('T'), name: '金卡', kind: 'stored', ...row }))

/** A line of a package: so many times of a service item or units of a part, worth so much together. */
interface PackageLineRow {
  serviceItemId?: number
  partId?: number
  times: string
  listPrice: string
  allocPrice: string
  allocTotal: string
}

/** A package on sale; its price is what its lines are worth. */
export const newCardPackage = (
  shop: Place,
  { lines, salePrice, ...row }: Record<string, unknown> & { lines: readonly PackageLineRow[]; salePrice: string },
): Promise<number> =>
  shop.db.tenant(shop.groupId, async (tx) => {
    const own = { code: code('P'), name: '保养套餐', sale_price: salePrice, state: 'active', ...row }
    const id = await one(tx, 'card_package', own)
    for (const [i, line] of lines.entries())
      await one(tx, 'card_package_line', {
        package_id: id,
        line_no: i + 1,
        kind: line.partId === undefined ? 'labour' : 'part',
        service_item_id: line.serviceItemId ?? null,
        part_id: line.partId ?? null,
        times: line.times,
        list_price: line.listPrice,
        alloc_price: line.allocPrice,
        alloc_total: line.allocTotal,
      })
    return id
  })

/** The body of a 办卡单 of today that is approved at once. */
export const voucherBody = (header: VoucherHeader, tenders: VoucherBody['tenders'] = []): VoucherBody => ({
  header: { bizDate: shanghaiDay(), ...header },
  tenders,
  action: { name: 'approve' },
})

/** Saves and approves a 办卡单 in one call, and answers it with its card. */
export async function makeVoucher(
  client: Client,
  header: VoucherHeader,
  tenders: VoucherBody['tenders'] = [],
): Promise<Saved & { cardId: number }> {
  const saved = await save(client, cardVoucher.routes, voucherBody(header, tenders))
  const { document } = saved
  return { ...saved, cardId: document?.header.cardId as number }
}

/** A card with money and, where a package is named, what is in it; paid in cash of the shop. Answers its id. */
export async function newCard(
  shop: Pick<Shop, 'cashId'>,
  client: Client,
  {
    paid,
    ...header
  }: Omit<VoucherHeader, 'purpose'> & {
    cardTypeId: number
    /** What is paid, if it is not just the money on the card. */
    paid?: string
  },
): Promise<number> {
  const amount = paid ?? header.principalChange ?? '0'
  const tenders = amount === '0' ? [] : [{ storeAccountId: shop.cashId, amount }]
  return (await makeVoucher(client, { ...header, purpose: 'open' }, tenders)).cardId
}
