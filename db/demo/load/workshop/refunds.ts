// What is taken back of settled repairs: some as a whole, most in part (business/demo 5.3).
import { type DataOf } from '@chepu/contract/kernel/route'
import { refundPreview, repairRefund } from '@chepu/contract/repair/refund'
import { addDays } from '../../../../packages/server/src/kernel/base/calendar'
import type { Settled } from './visit'
import type { Workshop } from './workshop'

const { routes } = repairRefund

/** What of an order goes back: all of it, a piece of material, one piece of work, or some yuan of it. */
type Taken = 'all' | 'material' | 'labour' | 'money'

interface Plan {
  taken: Taken
  reason: string
  /** Material goes back into stock; else it is lost. */
  isRestocked?: boolean
  /** Where the customer's money is paid from at once; without one it waits for the cashier. */
  account?: 'XJ' | 'WX'
  to: 'draft' | 'submitted' | 'done' | 'reversed'
}

const plans: Readonly<Record<string, readonly Plan[]>> = {
  '02': [
    { taken: 'all', reason: '配件与车型不符，客户退单', isRestocked: true, account: 'WX', to: 'done' },
    { taken: 'material', reason: '配件有质量问题，退料返供应商', isRestocked: true, account: 'XJ', to: 'done' },
    { taken: 'material', reason: '装车后异响，换件费用退客户', account: 'WX', to: 'done' },
    { taken: 'labour', reason: '项目未做，多收工时', account: 'XJ', to: 'done' },
    { taken: 'money', reason: '超时交车，补偿客户', to: 'done' },
    { taken: 'money', reason: '收费有误，退差价', account: 'XJ', to: 'reversed' },
    { taken: 'material', reason: '客户自带件，材料退回', isRestocked: true, to: 'submitted' },
    { taken: 'labour', reason: '客户对漆面效果不满意', to: 'draft' },
  ],
  '03': [
    { taken: 'all', reason: '配件装错，全额退款', isRestocked: true, account: 'XJ', to: 'done' },
    { taken: 'money', reason: '活动价未执行，退差价', account: 'WX', to: 'done' },
  ],
}

/** Takes back of orders that were paid by their customers, one a plan, the latest ones staying as they are. */
export async function refundSome(workshop: Workshop, today: string, delivered: readonly Settled[]): Promise<void> {
  const settled = delivered
    .slice(0, -6)
    .filter(({ lines }) => [...lines.labour, ...lines.materials].every(({ payer }) => payer === 'customer'))
    .toReversed()
  const used = new Set<Settled>()
  for (const plan of plans[workshop.shop.orgCode] ?? []) {
    const order = settled.find((each) => !used.has(each) && suits(plan, each))
    if (!order) continue
    used.add(order)
    await takeBack(workshop, today, order, plan)
  }
}

const suits = ({ taken }: Plan, { lines }: Settled): boolean =>
  taken === 'all' || taken === 'material'
    ? lines.materials.some(({ isConsumable }) => !isConsumable)
    : lines.labour.length > 1

async function takeBack(workshop: Workshop, today: string, order: Settled, plan: Plan): Promise<void> {
  const { visit, settlementId } = order
  const { shop } = workshop
  const { desk } = visit.adviser
  const preview = await desk.call(refundPreview, { body: { settlementId } })
  const [yesterday, later] = [addDays(today, -1), addDays(visit.promisedAt.slice(0, 10), 2)]
  const saved = await desk.save(routes, {
    header: {
      bizDate: later < yesterday ? later : yesterday,
      partnerId: visit.car.partnerId,
      vehicleId: visit.car.id,
      settlementId,
      reason: plan.reason,
      storeAccountId: plan.account ? shop.book.id('account', `${shop.orgCode}/${plan.account}`) : null,
    },
    ...linesOf(preview.lines, plan),
    ...(plan.to !== 'draft' && { action: { name: 'submit' } }),
  })
  if (plan.to === 'draft' || plan.to === 'submitted') return
  const done = await shop.desks.boss.act(routes, saved, 'approve')
  if (plan.to === 'reversed') await shop.desks.boss.act(routes, done, 'reverse', { reason: '退错工单' })
}

function linesOf(lines: DataOf<typeof refundPreview>['lines'], { taken, isRestocked = false }: Plan) {
  const of = (section: string) =>
    lines
      .filter((line) => line.section === section)
      .map(({ id, openQty, mayRestock }) => ({
        sourceLineId: id,
        qty: openQty,
        isRestocked: isRestocked && mayRestock,
      }))
  const [labour, materials] = [of('labour'), of('materials')]
  if (taken === 'all') return { labour, materials, extras: of('extras'), outsourced: of('outsourced') }
  if (taken === 'material') return { materials: materials.slice(0, 1).map((line) => ({ ...line, qty: '1' })) }
  const [first] = labour.slice(-1)
  return { labour: first ? [taken === 'labour' ? first : { ...first, qty: '0', refundAmount: '20' }] : [] }
}
