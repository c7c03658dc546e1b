import { formerName, priceAdjustment } from '@chepu/contract/basics/price-adjustment'
import { priceNames } from '@chepu/contract/basics/product'
import { button, pageOf } from '@chepu/contract/access/catalogue'
import { shanghaiTime } from '@chepu/contract/kernel/time'
import { snake } from '../../kernel/db/names'
import type { Tx } from '../../kernel/db/tx'
import { updateMany } from '../../kernel/master/bulk'
import { notify, usersWith } from '../../kernel/notify/notify'
import { changedPrices, notePrices } from '../product/price-history'
import { lockProducts, type PricedProduct, pricesIn } from './repo'
import { floorFault, overtaken, pricesAfter, setPrices } from './rules'
import type { Adjustment, StoredLine } from './types'

const numeric = Object.fromEntries(priceNames.map((name) => [name, 'numeric']))

/** Day and clock of a moment in Asia/Shanghai, as adjustments name theirs. */
export const clockOf = (at: Date): { day: string; time: string } => {
  const [day = '', time = ''] = shanghaiTime(at).split(' ')
  return { day, time: time.slice(0, 5) }
}

/** Whether the time of an adjustment has come; one without a day does not wait. */
export function isDue({ effectiveOn, effectiveTime }: Pick<Adjustment, 'effectiveOn' | 'effectiveTime'>, at: Date) {
  const { day, time } = clockOf(at)
  return effectiveOn === null || effectiveOn < day || (effectiveOn === day && effectiveTime <= time)
}

/** The products of an adjustment, those included that the organisation has not had yet, locked by part. */
export async function holdProducts(tx: Tx, { orgId, lines }: Adjustment): Promise<Map<number, PricedProduct>> {
  const partIds = lines.map(({ partId }) => partId).toSorted((a, b) => a - b)
  await tx.insert(
    'product',
    ['group_id', 'org_id', 'part_id'],
    partIds.map((partId) => [tx.groupId, orgId, partId]),
    'on conflict (group_id, org_id, part_id) do nothing',
  )
  return lockProducts(tx, orgId, partIds)
}

/** A line with what stood in its product, and why it cannot take effect, if it cannot. */
interface Weighed {
  line: StoredLine
  product: PricedProduct
  leftOut: string
  isOvertaken: boolean
}

/**
 * Puts the prices of an approved adjustment in force: products, history, the lines with what stood then, and the notice to who sells. A
 * line whose prices no product may have any more stays out, and whoever made and approved it learns of that (ADR 0156). The number of
 * statements does not depend on the number of lines.
 */
export async function putInForce(
  tx: Tx,
  doc: Adjustment,
  products: ReadonlyMap<number, PricedProduct>,
  approverId: number | null,
): Promise<void> {
  const weighed = doc.lines.map((line): Weighed => {
    const product = pricesIn(products, line.partId) as PricedProduct
    const leftOut = floorFault(pricesAfter(line, product)) ?? ''
    return { line, product, leftOut, isOvertaken: overtaken(line, product).length > 0 }
  })
  const taken = weighed.filter(({ leftOut }) => leftOut === '')
  const changes = taken.map(({ line, product }) => ({
    partId: line.partId,
    before: product,
    after: Object.fromEntries(setPrices(line).map((name) => [name, line[name]])),
  }))
  await updateMany(
    tx,
    'product',
    numeric,
    taken.map(({ line, product }) => ({ id: product.id, ...pricesAfter(line, product) })),
  )
  await notePrices(tx, { orgId: doc.orgId, userId: approverId, source: 'adjustment', adjustmentId: doc.id }, changes)
  await noteFormer(tx, weighed)
  await tell(tx, { ...doc, approverId }, weighed, changes.filter((change) => changedPrices(change).length > 0).length)
}

/** From now on the lines say what stood when they took effect. */
async function noteFormer(tx: Tx, weighed: readonly Weighed[]): Promise<void> {
  const names = priceNames.map((name) => snake(formerName(name)))
  await tx.query({
    name: 'note-former-prices',
    text: `update price_adjustment_line l set left_out = n.left_out, is_overtaken = n.is_overtaken,
        ${names.map((name) => `${name} = n.${name}`).join(', ')}
      from unnest($2::bigint[], $3::text[], $4::boolean[], ${names.map((_, i) => `$${i + 5}::numeric[]`).join(', ')})
        as n (id, left_out, is_overtaken, ${names.join(', ')})
      where l.group_id = $1 and l.id = n.id`,
    values: [
      tx.groupId,
      weighed.map(({ line }) => line.id),
      weighed.map(({ leftOut }) => leftOut),
      weighed.map(({ isOvertaken }) => isOvertaken),
      ...priceNames.map((name) => weighed.map(({ product }) => product[name])),
    ],
  })
}

/** Buttons of those who sell: counter, orders, repair. */
const sellers = [
  button('sales_order', 'add'),
  button('sales_delivery', 'add'),
  button('work_order', 'add'),
  button('fast_repair', 'add'),
]

/** Sellers and advisers learn of new prices, and who made and approved the adjustment of what they could not foresee. */
async function tell(tx: Tx, doc: Adjustment, weighed: readonly Weighed[], changed: number): Promise<void> {
  const { id, orgId, billNo } = doc
  if (changed > 0) {
    const sold = (await Promise.all(sellers.map((each) => usersWith(tx, orgId, each)))).flat()
    // Who approved it knows.
    const told = [...new Set(sold)].filter((user) => user !== doc.approverId)
    const reading = new Set(await usersWith(tx, orgId, pageOf('price')))
    const event = { kind: 'notice', orgId, message: `${changed} 个商品价格已调整（${billNo}）` } as const
    const eventKey = `price_adjustment:${id}`
    notify(tx, {
      ...event,
      eventKey,
      users: told.filter((user) => reading.has(user)),
      screen: 'price',
      params: { tab: 'prices', adjustmentId: id },
    })
    notify(tx, { ...event, eventKey, users: told.filter((user) => !reading.has(user)) })
  }
  const leftOut = weighed.filter((line) => line.leftOut !== '').length
  const isOvertaken = weighed.filter((line) => line.leftOut === '' && line.isOvertaken).length
  if (leftOut + isOvertaken === 0) return
  const words = [
    ...(leftOut > 0 ? [`${leftOut}个商品不合规则，未调整`] : []),
    ...(isOvertaken > 0 ? [`${isOvertaken}个商品审核后另行改过价，已按本单调整`] : []),
  ]
  notify(tx, {
    users: [doc.creatorId, ...(doc.approverId === null ? [] : [doc.approverId])],
    kind: 'news',
    msgType: 1,
    message: `${priceAdjustment.title} ${billNo} 已生效：${words.join('；')}`,
    orgId,
    params: { kind: doc.kind, id, no: billNo },
  })
}
