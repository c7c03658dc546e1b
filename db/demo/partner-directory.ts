import { bankAccount, creditCode, demoMobile, demoTel, personNames } from './identities'
import type { DemoPartner, DemoPartnerContact } from './partner-types'
import { partnerFlag } from './partner-types'
import type { Random } from './random'

type Given = Partial<DemoPartner> & Pick<DemoPartner, 'code' | 'name' | 'kind' | 'cusFlag'>

const districts: [regionCode: string, name: string][] = [
  ['420102', '江岸区'],
  ['420103', '江汉区'],
  ['420104', '硚口区'],
  ['420105', '汉阳区'],
  ['420106', '武昌区'],
  ['420107', '青山区'],
  ['420111', '洪山区'],
  ['420112', '东西湖区'],
]
const streets = [
  '汽配大市场',
  '城东路',
  '城西路',
  '站前路',
  '工业二路',
  '环城北路',
  '滨江路',
  '学府路',
  '兴业街',
  '物流大道',
]
const banks = ['江城商业银行', '楚中农村商业银行', '长江口村镇银行']

/** What a partner is unless said otherwise. */
export const blankPartner = {
  level: 'C',
  category: '企业',
  isSystem: false,
  orgCode: null,
  sisterOrgCode: null,
  mobile: null,
  tel: null,
  regionCode: null,
  address: null,
  priceLevel: 'retail',
  discountRate: '1.0000',
  settlementMethodCode: 'XJ',
  creditLimit: '0.00',
  creditDays: 0,
  creditPolicy: 'none',
  taxNo: null,
  invoiceTitle: null,
  bankName: null,
  bankAccount: null,
  defaultInvoiceKind: 'none',
  salespersonEmpNo: null,
  buyerEmpNo: null,
  source: null,
  gender: null,
  contacts: [],
  addresses: [],
  supplies: null,
  weight: 1,
} satisfies Omit<DemoPartner, 'code' | 'name' | 'kind' | 'cusFlag'>

/** Makes partners one after the other from one random stream, so that codes, names and mobiles never repeat. */
export class Directory {
  private readonly random: Random
  private readonly nextName: () => string
  private serial = 1000
  private readonly counters = new Map<string, number>()

  constructor(random: Random) {
    this.random = random
    this.nextName = personNames(random)
  }

  /** Letter of the first role and 5 digits (business/customers 2.1). */
  code(letter: 'K' | 'G' | 'C' | 'B' | 'W' | 'N'): string {
    const next = (this.counters.get(letter) ?? 0) + 1
    this.counters.set(letter, next)
    return letter + String(next).padStart(5, '0')
  }

  /** A private customer with mobile and home address. */
  person(given: Partial<DemoPartner>): DemoPartner {
    const place = this.place()
    return {
      ...blankPartner,
      ...place,
      code: this.code('K'),
      name: this.nextName(),
      kind: 'person',
      cusFlag: partnerFlag.customer,
      category: '散客',
      mobile: demoMobile(this.serial++),
      gender: this.random.chance(0.6) ? '男' : '女',
      source: this.random.weighted([
        ['自然到店', 5],
        ['转介绍', 3],
        ['平台', 2],
      ]),
      ...given,
    }
  }

  /** A company or shop with contacts, delivery address, taxpayer number and bank account. */
  unit(given: Given & { contactTitle: string; taxKind: '91' | '92' | '12' }): DemoPartner {
    const { contactTitle, taxKind, ...fields } = given
    const { regionCode, address } = this.place(given.name)
    const contacts = this.contacts(contactTitle)
    const receiver = contacts[0]!
    return {
      ...blankPartner,
      regionCode,
      address,
      mobile: contacts[0]!.mobile,
      tel: demoTel(this.serial++),
      creditPolicy: 'block',
      taxNo: creditCode(this.random, taxKind, regionCode),
      invoiceTitle: given.name,
      bankName: `${this.random.pick(banks)}${this.random.pick(['营业部', '城东支行', '城西支行', '滨江支行'])}`,
      bankAccount: bankAccount(this.random, taxKind === '92' ? 16 : 19),
      defaultInvoiceKind: taxKind === '91' ? 'special' : 'normal',
      contacts,
      addresses: [{ receiver: receiver.name, mobile: receiver.mobile, regionCode, address, isDefault: true }],
      ...fields,
    }
  }

  private contacts(title: string): DemoPartnerContact[] {
    const titles = this.random.chance(0.4) ? [title, '会计'] : [title]
    return titles.map((name, index) => ({
      name: this.nextName(),
      mobile: demoMobile(this.serial++),
      tel: null,
      title: name,
      isDefault: index === 0,
    }))
  }

  /** Somewhere in the city; a shop named after a district lies in that district. */
  private place(name = ''): { regionCode: string; address: string } {
    const named = districts.find(([, district]) => name.startsWith(district))
    const [regionCode, district] = named ?? this.random.pick(districts)
    const address = `湖北省武汉市${district}${this.random.pick(streets)}${this.random.int(1, 199)}号`
    return { regionCode, address }
  }
}
