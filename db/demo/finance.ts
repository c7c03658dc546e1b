import { bankAccount } from './identities'
import type { DemoCompany } from './organisations'
import { companies } from './organisations'
import { createRandom } from './random'

/** A money account of one organisation (business/basics 7). The opening date is the day before the organisation starts. */
interface DemoStoreAccount {
  orgCode: string
  code: string
  name: string
  kind: 'cash' | 'bank' | 'wechat' | 'alipay' | 'pos'
  bankName: string | null
  bankNo: string | null
  /** Yuan. */
  openingBalance: string
  /** Share kept by the provider, e.g. '0.0038'. */
  feeRate: string
  defaultIn: boolean
  defaultOut: boolean
}

interface DemoSettlementMethod {
  code: string
  name: string
  kind: 'cash' | 'monthly' | 'on_credit' | 'cod' | 'carrier_cod' | 'advance'
  termDays: number
  /** Day of the month on which a monthly account falls due. */
  monthDay: number | null
}

interface DemoTaxRate {
  name: string
  rate: string
  kind: 'general' | 'simple' | 'exempt'
  isDefaultGoods: boolean
  isDefaultLabour: boolean
  validFrom: string
}

/** Five accounts per organisation with the opening balances of business/demo 2; 01 and 03 use their company's account. */
export function makeStoreAccounts(): DemoStoreAccount[] {
  const [main, fast] = companies as [DemoCompany, DemoCompany]
  const banks = [
    { orgCode: '01', bankName: main.bankName, bankNo: main.bankAccount, opening: '200000.00' },
    {
      orgCode: '02',
      bankName: '江城商业银行武昌支行',
      bankNo: bankAccount(createRandom('store-accounts'), 19),
      opening: '80000.00',
    },
    { orgCode: '03', bankName: fast.bankName, bankNo: fast.bankAccount, opening: '30000.00' },
  ]
  const plain = { bankName: null, bankNo: null, openingBalance: '0.00', feeRate: '0.0000' }
  const neither = { defaultIn: false, defaultOut: false }
  return banks.flatMap(({ orgCode, bankName, bankNo, opening }): DemoStoreAccount[] => [
    {
      ...plain,
      orgCode,
      code: 'XJ',
      name: '现金',
      kind: 'cash',
      openingBalance: '5000.00',
      defaultIn: true,
      defaultOut: false,
    },
    {
      ...plain,
      orgCode,
      code: 'DG',
      name: '对公账户',
      kind: 'bank',
      bankName,
      bankNo,
      openingBalance: opening,
      defaultIn: false,
      defaultOut: true,
    },
    { ...plain, ...neither, orgCode, code: 'WX', name: '微信', kind: 'wechat' },
    { ...plain, ...neither, orgCode, code: 'ZFB', name: '支付宝', kind: 'alipay' },
    { ...plain, ...neither, orgCode, code: 'POS', name: 'POS', kind: 'pos', feeRate: '0.0038' },
  ])
}

export const storeAccounts = makeStoreAccounts()

export const settlementMethods: DemoSettlementMethod[] = [
  { code: 'XJ', name: '现结', kind: 'cash', termDays: 0, monthDay: null },
  { code: 'YJ30', name: '月结30天', kind: 'monthly', termDays: 0, monthDay: 25 },
  { code: 'YJ60', name: '月结60天', kind: 'monthly', termDays: 0, monthDay: 25 },
  { code: 'GZ', name: '挂账', kind: 'on_credit', termDays: 15, monthDay: null },
  { code: 'HDFK', name: '货到付款', kind: 'cod', termDays: 0, monthDay: null },
  { code: 'DSHK', name: '代收货款', kind: 'carrier_cod', termDays: 7, monthDay: null },
  { code: 'YF', name: '预付款', kind: 'advance', termDays: 0, monthDay: null },
]

/** Rates are dated data, never code (business/basics 7). */
export const taxRates: DemoTaxRate[] = [
  taxRate('13%', '0.1300', 'general', '2019-04-01', true),
  taxRate('9%', '0.0900', 'general', '2019-04-01'),
  taxRate('6%', '0.0600', 'general', '2016-05-01'),
  taxRate('3%', '0.0300', 'simple', '2016-05-01'),
  taxRate('1%', '0.0100', 'simple', '2020-03-01'),
  taxRate('0%', '0.0000', 'exempt', '2016-05-01'),
]

function taxRate(
  name: string,
  rate: string,
  kind: DemoTaxRate['kind'],
  validFrom: string,
  isDefault = false,
): DemoTaxRate {
  return { name, rate, kind, isDefaultGoods: isDefault, isDefaultLabour: isDefault, validFrom }
}
