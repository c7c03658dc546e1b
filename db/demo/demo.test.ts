import { describe, expect, it } from 'vitest'
import { makeStoreAccounts, settlementMethods, storeAccounts, taxRates } from './finance'
import { creditCheck } from './identities'
import { companies, departments, makeCompanies, orgs, positions, teams } from './organisations'
import { makePartners, partners } from './partners'
import { boms, kits, makeCatalogue, parts, substitutes } from './parts/index'
import { makeCategories, partCategories } from './parts/vocabulary'
import { employees, makeEmployees, userOrgs, users, userWarehouses } from './people'
import { makeProducts, openingStock, products } from './products'
import { createRandom } from './random'
import { duplicates, fen, ofRole } from './test-helpers'
import { locations, makeLocations, warehouses } from './warehouses'

function draw(key: string): number[] {
  const random = createRandom(key)
  return Array.from({ length: 5 }, () => random.int(0, 1_000_000))
}

/** How many bins an organisation has, 默认 left out. */
function binCount(orgCode: string, warehouseCode?: string): number {
  return locations.filter(
    (bin) => bin.orgCode === orgCode && !bin.isDefault && (!warehouseCode || bin.warehouseCode === warehouseCode),
  ).length
}

describe('random', () => {
  it('repeats itself for one key and differs between keys', () => {
    expect(draw('a')).toEqual(draw('a'))
    expect(draw('a')).not.toEqual(draw('b'))
  })

  it('stays inside its bounds', () => {
    const random = createRandom('bounds')
    const rolls = Array.from({ length: 600 }, () => random.int(1, 6))
    expect(new Set(rolls)).toEqual(new Set([1, 2, 3, 4, 5, 6]))
    const mean = Array.from({ length: 2000 }, () => random.normal(14_000, 4_000)).reduce((sum, v) => sum + v, 0) / 2000
    expect(mean).toBeGreaterThan(13_500)
    expect(mean).toBeLessThan(14_500)
    expect(random.shuffle([1, 2, 3, 4]).toSorted()).toEqual([1, 2, 3, 4])
    expect(() => random.sample([1], 2)).toThrow(RangeError)
  })

  it('builds the same company twice', () => {
    expect(makeCompanies()).toEqual(companies)
    expect(makeLocations()).toEqual(locations)
    expect(makeStoreAccounts()).toEqual(storeAccounts)
    expect(makeEmployees()).toEqual(employees)
    expect(makePartners()).toEqual(partners)
    expect(makeCategories()).toEqual(partCategories)
    expect(makeCatalogue()).toMatchObject({ parts, kits, substitutes, boms })
    expect(makeProducts()).toEqual({ products, openingStock })
  })
})

describe('organisation (business/demo 2)', () => {
  it('has the stated numbers of people and places', () => {
    expect(orgs.map(({ code, name, companyCode }) => [code, name, companyCode])).toEqual([
      ['01', '鼎程配件贸易中心', 'GS01'],
      ['02', '鼎程城东维修店', 'GS01'],
      ['03', '鼎程城西快修店', 'GS02'],
    ])
    const [owner, ...staff] = employees
    expect(owner!.positionCode).toBe('ZJL')
    expect(staff).toHaveLength(24)
    expect(users).toHaveLength(15)
    expect(users.map(({ username }) => username)).toEqual(
      expect.arrayContaining('boss01 buyer01 sales01 store01 adviser01 tech01 cash01 admin01'.split(' ')),
    )
    expect([binCount('01', 'ZC'), binCount('02'), binCount('03')]).toEqual([180, 60, 24])
  })

  it('opens the money accounts with the stated balances', () => {
    const opening = storeAccounts.filter(({ openingBalance }) => openingBalance !== '0.00')
    expect(opening.map(({ orgCode, name, openingBalance }) => [orgCode, name, openingBalance])).toEqual([
      ['01', '现金', '5000.00'],
      ['01', '对公账户', '200000.00'],
      ['02', '现金', '5000.00'],
      ['02', '对公账户', '80000.00'],
      ['03', '现金', '5000.00'],
      ['03', '对公账户', '30000.00'],
    ])
    expect(storeAccounts).toHaveLength(15)
    for (const { kind, bankNo, feeRate } of storeAccounts) {
      expect(bankNo ?? '').toMatch(kind === 'bank' ? /^[1-9]\d{18}$/ : /^$/)
      expect(feeRate).toBe(kind === 'pos' ? '0.0038' : '0.0000')
    }
    expect(taxRates.map(({ rate }) => rate)).toEqual(['0.1300', '0.0900', '0.0600', '0.0300', '0.0100', '0.0000'])
  })

  it('refers only to what exists', () => {
    const empNos = new Set(employees.map(({ empNo }) => empNo))
    const bins = new Set(warehouses.map(({ orgCode, code }) => `${orgCode}/${code}`))
    for (const org of orgs) {
      expect(companies.some(({ code }) => code === org.companyCode)).toBe(true)
      expect(empNos).toContain(org.managerEmpNo)
      expect(taxRates.some(({ name }) => name === org.defaultTaxRateName)).toBe(true)
      expect(warehouses.filter((row) => row.orgCode === org.code && row.isDefault)).toHaveLength(1)
    }
    for (const employee of employees) {
      expect(departments.some((row) => row.orgCode === employee.orgCode && row.code === employee.departmentCode)).toBe(
        true,
      )
      expect(positions.some(({ code }) => code === employee.positionCode)).toBe(true)
      expect(employee.teamName === null || teams.some(({ name }) => name === employee.teamName)).toBe(true)
    }
    for (const { parentCode, orgCode } of departments)
      expect(parentCode === null || departments.some((row) => row.orgCode === orgCode && row.code === parentCode)).toBe(
        true,
      )
    for (const { leaderEmpNo } of teams) expect(empNos).toContain(leaderEmpNo)
    for (const { keeperEmpNo } of warehouses) expect(keeperEmpNo === null || empNos.has(keeperEmpNo)).toBe(true)
    for (const bin of locations) expect(bins).toContain(`${bin.orgCode}/${bin.warehouseCode}`)
    for (const row of userWarehouses) expect(bins).toContain(`${row.orgCode}/${row.warehouseCode}`)
    for (const { username } of users)
      expect(userOrgs.filter((row) => row.username === username && row.isDefault)).toHaveLength(1)
    expect(userWarehouses.some(({ username }) => username === 'admin01')).toBe(false)
  })

  it('obeys the field rules of the specification', () => {
    for (const { name } of employees) expect(name).toMatch(/^[\u4e00-\u9fa5A-Za-z0-9_]{2,20}$/)
    for (const { mobile } of [...employees, ...users]) expect(mobile).toMatch(/^1390000\d{4}$/)
    for (const { username } of users) expect(username).toMatch(/^\w{6,20}$/)
    for (const { code } of locations) expect(code).toMatch(/^[\u4e00-\u9fa5A-Za-z0-9-]{1,23}$/)
    for (const { code } of warehouses) expect(code).toMatch(/^[A-Z]{2,6}$/)
    expect(duplicates(locations.map((bin) => `${bin.orgCode}/${bin.warehouseCode}/${bin.code}`))).toEqual([])
    expect(duplicates(employees.map(({ empNo }) => empNo))).toEqual([])
    expect(duplicates(users.map(({ mobile }) => mobile))).toEqual([])
  })
})

describe('partners (business/demo 3)', () => {
  it('has the stated numbers of every role', () => {
    const customers = ofRole(1).filter(({ isSystem }) => !isSystem)
    const trade = customers.filter(({ category }) => category === '修理厂' || category === '汽配店')
    expect(trade).toHaveLength(15)
    expect(customers.length - trade.length).toBe(60)
    expect(customers.filter(({ kind }) => kind === 'person')).toHaveLength(42)
    expect([2, 4, 8, 16].map((bit) => ofRole(bit).length)).toEqual([14, 3, 3, 3])
    expect(ofRole(32).map(({ sisterOrgCode }) => sisterOrgCode)).toEqual(['01', '02', '03'])
    expect(partners.filter(({ name }) => name === '零散客户').map(({ orgCode }) => orgCode)).toEqual(['01', '02', '03'])
    for (const customer of trade) {
      expect(customer).toMatchObject({ orgCode: '01', settlementMethodCode: 'YJ30', creditDays: 30 })
      expect(customer.priceLevel).toMatch(/^wholesale_[123]$/)
      expect(fen(customer.creditLimit)).toBeGreaterThanOrEqual(1_000_000n)
      expect(fen(customer.creditLimit)).toBeLessThanOrEqual(8_000_000n)
    }
  })

  it('has valid numbers, unique codes and names, and known references', () => {
    expect(duplicates(partners.map(({ code }) => code))).toEqual([])
    expect(duplicates(partners.filter(({ kind }) => kind === 'unit').map(({ name }) => name))).toEqual([])
    expect(duplicates(partners.flatMap(({ taxNo }) => taxNo ?? []))).toEqual([])
    const mobiles = partners.flatMap(({ mobile, contacts }) =>
      contacts.length > 0 ? contacts.map((c) => c.mobile) : (mobile ?? []),
    )
    expect(duplicates([...mobiles, ...employees.map(({ mobile }) => mobile)])).toEqual([])
    for (const partner of partners) {
      expect(partner.code).toMatch(/^[KGCBWN]\d{5}$/)
      expect(partner.mobile ?? '').toMatch(partner.isSystem ? /^$/ : /^1390000\d{4}$/)
      expect(partner.tel ?? '').toMatch(/^(0\d{2,3}-?\d{7,8})?$/)
      expect(partner.bankAccount ?? '').toMatch(/^(\d{16}|\d{19})?$/)
      expect(['男', '女', null]).toContain(partner.gender)
      expect(settlementMethods.some(({ code }) => code === partner.settlementMethodCode)).toBe(true)
      for (const empNo of [partner.salespersonEmpNo, partner.buyerEmpNo])
        expect(empNo === null || employees.some((employee) => employee.empNo === empNo)).toBe(true)
    }
  })

  it('gives every unit a taxpayer number with a valid check character and a bank account', () => {
    const taxNos = [...companies, ...partners].flatMap(({ taxNo }) => taxNo ?? [])
    for (const taxNo of taxNos) expect(creditCheck(taxNo.slice(0, 17))).toBe(taxNo[17])
    // A code whose check character is known from elsewhere.
    expect(creditCheck('91350100M000100Y4')).toBe('3')
    for (const partner of partners.filter(({ kind, isSystem }) => kind === 'unit' && !isSystem))
      expect([partner.taxNo, partner.bankAccount, partner.contacts.length > 0]).not.toContain(null)
  })
})
