import { settledStates, settleQueries } from '@chepu/contract/finance/settle-queries'
import { settleTabs } from '@chepu/contract/finance/settle-tabs'
import { itemTabs } from '@chepu/contract/kernel/item-tabs'
import { accountSides } from '@chepu/contract/kernel/money-document'
import { figure, note, percentile, rounded, section } from './report'
import { openStage, type Stage } from './stage'
import { createOrg } from '../packages/server/src/access/provision'
import { type Client, signIn } from '../packages/server/test/stage'

const rounds = 10
const few = 20_000
const many = 200_000
const partners = 400
const ofAdvances = ' of advances'

/** What a page of the tabs asks for: its first rows, or the figures above them. */
const asks = { page: 'first page', strip: 'strip' } as const
type Ask = keyof typeof asks
const views = { open: { settled: 'open' }, settled: { settled: 'settled' }, all: {} } as const satisfies Record<
  string,
  { settled?: keyof typeof settledStates }
>
const pages = itemTabs.flatMap((tab) => settleTabs[tab].sides.map((side) => ({ tab, side })))

/**
 * Settlement tabs: as many settled items as open ones, shared by all tabs. Two shops take turns, so that both are asked on the same machine; the slowest tab of
 * each view counts. A third shop owes no more than the small one, and has settled ten times as much: years of trade.
 */
export async function measureSettle(): Promise<void> {
  section('Settlement tabs: milliseconds from request to answer over HTTP, the slowest tab')
  const stage = await openStage({ parts: 10 })
  try {
    const small = await sister(stage, '02')
    const old = await sister(stage, '03')
    const ids = await partnersOf(stage)
    await fill(stage, ids, small.orgId, { open: few, settled: few })
    await fill(stage, ids, old.orgId, { open: few, settled: many })
    await fill(stage, ids, stage.shop.orgId, { open: many, settled: many })
    // A server that has just started takes twice as long.
    await timesOf(small.client, stage.client, 3, views)
    for (const [name, turns] of await timesOf(small.client, stage.client, rounds, views)) {
      const slowest = Math.max(...turns.map(({ large }) => percentile(large, 0.95)))
      const ratio = ratioOf(turns)
      figure('settle', `${name}, 200,000 open items, p95`, slowest, ' ms')
      // What is added up follows what there is.
      if (name.startsWith(asks.page) && !name.endsWith(ofAdvances))
        figure('settle', `${name}, fastest with ten times the items`, ratio, ' x')
      else note(`${name}, fastest with ten times the items`, `${rounded(ratio)} x`)
    }
    for (const [name, turns] of await timesOf(small.client, old.client, rounds, { open: views.open }))
      if (!name.endsWith(ofAdvances))
        figure('settle', `${name}, fastest with ten times the settled`, ratioOf(turns), ' x')
  } finally {
    await stage.close()
  }
}

/** Milliseconds of one tab in the shop of few items and in that of many. */
interface Turns {
  little: number[]
  large: number[]
}

const ratioOf = (turns: readonly Turns[]): number =>
  Math.max(...turns.map(({ large, little }) => Math.min(...large) / Math.min(...little)))

/** By what is asked, the times of each tab. */
async function timesOf(
  small: Client,
  large: Client,
  count: number,
  shown: Partial<typeof views>,
): Promise<Map<string, Turns[]>> {
  const found = new Map<string, Turns[]>()
  const keep = async (ask: Ask, what: string, once: (client: Client) => Promise<unknown>) => {
    const turns: Turns = { little: [], large: [] }
    for (let i = 0; i < count; i += 1) {
      turns.little.push(await timeOf(() => once(small)))
      turns.large.push(await timeOf(() => once(large)))
    }
    const name = `${asks[ask]}, ${what}`
    found.set(name, [...(found.get(name) ?? []), turns])
  }
  for (const [view, states] of Object.entries(shown)) {
    for (const { tab, side } of pages) {
      const { list, totals } = settleQueries[side].items
      await keep('page', view, (client) => client.call(list, { query: { tab, ...states, page: 1, rows: 50 } }))
      await keep('strip', view, (client) => client.call(totals, { query: { tab, ...states } }))
    }
    for (const side of accountSides) {
      const { list, totals } = settleQueries[side].advances
      const what = `${view}${ofAdvances}`
      await keep('page', what, (client) => client.call(list, { query: { ...states, page: 1, rows: 50 } }))
      await keep('strip', what, (client) => client.call(totals, { query: states }))
    }
  }
  return found
}

async function timeOf(once: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await once()
  return performance.now() - started
}

/** Another shop of the group, and its owner. */
async function sister({ db, origin, groupId }: Stage, code: string): Promise<{ orgId: number; client: Client }> {
  const orgId = await db.tenant(groupId, (tx) =>
    createOrg(tx, {
      code,
      name: `分店${code}`,
      shortName: `分店${code}`,
      orgType: 'parts_trade',
      taxpayerKind: 'small',
      startMonth: 202601,
    }),
  )
  return { orgId, client: await signIn({ db, origin, groupId }, orgId, 'owner') }
}

async function partnersOf({ owner, groupId }: Stage): Promise<number[]> {
  const { rows } = await owner.query<{ id: string }>(
    `insert into partner (group_id, code, name, kind, cus_flag)
      select $1, 'KB' || n, '往来单位' || n, 'unit', 3 from generate_series(1, $2::int) n returning id`,
    [groupId, partners],
  )
  return rows.map(({ id }) => Number.parseInt(id, 10))
}

/** So many items of each state, written past the services, and as many movements of what was paid ahead as a tab has items; one partner in ten has a rest. */
async function fill(
  { owner, groupId }: Stage,
  ids: readonly number[],
  orgId: number,
  { open, settled }: { open: number; settled: number },
): Promise<void> {
  const tabs = pages.map(({ tab }) => tab)
  const sides = pages.map(({ side }) => side)
  await owner.query(
    `insert into open_item (group_id, org_id, partner_id, side, source_kind, source_id, bill_no, biz_date, due_on, original, written_off, tab)
      select $1, $2, ($3::bigint[])[1 + n / $6::int % cardinality($3::bigint[])], ($4::text[])[1 + n % $6::int], 'other', n, 'B' || state || n, day, day + 30, 100 + n % 1000,
        case state when 0 then 0 else 100 + n % 1000 end, ($5::text[])[1 + n % $6::int]
      from (values (0, $7::int), (1, $8::int)) s (state, count), lateral generate_series(0, s.count - 1) n, lateral (select date '2024-06-01' + n / $6::int * 7 % 900 as day) d`,
    [groupId, orgId, ids, sides, tabs, pages.length, open, settled],
  )
  await owner.query(
    `insert into partner_ledger (group_id, org_id, partner_id, account, biz_date, period, doc_kind, doc_id, kind, amount)
      select $1, $2, ($3::bigint[])[1 + n % cardinality($3::bigint[])], account, '2025-06-01', 202506, 'collection', n, kind, amount
      from generate_series(0, $4::int - 1) n, unnest(array['ADV_IN', 'ADV_OUT']) account,
        lateral (values ('advance', 100), ('advance_used', case when n % cardinality($3::bigint[]) % 10 = 0 then -80 else -100 end)) m (kind, amount)`,
    [groupId, orgId, ids, open / pages.length],
  )
  await owner.query(
    `insert into partner_balance (group_id, org_id, partner_id, account, balance)
      select group_id, org_id, partner_id, account, sum(amount) from partner_ledger where group_id = $1 and org_id = $2 group by 1, 2, 3, 4`,
    [groupId, orgId],
  )
  await owner.query('vacuum analyze')
}
