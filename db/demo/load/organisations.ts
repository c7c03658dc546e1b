import { assignUser, createOrg, createUser } from '../../../packages/server/src/access/provision'
import type { Database, Tx } from '../../../packages/server/src/kernel/db'
import { settlementMethods, storeAccounts, taxRates } from '../finance'
import { companies, departments, orgs, positions } from '../organisations'
import { demoPassword, employees, userOrgs, users, userWarehouses } from '../people'
import { locations, warehouses } from '../warehouses'
import { type Book, insertAll } from './book'

/** Companies, orgs, departments, employees, warehouses, accounts and the other masters that everything else refers to. */
export async function loadOrganisations(tx: Tx, book: Book, startMonth: number, openingOn: string): Promise<void> {
  const companyIds = await insertAll(
    tx,
    'company',
    companies.map(({ name, taxNo, address, tel, bankName, bankAccount }) => ({
      name,
      taxNo,
      addressTel: `${address} ${tel}`,
      bankAccount: `${bankName} ${bankAccount}`,
    })),
  )
  companies.forEach((company, i) => book.set('company', company.code, companyIds[i] as number))
  for (const org of orgs) {
    const { code, name, shortName, orgType, taxpayerKind, address, tel } = org
    const companyId = book.id('company', org.companyCode)
    book.set(
      'org',
      code,
      await createOrg(tx, { code, name, shortName, orgType, taxpayerKind, address, tel, companyId, startMonth }),
    )
  }
  await loadPeople(tx, book)
  await loadPlaces(tx, book)
  await loadMoneyMasters(tx, book, openingOn)
}

async function loadPeople(tx: Tx, book: Book): Promise<void> {
  for (const department of departments) {
    const [id] = await insertAll(tx, 'department', [
      {
        orgId: book.id('org', department.orgCode),
        parentId: book.idOrNull('department', department.parentCode),
        name: department.name,
      },
    ])
    book.set('department', department.code, id as number)
  }
  const titles = new Map(positions.map((position) => [position.code, position.name]))
  const ids = await insertAll(
    tx,
    'employee',
    employees.map((employee) => ({
      orgId: book.id('org', employee.orgCode),
      empNo: employee.empNo,
      name: employee.name,
      mobile: employee.mobile,
      departmentId: book.id('department', employee.departmentCode),
      position: titles.get(employee.positionCode) ?? '',
    })),
  )
  employees.forEach((employee, i) => book.set('employee', employee.empNo, ids[i] as number))
}

async function loadPlaces(tx: Tx, book: Book): Promise<void> {
  const ids = await insertAll(
    tx,
    'warehouse',
    warehouses.map((place) => ({
      orgId: book.id('org', place.orgCode),
      code: place.code,
      name: place.name,
      kind: place.kind,
      keeperId: book.idOrNull('employee', place.keeperEmpNo),
      allowSale: place.allowSale,
      allowPick: place.allowPick,
      isDefault: place.isDefault,
    })),
  )
  warehouses.forEach((place, i) => book.set('warehouse', `${place.orgCode}/${place.code}`, ids[i] as number))
  const bins = await insertAll(
    tx,
    'location',
    locations.map((bin) => ({
      warehouseId: book.id('warehouse', `${bin.orgCode}/${bin.warehouseCode}`),
      code: bin.code,
      zone: bin.zone ?? '',
      rack: bin.rack ?? '',
      level: bin.level ?? '',
      slot: bin.slot ?? '',
      capacity: bin.capacity,
      pickOrder: bin.pickOrder,
      isDefault: bin.isDefault,
    })),
  )
  locations.forEach((bin, i) =>
    book.set('location', `${bin.orgCode}/${bin.warehouseCode}/${bin.code}`, bins[i] as number),
  )
}

async function loadMoneyMasters(tx: Tx, book: Book, openingOn: string): Promise<void> {
  const rates = await insertAll(
    tx,
    'tax_rate',
    taxRates.map(({ name, rate, kind, isDefaultGoods, validFrom }) => ({
      name,
      rate,
      kind,
      isGoodsDefault: isDefaultGoods,
      validFrom,
    })),
  )
  taxRates.forEach((rate, i) => book.set('taxRate', rate.name, rates[i] as number))
  const methods = await insertAll(
    tx,
    'settlement_method',
    settlementMethods.map(({ name, kind, termDays, monthDay }) => ({
      name,
      kind,
      termDays,
      monthDay,
    })),
  )
  settlementMethods.forEach((method, i) => book.set('settlementMethod', method.code, methods[i] as number))
  const accounts = await insertAll(
    tx,
    'store_account',
    storeAccounts.map((account) => ({
      orgId: book.id('org', account.orgCode),
      code: account.code,
      name: account.name,
      kind: account.kind,
      bankName: account.bankName ?? '',
      bankNo: account.bankNo ?? '',
      openingBalance: account.openingBalance,
      openingOn,
      balance: account.openingBalance,
      feeRate: account.feeRate,
      isDefaultIn: account.defaultIn,
      isDefaultOut: account.defaultOut,
    })),
  )
  storeAccounts.forEach((account, i) =>
    book.set('account', `${account.orgCode}/${account.code}`, accounts[i] as number),
  )
}

/** Demo logins, where they may work and what with. */
export async function loadUsers(db: Database, groupId: number, book: Book): Promise<void> {
  for (const user of users) {
    const userId = await createUser(db, groupId, {
      ...user,
      password: demoPassword,
      isPlatform: user.username === 'admin01',
    })
    book.set('user', user.username, userId)
    await db.tenant(groupId, async (tx) => {
      for (const membership of userOrgs.filter((each) => each.username === user.username)) {
        await assignUser(tx, {
          userId,
          orgId: book.id('org', membership.orgCode),
          roles: [membership.roleKey],
          isDefault: membership.isDefault,
          employeeId: book.idOrNull('employee', membership.empNo),
        })
      }
      const own = userWarehouses.filter((each) => each.username === user.username)
      if (own.length === 0) return
      await insertAll(
        tx,
        'user_warehouse',
        own.map((each) => ({
          userId,
          warehouseId: book.id('warehouse', `${each.orgCode}/${each.warehouseCode}`),
          canView: each.view,
          canIn: each.in,
          canOut: each.out,
          canCount: each.count,
          canTransfer: each.transfer,
        })),
      )
    })
  }
}
