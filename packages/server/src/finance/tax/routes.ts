import {
  setTaxCredit,
  taxEntries,
  type TaxFilters,
  taxpayersRoute,
  taxRegister,
  type TaxRow,
} from '@chepu/contract/finance/tax-register'

import { money, sumOf } from '@chepu/contract/kernel/decimal'
import { isSummed, type QueryColumn, type QueryFilters } from '@chepu/contract/kernel/query'
import { type RawBuilder, sql } from 'kysely'
import { shanghaiDay } from '../../kernel/base/calendar'
import { invalid } from '../../kernel/base/errors'
import { own } from '../../kernel/base/own'
import { snake } from '../../kernel/db/names'
import type { CallerTx } from '../../kernel/db/tx'
import { kindNames } from '../../kernel/document/references'
import type { Bind } from '../../kernel/http/bind'
import { periodOf } from '../../kernel/ledgers/types'
import { bindQuery, bindStatements, type QuerySource } from '../../kernel/query/query'
import { cutTo } from '../../kernel/query/page'
import { sortedBy } from '../../kernel/query/sorting'
import { creditsOf, saveCredit } from './credit'
import { type Months, taxEntryRows } from './entries'
import { taxSums } from './owed'
import { registerOf } from './register'
import { taxpayersOf } from './taxpayers'

/** Calls of 税金管理. */
export function bindTax(bind: Bind): void {
  bind.reads(taxpayersRoute, async (tx) =>
    (await taxpayersOf(tx)).map(({ key, companyId, name, kind, isWhole }) => ({ key, companyId, name, kind, isWhole })),
  )
  bind(setTaxCredit, (tx, { body }) => saveCredit(tx, body))
  bindQuery(bind, taxEntries, entries)
  bindStatements(bind, taxRegister, {
    page: async (tx, filters) => {
      // Its months stand in one order.
      sortedBy({}, filters.sort)
      const start = (filters.page - 1) * filters.rows
      return cutTo(filters.rows, (await register(tx, filters)).slice(start, start + filters.rows + 1))
    },
    rows: async (tx, filters) => asTable(await register(tx, filters)),
    async totals(tx, filters) {
      const rows = await register(tx, filters)
      const summed = Object.entries<QueryColumn>(taxRegister.columns).filter(([, column]) => isSummed(column))
      const ofMonths: Readonly<Record<string, unknown>>[] = rows.filter(({ isSum }) => isSum)
      // What is not told of every month has no sum either.
      const sums = summed.flatMap(([key]) => {
        const told = ofMonths.flatMap((row) => (own(row, key) === null ? [] : [String(own(row, key))]))
        return told.length < ofMonths.length ? [] : [[key, money(sumOf(told, (figure) => figure))]]
      })
      return { count: rows.length, sums: Object.fromEntries(sums) }
    },
  })
}

/** The months that are asked for: this one unless others are. */
function monthsOf({ fromMonth, toMonth }: TaxFilters): Months {
  const last = toMonth ?? periodOf(shanghaiDay())
  const first = fromMonth ?? last
  if (first > last) invalid([{ path: 'fromMonth', message: '起始月份不能晚于截止月份' }])
  if (last - first >= 300) invalid([{ path: 'fromMonth', message: '一次最多查看36个月' }])
  return { first, last }
}

/** Rows of the register: those of each taxpayer, reckoned from the first month on, or from the last credit that was set. */
async function register(tx: CallerTx, filters: TaxFilters): Promise<TaxRow[]> {
  const months = monthsOf(filters)
  const taxpayers = await taxpayersOf(tx, filters.taxpayer)
  const rows: TaxRow[] = []
  for (const taxpayer of taxpayers) {
    const credits = taxpayer.companyId === null ? [] : await creditsOf(tx, taxpayer.companyId)
    const since = credits.findLast(({ month }) => month <= months.first)?.month ?? 0
    const sums = await taxSums(tx, taxpayer.orgs, { first: Math.max(since, 199901), last: months.last })
    rows.push(...registerOf(taxpayer, sums, credits, months))
  }
  return rows
}

/** Rows that are reckoned already as a table, for a sheet. */
function asTable(rows: readonly TaxRow[]): RawBuilder<unknown> {
  const columns = Object.keys(taxRegister.columns).map((key) => sql`r.value ->> ${key} as ${sql.ref(snake(key))}`)
  return sql`select ${sql.join(columns)} from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality as r (value, n) order by r.n`
}

/** 明细: what the figures of the register are made of, the latest first. */
const entries: QuerySource<typeof taxEntries> = {
  select: () => ({
    key: sql`concat_ws(':', e.figure, e.month, e.source_kind, e.source_id, e.rate_name, e.partner_id)`,
    sourceKind: sql`e.source_kind`,
    sourceId: sql`e.source_id`,
    figure: sql`e.figure`,
    month: sql`left(e.month::text, 4) || '-' || right(e.month::text, 2)`,
    taxpayerName: sql`coalesce(c.name, o.name)`,
    orgName: sql`o.name`,
    billNo: sql`e.bill_no`,
    kindName: kindNames(sql`e.source_kind`),
    bizDate: sql`e.biz_date`,
    partnerName: sql`coalesce(p.name, '')`,
    rateName: sql`e.rate_name`,
    untaxed: sql`e.untaxed`,
    tax: sql`e.tax`,
    taxed: sql`e.untaxed + e.tax`,
  }),
  async from(tx, filters: QueryFilters<typeof taxEntries>) {
    const orgs = (await taxpayersOf(tx, filters.taxpayer)).flatMap((taxpayer) => taxpayer.orgs)
    const { figure, rateName } = filters
    return sql`from ${taxEntryRows(tx, orgs, monthsOf(filters))} e
      join org o on o.group_id = ${tx.groupId} and o.id = e.org_id
      left join company c on c.group_id = o.group_id and c.id = o.company_id
      left join partner p on p.group_id = o.group_id and p.id = e.partner_id
      where true ${figure ? sql`and e.figure = ${figure}` : sql``} ${rateName ? sql`and e.rate_name = ${rateName}` : sql``}`
  },
  order: sql`month desc, figure, biz_date desc, bill_no desc, key`,
}
