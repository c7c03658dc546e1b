/** Role bits of cus_flag (business/customers 2.2). */
export const partnerFlag = {
  customer: 1,
  supplier: 2,
  manufacturer: 4,
  insurer: 8,
  logistics: 16,
  sisterOrg: 32,
} as const

type DemoPriceLevel = 'retail' | 'wholesale_1' | 'wholesale_2' | 'wholesale_3' | 'transfer'
export type DemoPartnerCategory = '散客' | '修理厂' | '汽配店' | '车队' | '企业' | '政府' | '4S'

export interface DemoPartnerContact {
  name: string
  mobile: string
  tel: string | null
  title: string
  isDefault: boolean
}

interface DemoPartnerAddress {
  receiver: string
  mobile: string
  regionCode: string
  address: string
  isDefault: boolean
}

/** A partner of the group (business/customers 2.1). Amounts in yuan with 2 decimals. */
export interface DemoPartner {
  code: string
  name: string
  kind: 'person' | 'unit'
  cusFlag: number
  level: 'A' | 'B' | 'C' | 'D'
  category: DemoPartnerCategory
  /** Walk-in and sister partners: made by the system, not editable. */
  isSystem: boolean
  /** The organisation that deals with the partner, for walk-ins the one they belong to; null = all of the group. */
  orgCode: string | null
  /** The organisation that a sister partner stands for. */
  sisterOrgCode: string | null
  mobile: string | null
  tel: string | null
  regionCode: string | null
  address: string | null
  priceLevel: DemoPriceLevel
  discountRate: string
  settlementMethodCode: string
  creditLimit: string
  creditDays: number
  creditPolicy: 'block' | 'warn' | 'none'
  taxNo: string | null
  invoiceTitle: string | null
  bankName: string | null
  bankAccount: string | null
  defaultInvoiceKind: 'special' | 'normal' | 'none'
  salespersonEmpNo: string | null
  buyerEmpNo: string | null
  source: '自然到店' | '转介绍' | '平台' | '车队合同' | null
  gender: '男' | '女' | null
  contacts: DemoPartnerContact[]
  addresses: DemoPartnerAddress[]
  /** What a supplier sells; for choosing the supplier of a part, not a column. */
  supplies: { brandNames: string[]; carBrandNames: string[]; leadDays: number } | null
  /** Share of the business in its list, biggest first: 20 % of the customers make about 60 % of the value. */
  weight: number
}
