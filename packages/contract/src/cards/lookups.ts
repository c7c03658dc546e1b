import { z } from 'zod'
import { pageOf, pages } from '../kernel/list-query'
import { oneOf } from '../kernel/labelled'
import { route } from '../kernel/route'
import { id } from '../kernel/scalars'
import { packageLineView } from './card-package'
import { cardKinds, deductRules } from './words'

const lookupCardType = z.object({
  id,
  code: z.string(),
  name: z.string(),
  kind: oneOf(cardKinds),
  labourRate: z.string(),
  partRate: z.string(),
  rechargeRules: z.array(z.object({ pay: z.string(), gift: z.string().optional(), giftRate: z.string().optional() })),
  minFirstRecharge: z.string(),
  validDays: z.number().int().nullable(),
  isCrossOrg: z.boolean(),
  deductRule: oneOf(deductRules),
  pointsPerYuan: z.string(),
})
export type LookupCardType = z.output<typeof lookupCardType>

/** Types of which cards may be issued. */
export const listCardTypes = route({
  method: 'GET',
  path: '/api/web/cards/type',
  access: 'signedIn',
  summary: '卡类型选择',
  data: z.object({ rows: z.array(lookupCardType) }),
})

const lookupCardPackage = z.object({
  id,
  code: z.string(),
  name: z.string(),
  /** Yuan, 2 decimals. */
  salePrice: z.string(),
  validDays: z.number().int().nullable(),
  isVehicleBound: z.boolean(),
  lines: z.array(packageLineView),
})
export type LookupCardPackage = z.output<typeof lookupCardPackage>

/** Packages that the current organisation sells, by code, part of the name, pinyin or initials. */
export const searchCardPackages = route({
  method: 'GET',
  path: '/api/web/cards/package',
  access: 'signedIn',
  summary: '套餐选择',
  query: pages.extend({ q: z.string().trim().max(60).default('') }),
  data: pageOf(lookupCardPackage),
})
