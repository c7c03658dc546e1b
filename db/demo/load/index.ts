import type { FastifyInstance } from 'fastify'
import { createGroup } from '../../../packages/server/src/access/provision'
import { addDays, lastDayOfMonth, shanghaiDay } from '../../../packages/server/src/kernel/base/calendar'
import { openSession } from '../../../packages/server/src/shell/sign-in/session'
import type { Database } from '../../../packages/server/src/kernel/db/db'
import { relayNews } from '../../../packages/server/src/kernel/document/news-relay'
import { group, orgs } from '../organisations'
import { createRandom } from '../random'
import { keepAccounts } from './accounts'
import { Book } from './book'
import { closeMonths } from './closing'
import { offerCards } from './cards/masters'
import { expireCards } from './cards/members'
import { Desk } from './desk'
import { planFollowUps } from './follow-ups'
import { loadOrganisations, loadUsers, nameAdministrator } from './organisations'
import { loadParts } from './parts'
import { loadPartners } from './partners'
import { adjustPrices } from './prices'
import { drawTemplates } from './print-templates'
import { listServices, staffWorkshop } from './repair'
import type { DemoShop } from './shop'
import { quote } from './quoting'
import { playTrade, type Volume } from './trade'
import { playTransfers } from './transfers'
import { registerVehicles } from './vehicles'
import { leaveRequests, leaveWarehouseEnds } from './warehouse-ends'
import { keepGuarantees } from './warranty'
import { promise } from './warranty/masters'

/** The months that the demo company has worked: three full ones and the current one to date (business/demo 1). */
function demoMonths(today = shanghaiDay()): { startMonth: number; openingOn: string; firstDay: string } {
  const month = Number.parseInt(today.slice(0, 4), 10) * 12 + Number.parseInt(today.slice(5, 7), 10) - 1 - 3
  const startMonth = Math.floor(month / 12) * 100 + (month % 12) + 1
  const firstDay = `${lastDayOfMonth(startMonth).slice(0, 7)}-01`
  return { startMonth, openingOn: addDays(firstDay, -1), firstDay }
}

/** Fills an empty database with the demo company; returns its group id. */
async function loadMasters(db: Database): Promise<{ groupId: number; book: Book }> {
  const { startMonth, openingOn } = demoMonths()
  const groupId = await createGroup(db, group.name)
  const book = new Book()
  await db.tenant(groupId, async (tx) => {
    await loadOrganisations(tx, book, startMonth, openingOn)
    await loadPartners(tx, book)
    await loadParts(tx, book)
  })
  await loadUsers(db, groupId, book)
  await db.tenant(groupId, (tx) => nameAdministrator(tx, book))
  return { groupId, book }
}

const volumes: Record<string, Volume> = {
  '01': {
    orders: 60,
    receipts: 95,
    purchaseReturns: 8,
    salesOrders: 90,
    deliveries: 260,
    salesReturns: 18,
    collections: 150,
    payments: 70,
    setOffs: 20,
    advances: 8,
    counts: 3,
    directTrades: 10,
    carrierMoney: 4,
  },
  '02': {
    orders: 15,
    receipts: 40,
    purchaseReturns: 3,
    salesOrders: 0,
    deliveries: 0,
    salesReturns: 0,
    collections: 20,
    payments: 35,
    setOffs: 3,
    advances: 2,
    counts: 3,
    directTrades: 0,
    carrierMoney: 0,
  },
  '03': {
    orders: 6,
    receipts: 18,
    purchaseReturns: 1,
    salesOrders: 0,
    deliveries: 12,
    salesReturns: 1,
    collections: 15,
    payments: 15,
    setOffs: 1,
    advances: 1,
    counts: 2,
    directTrades: 0,
    carrierMoney: 0,
  },
}

/** Who sits at which desk of an org. */
const staff: Record<string, { buyer: string; seller: string; cashier: string; keeper: string; salespeople: string[] }> =
  {
    '01': {
      buyer: 'buyer01',
      seller: 'boss01',
      cashier: 'cash01',
      keeper: 'store01',
      salespeople: ['0104', '0105', '0106'],
    },
    '02': {
      buyer: 'manager01',
      seller: 'manager01',
      cashier: 'cash02',
      keeper: 'store02',
      salespeople: ['0202', '0203'],
    },
    '03': { buyer: 'manager02', seller: 'manager02', cashier: 'manager02', keeper: 'manager02', salespeople: ['0301'] },
  }

/**
 * Fills an empty database with the demo company and its months of trade. Documents are made through the same calls as
 * a user's; while the past is being entered the orgs accept old dates, and the two oldest months are closed at the end.
 */
export async function loadDemo(db: Database, http: FastifyInstance): Promise<void> {
  const { groupId, book } = await loadMasters(db)
  const days = { ...demoMonths(), today: shanghaiDay() }
  await setOrgs(db, groupId, `config = config || '{"backdateDays": 200, "creditCheck": false}'`)
  const shops: DemoShop[] = []
  for (const { code } of orgs) {
    const shop = await openShop(db, http, groupId, book, code)
    await drawTemplates(shop.desks.boss)
    if (code === '01') {
      await listServices(shop)
      await promise(shop, days)
      await offerCards(shop)
      await registerVehicles(shop, days.today)
    } else await staffWorkshop(shop)
    await playTrade(shop, volumes[code] as Volume, days)
    if (code === '01') await quote(shop, 40, days)
    if (code === '01') await adjustPrices(shop, days.today)
    shops.push(shop)
  }
  const [company, ...others] = shops
  for (const shop of shops) await leaveWarehouseEnds(shop, days.today)
  if (company) {
    await planFollowUps(company, days.today)
    await playTransfers(company, others, days.today)
    for (const shop of others) await leaveRequests(shop, company, days.today)
  }
  await expireCards(db, days.today)
  await keepAccounts(shops, days)
  await keepGuarantees(shops, days.today)
  for (const shop of shops) await closeMonths(shop, days.startMonth)
  await db.shared({ text: `delete from shared.session where device_id = 'demo'` })
  await emptyBells(db, groupId)
  await setOrgs(db, groupId, `config = config - 'backdateDays' - 'creditCheck'`)
  // Nobody is at his desk any more: the first visitor must not be asked to end somebody's session.
  await db.shared({ name: 'demo-goes-home', text: `delete from shared.session where device_id = 'demo'`, values: [] })
}

/** What was told of months of trade is old news; only what still waits for somebody stays in his bell. */
async function emptyBells(db: Database, groupId: number): Promise<void> {
  await relayNews(db, groupId, (error) => {
    throw error
  })
  await db.tenant(groupId, (tx) =>
    tx.query({
      text: `update notification set is_read = true, cleared_at = now()
        where group_id = $1 and cleared_at is null and (event_key is null or event_key not like 'waits %')`,
      values: [tx.groupId],
    }),
  )
}

async function openShop(
  db: Database,
  http: FastifyInstance,
  groupId: number,
  book: Book,
  orgCode: string,
): Promise<DemoShop> {
  const orgId = book.id('org', orgCode)
  const desk = async (username: string) => {
    const loginId = book.id('user', username)
    return new Desk(http, await openSession(db, { loginId, groupId, orgId, deviceId: 'demo', ip: '127.0.0.1' }))
  }
  const { buyer, seller, cashier, keeper, salespeople } = staff[orgCode] as (typeof staff)[string]
  return {
    db,
    groupId,
    orgCode,
    orgId,
    book,
    random: createRandom(`trade ${orgCode}`),
    signIn: desk,
    passer: new Desk(http, ''),
    desks: {
      boss: await desk('boss01'),
      buyer: await desk(buyer),
      seller: await desk(seller),
      cashier: await desk(cashier),
      keeper: await desk(keeper),
    },
    cashierId: book.id('user', cashier),
    salespersonIds: salespeople.map((empNo) => book.id('employee', empNo)),
  }
}

/** Changes the settings of all orgs, and lets everybody's rights be read anew. */
async function setOrgs(db: Database, groupId: number, assignment: string): Promise<void> {
  await db.tenant(groupId, (tx) =>
    tx.query({ text: `update org set ${assignment} where group_id = $1`, values: [groupId] }),
  )
  await db.shared({
    text: 'update shared.login set access_version = access_version + 1 where group_id = $1',
    values: [groupId],
  })
}
