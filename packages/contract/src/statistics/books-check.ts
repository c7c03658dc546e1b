import { z } from 'zod'
import { pageOf } from '../access/catalogue'
import { route } from '../kernel/route'
import { plainValue } from '../kernel/shown'

/** 对得上: live proof that stock, money and balances agree, down to the first bad rows (business/ledgers 6). Owner and finance only. */
export const booksCheck = route({
  method: 'GET',
  path: '/api/web/books-check',
  access: pageOf('period'),
  summary: '对得上：账目核对',
  data: z.object({
    checkedAt: z.string(),
    findings: z.array(
      z.object({
        name: z.string(),
        title: z.string(),
        milliseconds: z.number(),
        /** Each check has columns of its own. */
        violations: z.array(z.record(z.string(), plainValue)),
      }),
    ),
  }),
})
