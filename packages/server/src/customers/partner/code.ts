/** Letters of partner codes by role bit: 客户 K, 供应商 G, 厂家 C, 保险 B, 物流 W (business/customers 2.1). */
const prefixes = [
  [1, 'K'],
  [2, 'G'],
  [4, 'C'],
  [8, 'B'],
  [16, 'W'],
] as const

/** Prefix of a new code, by the first role that the partner has. */
export const codePrefix = (cusFlag: number): string => prefixes.find(([bit]) => (cusFlag & bit) !== 0)?.[1] ?? 'K'
