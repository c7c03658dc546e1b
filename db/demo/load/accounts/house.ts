import { type MoneyDirection, otherMoneyOf } from '@chepu/contract/finance/other-money'
import { compare, type Decimal, div, isNegative, mul, sub, sumOf, truncate } from '@chepu/contract/kernel/decimal'
import { createRandom, type Random } from '../../random'
import type { DemoShop } from '../shop'
import { partners } from '../../partners'
import { partnerFlag } from '../../partner-types'
import { type Days, dayIn, monthsOf } from './calendar'

/** What comes again and again: category, what for, in which of the months and on which day, and between how many yuan. */
interface Habit {
  category: string
  direction?: MoneyDirection
  account?: string
  remark: string
  months: readonly number[]
  day: number
  /** None of wages, which take what is there. */
  between?: readonly [number, number]
}

const [every, later] = [
  [0, 1, 2, 3],
  [1, 2, 3],
] as const
const rent = (remark: string, yuan: number): Habit => ({
  category: '房租水电',
  remark,
  months: every,
  day: 3,
  between: [yuan, yuan],
})
const utilities = (months: readonly number[], between: readonly [number, number]): Habit => ({
  category: '房租水电',
  remark: '水电费',
  months,
  day: 12,
  between,
})
const wages: Habit = { category: '工资福利', remark: '发放上月工资', months: later, day: 10 }
const office = (months: readonly number[]): Habit => ({
  category: '办公费',
  account: 'XJ',
  remark: '打印纸、墨盒',
  months,
  day: 18,
  between: [120, 380],
})
const scrap = (months: readonly number[], remark: string): Habit => ({
  category: '废旧物资收入',
  direction: 'in',
  account: 'XJ',
  remark,
  months,
  day: 25,
  between: [90, 420],
})

/** What each shop earns and spends besides its trade: 25, 20 and 15 documents (business/demo 5.1). */
const habits: Record<string, readonly Habit[]> = {
  '01': [
    rent('门面及仓库租金', 6000),
    utilities(every, [680, 960]),
    wages,
    office(every),
    { category: '运费快递', account: 'XJ', remark: '零担运费', months: later, day: 21, between: [60, 240] },
    { category: '业务招待', account: 'XJ', remark: '客户来访用餐', months: [1, 3], day: 16, between: [260, 520] },
    scrap(later, '废纸箱、旧蓄电池变卖'),
    { category: '利息收入', direction: 'in', remark: '存款利息', months: [0, 2], day: 20, between: [18, 46] },
  ],
  '02': [
    rent('维修车间租金', 3000),
    utilities(every, [520, 860]),
    wages,
    office([1, 2]),
    scrap(every, '废机油、旧件变卖'),
    { category: '广告宣传', remark: '门头灯箱', months: [1], day: 8, between: [600, 900] },
    { category: '修理费', account: 'XJ', remark: '举升机检修', months: [0, 2], day: 15, between: [180, 360] },
  ],
  '03': [
    rent('门店租金', 2000),
    utilities(later, [260, 420]),
    wages,
    office([1, 3]),
    scrap(later, '废机油、旧轮胎变卖'),
  ],
}

/** Rent, wages, water and power, and what is sold of what is left over. Wages are what was moved to the bank and nothing else was paid of. */
export async function runHouse(shop: DemoShop, days: Days, moved: Decimal): Promise<void> {
  const random = createRandom(`house ${shop.orgCode}`)
  const planned = (habits[shop.orgCode] ?? []).flatMap((habit) =>
    habit.months.map((month) => ({ habit, month, amount: amountOf(habit, random) })),
  )
  const spent = sumOf(
    planned.filter(({ habit }) => habit.direction !== 'in'),
    ({ amount }) => amount,
  )
  const left = sub(moved, spent)
  const wage = compare(left, '3000') > 0 ? mul(truncate(div(left, '330'), 0), '100') : '900'
  const months = monthsOf(days)
  const categories = await categoriesOf(shop)
  const inOrder = planned.toSorted((a, b) => a.month - b.month || a.habit.day - b.habit.day)
  const stands = await balancesOf(shop)
  for (const [i, { habit, month, amount: asPlanned }] of inOrder.entries()) {
    const amount = habit.between ? asPlanned : wage
    const account = shop.book.id('account', `${shop.orgCode}/${habit.account ?? 'DG'}`)
    const rest = sub(stands.get(account) ?? '0', amount)
    // Nobody pays what is not there.
    if (habit.direction !== 'in' && isNegative(rest)) continue
    stands.set(account, rest)
    const bizDate = dayIn(months[month] as number, habit.day, days.today)
    const isLast = i === inOrder.length - 1
    await enter(shop, habit, { bizDate, amount, account, isLast, categories })
  }
}

function amountOf({ between }: Habit, random: Random): Decimal {
  if (!between) return '0'
  const [least, most] = between
  return least === most ? String(least) : `${random.int(least, most - 1)}.${random.digits(1)}0`
}

interface Entry {
  bizDate: string
  amount: Decimal
  account: number
  isLast: boolean
  categories: ReadonlyMap<string, number>
}

/** What the cashiers approve alone; the owner approves what is more (business/access 10.2). */
const cashierLimit = '5000'

/** Enters one of them, paid at once; freight is owed to its carrier, and what came last waits for somebody. */
async function enter(
  shop: DemoShop,
  { category, direction = 'out', remark }: Habit,
  { bizDate, amount, account, isLast, categories }: Entry,
): Promise<void> {
  const { book, desks } = shop
  const carrier = partners.find(({ cusFlag }) => (cusFlag & partnerFlag.logistics) !== 0)
  const isOwed = category === '运费快递' && carrier !== undefined
  const { routes } = otherMoneyOf[direction]
  const isLarge = direction === 'out' && compare(amount, cashierLimit) > 0
  const saved = await desks.cashier.save(routes, {
    header: {
      bizDate,
      purpose: isOwed ? 'owed' : 'cash',
      categoryId: categories.get(category),
      remark,
      ...(isOwed && { partnerId: book.id('partner', carrier.code), total: amount }),
    },
    tenders: isOwed ? [] : [{ storeAccountId: account, amount }],
    action: { name: isLast || isLarge ? 'submit' : 'approve' },
  })
  if (isLarge && !isLast) await desks.boss.act(routes, saved, 'approve')
}

/** What is on each of the accounts. */
async function balancesOf({ db, groupId, orgId }: DemoShop): Promise<Map<number, Decimal>> {
  const rows = await db.tenant(groupId, (tx) =>
    tx.query<{ id: number; balance: Decimal }>({
      text: 'select id, balance from store_account where group_id = $1 and org_id = $2',
      values: [groupId, orgId],
    }),
  )
  return new Map(rows.map(({ id, balance }) => [id, balance]))
}

/** Categories of income and expense by their names, which no two directions share in this demo. */
export async function categoriesOf({ db, groupId }: DemoShop): Promise<Map<string, number>> {
  const rows = await db.tenant(groupId, (tx) =>
    tx.query<{ id: number; name: string }>({
      text: 'select id, name from expense_category where group_id = $1',
      values: [groupId],
    }),
  )
  return new Map(rows.map(({ id, name }) => [name, id]))
}
