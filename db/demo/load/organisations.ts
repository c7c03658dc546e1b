import { assignUser, createOrg, createUser } from '../../../packages/server/src/access/provision'
import type { Database } from '../../../packages/server/src/kernel/db/db'
import type { Tx } from '../../../packages/server/src/kernel/db/tx'
import { settlementMethods, storeAccounts, taxRates } from '../finance'
import { companies, departments, orgs, positions, teams } from '../organisations'
import { demoPassword, employees, userOrgs, users, userWarehouses } from '../people'
import { locations, warehouses } from '../warehouses'
import { type Book, insertAll } from './book'

/** Companies, orgs, departments, employees, warehouses, accounts and the other masters that everything else refers to. */
export async function loadOrganisations(tx: Tx, book: Book, startMonth: number, openingOn: string): Promise<void> {
  const companyIds = await insertAll(
    tx,
    'company',
    companies.map(({ name, taxNo, taxpayerKind, legalPerson, address, tel, bankName, bankAccount }) => ({
      name,
      taxNo,
      taxpayerKind,
      legalPerson,
      addressTel: `${address} ${tel}`,
      bankName,
      bankAccount,
    })),
  )
  companies.forEach((company, i) => book.set('company', company.code, companyIds[i] as number))
  await loadMoneyMasters(tx, book)
  await loadOrgs(tx, book, startMonth)
  await loadPeople(tx, book, openingOn)
  await loadPlaces(tx, book)
  await loadAccounts(tx, book, openingOn)
}

/** The trading centre heads the group; the shops stand below it. */
async function loadOrgs(tx: Tx, book: Book, startMonth: number): Promise<void> {
  const storeTypes = await idsByName(tx, 'store_type')
  for (const org of orgs) {
    const { companyCode, storeType, managerEmpNo, defaultTaxRateName, ...fields } = org
    const id = await createOrg(tx, {
      ...fields,
      parentId: book.idOrNull('org', org.code === '01' ? null : '01'),
      companyId: book.id('company', companyCode),
      storeTypeId: storeTypes.get(storeType) ?? null,
      defaultTaxRateId: book.id('taxRate', defaultTaxRateName),
      manager: employees.find((employee) => employee.empNo === managerEmpNo)?.name ?? '',
      startMonth,
    })
    book.set('org', org.code, id)
  }
}

/** Rows that every new group has, by name. */
async function idsByName(tx: Tx, table: 'store_type' | 'position'): Promise<Map<string, number>> {
  const rows = await tx.query<{ id: number; name: string }>({
    text: `select id, name from ${table} where group_id = $1`,
    values: [tx.groupId],
  })
  return new Map(rows.map(({ id, name }) => [name, id]))
}

async function loadPeople(tx: Tx, book: Book, openingOn: string): Promise<void> {
  for (const department of departments) {
    const [id] = await insertAll(tx, 'department', [
      {
        orgId: book.id('org', department.orgCode),
        parentId: book.idOrNull('department', department.parentCode),
        code: department.code,
        name: department.name,
        sort: department.sortNo,
      },
    ])
    book.set('department', department.code, id as number)
  }
  const teamIds = await insertAll(
    tx,
    'team',
    teams.map(({ orgCode, name }) => ({ orgId: book.id('org', orgCode), name })),
  )
  teams.forEach(({ orgCode, name }, i) => book.set('team', `${orgCode}/${name}`, teamIds[i] as number))
  const positionIds = await idsByName(tx, 'position')
  const titles = new Map(positions.map((position) => [position.code, position.name]))
  const ids = await insertAll(
    tx,
    'employee',
    employees.map((employee) => ({
      orgId: book.id('org', employee.orgCode),
      empNo: employee.empNo,
      name: employee.name,
      gender: employee.gender,
      mobile: employee.mobile,
      departmentId: book.id('department', employee.departmentCode),
      positionId: positionIds.get(titles.get(employee.positionCode) ?? '') ?? null,
      teamId: book.idOrNull('team', employee.teamName && `${employee.orgCode}/${employee.teamName}`),
      hiredOn: hiredOn(openingOn, employee.yearsOfService, employee.empNo),
    })),
  )
  employees.forEach((employee, i) => book.set('employee', employee.empNo, ids[i] as number))
  for (const { orgCode, name, leaderEmpNo } of teams)
    await tx.query({
      text: 'update team set leader_id = $3 where group_id = $1 and id = $2',
      values: [tx.groupId, book.id('team', `${orgCode}/${name}`), book.id('employee', leaderEmpNo)],
    })
}

/** A day so many years before the company opened its books, another one for each employee. */
function hiredOn(openingOn: string, years: number, empNo: string): string {
  const year = Number.parseInt(openingOn.slice(0, 4), 10) - years
  const month = (Number.parseInt(empNo, 10) % 12) + 1
  return `${year}-${String(month).padStart(2, '0')}-${empNo.slice(2) < '10' ? '01' : '16'}`
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

async function loadMoneyMasters(tx: Tx, book: Book): Promise<void> {
  const rates = await insertAll(
    tx,
    'tax_rate',
    taxRates.map(({ name, rate, kind, isDefaultGoods, validFrom }) => ({
      name,
      rate,
      kind,
      isGoodsDefault: isDefaultGoods,
      isLabourDefault: isDefaultGoods,
      validFrom,
    })),
  )
  taxRates.forEach((rate, i) => book.set('taxRate', rate.name, rates[i] as number))
  const methods = await insertAll(
    tx,
    'settlement_method',
    settlementMethods.map(({ name, kind, termDays, monthDay }, i) => ({
      name,
      kind,
      termDays,
      monthDay,
      sortNo: i + 1,
    })),
  )
  settlementMethods.forEach((method, i) => book.set('settlementMethod', method.code, methods[i] as number))
}

async function loadAccounts(tx: Tx, book: Book, openingOn: string): Promise<void> {
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
          canCost: each.view,
        })),
      )
    })
  }
}

/** The owner administers every organisation until he hands one over. */
export async function nameAdministrator(tx: Tx, book: Book): Promise<void> {
  await tx.query({
    text: 'update org set admin_user_id = $2 where group_id = $1',
    values: [tx.groupId, book.id('user', 'boss01')],
  })
}
