import { partnerRoles } from '@chepu/contract/kernel/partner-roles'

/** Letters of partner codes by role bit: 客户 K, 供应商 G, 厂家 C, 保险 B, 物流 W (business/customers 2.1). */
const prefixes = [
  [partnerRoles.customer, 'K'],
  [partnerRoles.supplier, 'G'],
  [partnerRoles.manufacturer, 'C'],
  [partnerRoles.insurer, 'B'],
  [partnerRoles.logistics, 'W'],
] as const

/** Prefix of a new code, by the first role that the partner has. */
export const codePrefix = (cusFlag: number): string => prefixes.find(([bit]) => (cusFlag & bit) !== 0)?.[1] ?? 'K'
