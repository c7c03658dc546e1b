/** Fields that a role may be kept from seeing (business/access 8). `doc_price` is prices and amounts on sales documents. */
export const fieldKeys = [
  'cost_price',
  'gross_profit',
  'purchase_price',
  'wholesale_price',
  'doc_price',
  'min_sale_price',
  'mobile_full',
  'credit_limit',
  'ar_balance',
  'account_balance',
] as const
export type FieldKey = (typeof fieldKeys)[number]

/** What the fields are called where rights are given. */
export const fieldLabels: Record<FieldKey, string> = {
  cost_price: '成本价与成本金额',
  gross_profit: '毛利',
  purchase_price: '进价',
  wholesale_price: '批发价',
  doc_price: '单据价格与金额',
  min_sale_price: '最低售价',
  mobile_full: '完整手机号',
  credit_limit: '信用额度',
  ar_balance: '应收应付余额',
  account_balance: '账户余额',
}
