import { z } from 'zod'
import { homeTask } from '../kernel/home-task'
import { route } from '../kernel/route'

/** A figure of today and of this month, yuan with 2 decimals. */
const dayAndMonth = z.object({ today: z.string(), month: z.string() })

/** What partners owe, or are owed, now, yuan, and how many of them; overdue as 应收账款 shows it (ADR 0055). */
const openAmount = z.object({
  open: z.string(),
  overdue: z.string(),
  partners: z.number(),
  overduePartners: z.number(),
})

const trendDay = z.object({
  day: z.string(),
  purchases: z.string().optional(),
  sales: z.string().optional(),
  margin: z.string().optional(),
  output: z.string().optional(),
})

/**
 * The home page for the current organisation. A figure is absent when the user lacks the permission of its page or its field.
 * Each comes from the query of the page that it opens. Purchases and sales are taxed amounts of posted documents less
 * returns by business date, margin is business/documents 3.8 over the same; both take in what repairs brought (business/repair-settlement 3).
 */
export const dashboard = route({
  method: 'GET',
  path: '/api/web/dashboard',
  access: 'signedIn',
  summary: '首页',
  data: z.object({
    day: z.string(),
    purchases: dayAndMonth.extend({ returned: z.string() }).optional(),
    /** 今日产值: what repairs that were settled count for, less refunds. */
    output: dayAndMonth.extend({ returned: z.string() }).optional(),
    /** Of a shop that repairs: orders of cars that came today, are here, and wait for their settlement. */
    cars: z.object({ arrived: z.number(), inShop: z.number(), unsettled: z.number() }).optional(),
    /** With what repairs brought, which `repair` tells apart. */
    sales: dayAndMonth.extend({ returned: z.string(), repair: dayAndMonth.optional() }).optional(),
    margin: dayAndMonth.extend({ repair: dayAndMonth.optional() }).optional(),
    receivables: openAmount.optional(),
    payables: openAmount.optional(),
    stockWarnings: z.object({ low: z.number(), high: z.number() }).optional(),
    /** Money on the accounts in use. */
    accounts: z
      .object({ total: z.string(), rows: z.array(z.object({ id: z.number(), name: z.string(), balance: z.string() })) })
      .optional(),
    tasks: z.array(homeTask),
    /** The last 30 days up to today, every day present. */
    trend: z.array(trendDay),
  }),
})
export type Dashboard = z.output<typeof dashboard.data>
