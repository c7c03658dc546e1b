import { orgs } from './organisations'
import { blankPartner, Directory } from './partner-directory'
import { customerRows, insurerRows, logisticsRows, manufacturerRows, supplierRows, tradeRows } from './partner-rows'
import type { DemoPartner } from './partner-types'
import { partnerFlag } from './partner-types'
import type { Random } from './random'
import { createRandom } from './random'

/** All partners of the demo group (business/demo 3), suppliers first. */
export function makePartners(): DemoPartner[] {
  const random = createRandom('partners')
  const directory = new Directory(random)
  return [
    ...supplierRows.map((row) => supplier(directory, random, row)),
    ...tradeRows.map((row, index) => tradeCustomer(directory, row, index)),
    ...customerRows.map((row, index) => unitCustomer(directory, row, index)),
    ...Array.from({ length: 42 }, (_, index) => privateCustomer(directory, random, index)),
    ...manufacturerRows.map((name) => institution(directory, name, 'C', partnerFlag.manufacturer, '三包专员')),
    ...insurerRows.map((name) => institution(directory, name, 'B', partnerFlag.insurer, '理赔专员')),
    ...logisticsRows.map((name) => institution(directory, name, 'W', partnerFlag.logistics, '调度')),
    ...orgs.map((org) => walkIn(directory, org.code)),
    ...orgs.map((org) => sister(directory, org.code)),
  ]
}

function supplier(directory: Directory, random: Random, row: (typeof supplierRows)[number]): DemoPartner {
  return directory.unit({
    code: directory.code('G'),
    name: row.name,
    kind: 'unit',
    cusFlag: partnerFlag.supplier,
    level: 'B',
    category: row.category,
    settlementMethodCode: row.settlement,
    creditDays: row.settlement === 'YJ30' ? 30 : row.settlement === 'YJ60' ? 60 : 0,
    buyerEmpNo: random.pick(['0102', '0103']),
    supplies: { brandNames: row.brandNames, carBrandNames: row.carBrandNames, leadDays: random.int(1, 5) },
    contactTitle: '业务经理',
    taxKind: '91',
  })
}

/** Trade customers of org 01: wholesale levels, monthly terms of 30 days, credit 10 000–80 000. */
function tradeCustomer(directory: Directory, row: (typeof tradeRows)[number], index: number): DemoPartner {
  return directory.unit({
    code: directory.code('K'),
    name: row.name,
    kind: 'unit',
    cusFlag: partnerFlag.customer,
    level: index < 3 ? 'A' : index < 9 ? 'B' : 'C',
    category: row.category,
    orgCode: '01',
    priceLevel: index < 3 ? 'wholesale_3' : index < 9 ? 'wholesale_2' : 'wholesale_1',
    settlementMethodCode: 'YJ30',
    creditLimit: `${row.credit}.00`,
    creditDays: 30,
    salespersonEmpNo: ['0104', '0105', '0106'][index % 3]!,
    source: '转介绍',
    contactTitle: '老板',
    taxKind: row.name.endsWith('公司') ? '91' : '92',
    weight: index < 3 ? 20 : index < 9 ? 3 : 2,
  })
}

/** Fleets, companies, hire operators and public bodies with vehicles; the bigger ones settle later. */
function unitCustomer(directory: Directory, row: (typeof customerRows)[number], index: number): DemoPartner {
  const hasCredit = row.credit > 0
  return directory.unit({
    code: directory.code('K'),
    name: row.name,
    kind: 'unit',
    cusFlag: partnerFlag.customer,
    level: index < 2 ? 'A' : 'B',
    category: row.category,
    orgCode: row.orgCode,
    discountRate: hasCredit ? '0.9500' : '1.0000',
    settlementMethodCode: hasCredit ? 'YJ30' : 'XJ',
    creditLimit: `${row.credit}.00`,
    creditDays: hasCredit ? 30 : 0,
    salespersonEmpNo: row.orgCode === '02' ? ['0202', '0203', '0204'][index % 3]! : '0301',
    source: row.category === '车队' ? '车队合同' : '转介绍',
    contactTitle: row.category === '车队' ? '车队队长' : '行政主管',
    taxKind: row.category === '政府' ? '12' : '91',
    weight: index < 3 ? 8 : 3,
  })
}

function privateCustomer(directory: Directory, random: Random, index: number): DemoPartner {
  const orgCode = index % 5 < 3 ? '02' : '03'
  return directory.person({
    orgCode,
    level: index < 4 ? 'B' : index < 36 ? 'C' : 'D',
    salespersonEmpNo: orgCode === '02' && random.chance(0.7) ? random.pick(['0202', '0203', '0204']) : null,
    weight: index < 8 ? 6 : 1,
  })
}

function institution(
  directory: Directory,
  name: string,
  letter: 'C' | 'B' | 'W',
  cusFlag: number,
  contactTitle: string,
): DemoPartner {
  return directory.unit({
    code: directory.code(letter),
    name,
    kind: 'unit',
    cusFlag,
    settlementMethodCode: 'YJ60',
    creditDays: 60,
    creditPolicy: 'none',
    contactTitle,
    taxKind: '91',
  })
}

function walkIn(directory: Directory, orgCode: string): DemoPartner {
  return {
    ...blankPartner,
    code: directory.code('K'),
    name: '零散客户',
    kind: 'person',
    cusFlag: partnerFlag.customer,
    category: '散客',
    isSystem: true,
    orgCode,
    source: '自然到店',
  }
}

/** One partner per organisation of the group; the others book their dealings with it under this partner. */
function sister(directory: Directory, orgCode: string): DemoPartner {
  const org = orgs.find(({ code }) => code === orgCode)!
  return {
    ...blankPartner,
    code: directory.code('N'),
    name: org.name,
    kind: 'unit',
    cusFlag: partnerFlag.sisterOrg,
    level: 'A',
    isSystem: true,
    sisterOrgCode: orgCode,
    tel: org.tel,
    regionCode: org.regionCode,
    address: org.address,
    priceLevel: 'transfer',
    settlementMethodCode: 'GZ',
  }
}

export const partners = makePartners()
