import { z } from 'zod'
import { dictionaryButtons } from '../access/document-rights'
import { labelled, oneOf } from '../kernel/labelled'
import { payerTypes } from '../kernel/payer-types'
import { flag } from '../kernel/list-query'
import { masterRoutes } from '../kernel/master-calls'
import { id, miles, positiveInteger, sortNumber, text, text255 } from '../kernel/scalars'

const payerType = oneOf(payerTypes).describe(`付费方：${labelled(payerTypes)}`)

const filters = z.object({ q: z.string().trim().max(60).optional(), active: flag.optional() })
const saved = { id: id.optional(), version: z.number().int().optional() }

const qualityRuleRow = z.object({
  id,
  name: z.string(),
  /** Kilometres, 4 decimals, and days; the first that is reached ends the promise. */
  km: z.string().nullable(),
  days: z.number().int().nullable(),
  typeCount: z.number().int(),
  isActive: z.boolean(),
  remark: z.string(),
  version: z.number().int(),
})
export type QualityRuleRow = z.output<typeof qualityRuleRow>

/** 质保规则 (business/repair-masters 1.3): how far and how long the shop answers for its work. */
export const qualityRuleRoutes = masterRoutes('/api/web/quality-rule', '质保规则', dictionaryButtons, {
  row: qualityRuleRow,
  filters,
  body: z
    .object({
      ...saved,
      name: text(30).min(1, '请输入名称'),
      km: miles
        .nullable()
        .default(null)
        .transform((km) => km || null),
      days: positiveInteger.nullable().default(null),
      remark: text255.default(''),
    })
    .superRefine(({ km, days }, context) => {
      if (km === null && days === null)
        context.addIssue({ code: 'custom', path: ['km'], message: '质保里程和质保天数至少填写一项' })
    }),
})

const businessTypeRow = z.object({
  id,
  code: z.string(),
  name: z.string(),
  defaultPayer: payerType,
  countsOutput: z.boolean(),
  countsCommission: z.boolean(),
  qualityRuleId: id.nullable(),
  qualityRuleName: z.string().nullable(),
  sortNo: z.number().int(),
  /** Known to the program by its code: it is not deleted and keeps who pays. */
  isSystem: z.boolean(),
  itemCount: z.number().int(),
  isActive: z.boolean(),
  remark: z.string(),
  version: z.number().int(),
})
export type BusinessTypeRow = z.output<typeof businessTypeRow>

/** 业务类型 (business/repair-masters 1.2): who pays unless a line says otherwise, and what of the work counts. */
export const businessTypeRoutes = masterRoutes('/api/web/business-type', '业务类型', dictionaryButtons, {
  row: businessTypeRow,
  filters: filters.extend({ payer: payerType.optional() }),
  body: z.object({
    ...saved,
    name: text(30).min(1, '请输入名称'),
    defaultPayer: payerType.default('customer'),
    countsOutput: z.boolean().default(true),
    countsCommission: z.boolean().default(true),
    qualityRuleId: id.nullable().default(null),
    sortNo: sortNumber,
    remark: text255.default(''),
  }),
})
