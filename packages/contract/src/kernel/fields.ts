/** Fields that a role may be kept from seeing (business/access 8), with what they are called where rights are given. */
export const fieldLabels = {
  cost_price: '成本价与成本金额',
  gross_profit: '毛利',
  purchase_price: '进价',
  wholesale_price: '批发价',
  /** Prices and amounts on sales documents. */
  doc_price: '单据价格与金额',
  min_sale_price: '最低售价',
  mobile_full: '完整手机号',
  credit_limit: '信用额度',
  ar_balance: '应收与预收余额',
  account_balance: '账户余额',
  /** What technicians and advisers earn of their work. */
  commission: '提成',
} as const
export type FieldKey = keyof typeof fieldLabels
export const fieldKeys = Object.keys(fieldLabels) as FieldKey[]
