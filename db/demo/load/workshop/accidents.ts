// Cars after an accident: what their insurers assess, and what becomes of their cases (business/demo 5.3).
import { collection } from '@chepu/contract/finance/collection'
import { currentReceive } from '@chepu/contract/finance/lookups'
import { type Decimal, sub, sumOf } from '@chepu/contract/kernel/decimal'
import type { BodyOf } from '@chepu/contract/kernel/route'
import { insuranceCase } from '@chepu/contract/repair/insurance-case'
import { repairSettlement } from '@chepu/contract/repair/settlement'
import { addDays, shanghaiDay } from '../../../../packages/server/src/kernel/base/calendar'
import type { Saved } from '../desk'
import type { Order, Settled } from './visit'
import type { Workshop } from './workshop'

const { routes } = insuranceCase
type Papers = NonNullable<BodyOf<typeof routes.save>['header']['papers']>

/** How far a case comes, and what its insurer says in the end. */
type Course = 'paid' | 'agreed' | 'lower' | 'moved' | 'refused' | 'submitted' | 'ready' | 'unpapered'

/** What becomes of the cases of the months behind, in turn: most are paid, the latest still run. */
const courses: readonly Course[] = [
  'paid',
  'paid',
  'lower',
  'paid',
  'paid',
  'moved',
  'paid',
  'refused',
  'paid',
  'paid',
  'agreed',
  'submitted',
  'submitted',
  'ready',
  'unpapered',
]
/** Whose customer pays the shop himself, and is paid by his insurer. */
const indirect = 8

const papersOf = (held: number): Papers =>
  ['定损单', '事故认定书', '行驶证', '驾驶证', '被保险人身份证', '维修发票', '维修清单', '赔款授权书'].map(
    (name, i) => ({
      name,
      isHeld: i < held,
    }),
  )

const surveyors = ['理赔一部定损员', '理赔二部定损员', '远程定损员']

/** A case of an order, and what its customer owes of what the insurer has assessed. */
interface Accident {
  saved: Saved
  course: Course
  insurerId: number
  fromCustomer: Decimal
}

/** What an insurer has assessed of some lines of an order. */
const assessedOf = (lines: readonly { payer: string | null; netAmount?: string | null | undefined }[]): Decimal =>
  sumOf(
    lines.filter(({ payer }) => payer === 'insurance'),
    ({ netAmount }) => netAmount ?? '0',
  )

/** Reports an accident to who insures the car; with its order where there is one. */
export function report(
  { shop, random }: Workshop,
  { visit, id, lines }: Pick<Order, 'visit'> & { id: number | null; lines?: Order['lines'] },
  {
    insurerId,
    number,
    isAssessed = true,
    more = {},
  }: { insurerId: number; number: string; isAssessed?: boolean; more?: object },
): Promise<Saved> {
  const { car, day, adviser } = visit
  const assessed = {
    surveyor: random.pick(surveyors),
    assessedOn: day,
    assessedLabour: assessedOf(lines?.labour ?? []),
    assessedMaterial: assessedOf(lines?.materials ?? []),
  }
  return adviser.desk.save(routes, {
    header: {
      bizDate: day,
      partnerId: car.partnerId,
      vehicleId: car.id,
      salespersonId: adviser.employeeId,
      workOrderId: id,
      insurerId,
      caseNo: `RA${day.replaceAll('-', '')}${shop.orgCode}${number}`,
      policyNo: `PDAA${day.slice(0, 4)}${String(car.id).padStart(8, '0')}`,
      policyKind: random.pick(['commercial', 'commercial', 'both', 'third_party'] as const),
      atFault: random.pick([100, 70, 50, 30]),
      ...(isAssessed && assessed),
      ...more,
    },
    ...(isAssessed && { action: { name: 'assess' } }),
  })
}

/** The case of an order of the months behind; `count` says how many there were before. */
export async function openCase(workshop: Workshop, order: Order, insurerId: number, count: number): Promise<Accident> {
  const course = courses[count % courses.length] as Course
  const paysDirectly = count !== indirect
  const deductible = paysDirectly && workshop.random.chance(0.4) ? '200' : '0'
  const held = course === 'unpapered' ? 5 : 8
  const saved = await report(workshop, order, {
    insurerId,
    number: String(count + 1).padStart(3, '0'),
    more: { deductible, paysDirectly, papers: papersOf(held) },
  })
  const { labour, materials } = order.lines
  const fromCustomer = paysDirectly ? deductible : assessedOf([...labour, ...materials])
  return { saved, course, insurerId, fromCustomer }
}

/** After the settlement: the papers are handed in, the insurer decides, and pays. */
export async function pursue(
  workshop: Workshop,
  order: Settled,
  { saved, course, insurerId }: Accident,
): Promise<void> {
  if (course === 'unpapered' || course === 'ready') return
  const { desk } = order.visit.adviser
  const { header } = await desk.call(routes.read, { params: { id: saved.id } })
  const submitted = await desk.act(routes, { ...saved, version: header.version }, 'handIn')
  if (course === 'submitted') return
  if (course === 'refused') {
    await workshop.shop.desks.cashier.act(routes, submitted, 'refuse', { reason: '出险时行驶证已过检验有效期' })
    return
  }
  const { cashier } = workshop.shop.desks
  const query = {
    partnerId: insurerId,
    sourceKind: repairSettlement.kind,
    sourceIds: String(order.settlementId),
    side: 'AR' as const,
  }
  const [item] = (await cashier.call(currentReceive, { query })).rows
  const billed = item?.balance ?? '100'
  const isLess = course === 'lower' || course === 'moved'
  const amount = isLess ? sub(billed, '80') : billed
  await cashier.act(routes, submitted, 'agree', { input: { amount, rest: course === 'moved' ? 'customer' : 'shop' } })
  if (item && course !== 'agreed') await collectFrom(workshop, order, insurerId, { openItemId: item.id, amount })
}

/** The insurer pays by bank, some days after the settlement. */
async function collectFrom(
  { shop }: Workshop,
  { visit }: Order,
  partnerId: number,
  item: { openItemId: number; amount: Decimal },
): Promise<void> {
  const yesterday = addDays(shanghaiDay(), -1)
  const paidOn = addDays(visit.promisedAt.slice(0, 10), 7)
  await shop.desks.cashier.save(collection.routes, {
    header: { bizDate: paidOn < yesterday ? paidOn : yesterday, partnerId, purpose: 'trade' },
    tenders: [{ storeAccountId: shop.book.id('account', `${shop.orgCode}/DG`), amount: item.amount }],
    items: [item],
    action: { name: 'approve' },
  })
}
