import { z } from 'zod'
import { route } from '../kernel/route'

/** A figure of today and of this month, yuan with 2 decimals. */
const dayAndMonth = z.object({ today: z.string(), month: z.string() })

/** What partners owe, or are owed, now: open amount and the part of it that is past its due date, yuan. */
const openAmount = z.object({ open: z.string(), overdue: z.string(), partners: z.number() })

const trendDay = z.object({
  day: z.string(),
  purchases: z.string().optional(),
  sales: z.string().optional(),
  margin: z.string().optional(),
})

/**
 * Tiles of the home page for the current organisation. A tile is absent when the user lacks the page's permission:
 * purchases 390, sales 396, receivables 430, payables 431, stock 401; margin needs the field gross_profit.
 * Purchases and sales are taxed amounts of posted documents less returns, by business date.
 */
export const dashboard = route({
  method: 'GET',
  path: '/api/web/dashboard',
  access: 'signedIn',
  summary: '首页',
  data: z.object({
    day: z.string(),
    purchases: dayAndMonth.optional(),
    sales: dayAndMonth.optional(),
    margin: dayAndMonth.optional(),
    receivables: openAmount.optional(),
    payables: openAmount.optional(),
    stockWarnings: z.object({ low: z.number(), high: z.number() }).optional(),
    /** The last 30 days up to today, every day present. */
    trend: z.array(trendDay),
  }),
})
export type Dashboard = z.output<typeof dashboard.data>
