import { demoMobile, personNames } from './identities'
import { createRandom } from './random'
import { warehouses } from './warehouses'

/** Keys of the seed roles (business/access 10.1); a shop manager is the owner role with the limits of a 店长. */
type DemoRoleKey =
  | 'owner'
  | 'manager'
  | 'buyer'
  | 'salesperson'
  | 'warehouse_keeper'
  | 'adviser'
  | 'technician'
  | 'warranty_clerk'
  | 'cashier_accountant'
  | 'admin'

interface DemoEmployee {
  orgCode: string
  /** Organisation code + 2 digits, unique within the group. */
  empNo: string
  name: string
  gender: 'male' | 'female'
  mobile: string
  departmentCode: string
  positionCode: string
  teamName: string | null
  /** Whole years between hiring and the day of loading. */
  yearsOfService: number
  workerType: '机电' | '钣金' | '喷漆' | '电工' | null
}

interface DemoUser {
  username: string
  realName: string
  mobile: string
}

/** Membership: which organisations a user may choose, with which role, as which employee. */
interface DemoUserOrg {
  username: string
  orgCode: string
  empNo: string | null
  roleKey: DemoRoleKey
  isDefault: boolean
}

/** No row means no access to the warehouse (business/access 6). */
interface DemoUserWarehouse {
  username: string
  orgCode: string
  warehouseCode: string
  view: boolean
  in: boolean
  out: boolean
  count: boolean
  transfer: boolean
  cost: boolean
}

/** The password of every demo login; 6–20 letters and digits as the sign-in form demands. */
export const demoPassword = 'Chepu2026'

const posts: [empNo: string, departmentCode: string, positionCode: string, workerType?: DemoEmployee['workerType']][] =
  [
    ['0101', '0101', 'ZJL'],
    ['0102', '0102', 'CGY'],
    ['0103', '0102', 'CGY'],
    ['0104', '010301', 'XSZG'],
    ['0105', '010301', 'XSY'],
    ['0106', '010302', 'XSY'],
    ['0107', '0104', 'CGUAN'],
    ['0108', '0104', 'CGUAN'],
    ['0109', '0105', 'KJ'],
    ['0201', '0201', 'DZ'],
    ['0202', '0202', 'FWGW'],
    ['0203', '0202', 'FWGW'],
    ['0204', '0202', 'FWGW'],
    ['0205', '020301', 'JDJS', '机电'],
    ['0206', '020301', 'JDJS', '机电'],
    ['0207', '020301', 'JDJS', '机电'],
    ['0208', '020302', 'BJJS', '钣金'],
    ['0209', '020302', 'PQJS', '喷漆'],
    ['0210', '020301', 'DGJS', '电工'],
    ['0211', '0204', 'CGUAN'],
    ['0212', '0205', 'SY'],
    ['0213', '0206', 'SPSP'],
    ['0301', '0301', 'DZ'],
    ['0302', '0302', 'JDJS', '机电'],
    ['0303', '0302', 'JDJS', '机电'],
  ]

function teamOf(departmentCode: string, hasTrade: boolean): string | null {
  if (!hasTrade) return null
  if (departmentCode === '0302') return '快修组'
  return departmentCode === '020302' ? '钣喷组' : '机电一组'
}

/** The owner and the 24 employees of business/demo 2; the first row is the owner. */
export function makeEmployees(): DemoEmployee[] {
  const random = createRandom('employees')
  const nextName = personNames(random)
  return posts.map(([empNo, departmentCode, positionCode, workerType = null], index) => ({
    orgCode: empNo.slice(0, 2),
    empNo,
    name: index === 0 ? '程远山' : nextName(),
    gender: workerType || random.chance(0.5) ? 'male' : 'female',
    mobile: demoMobile(index + 1),
    departmentCode,
    positionCode,
    teamName: teamOf(departmentCode, workerType !== null),
    yearsOfService: random.int(1, 9),
    workerType,
  }))
}

export const employees = makeEmployees()

const logins: [username: string, empNo: string, roleKey: DemoRoleKey][] = [
  ['boss01', '0101', 'owner'],
  ['buyer01', '0102', 'buyer'],
  ['sales01', '0104', 'salesperson'],
  ['sales02', '0105', 'salesperson'],
  ['store01', '0107', 'warehouse_keeper'],
  ['cash01', '0109', 'cashier_accountant'],
  ['manager01', '0201', 'manager'],
  ['adviser01', '0202', 'adviser'],
  ['adviser02', '0203', 'adviser'],
  ['tech01', '0205', 'technician'],
  ['store02', '0211', 'warehouse_keeper'],
  ['cash02', '0212', 'cashier_accountant'],
  ['warranty02', '0213', 'warranty_clerk'],
  ['manager02', '0301', 'manager'],
]

function employeeOf(empNo: string): DemoEmployee {
  return employees.find((employee) => employee.empNo === empNo)!
}

/** 15 logins; the administrator is no employee of any organisation. */
export const users: DemoUser[] = [
  ...logins.map(([username, empNo]) => {
    const { name, mobile } = employeeOf(empNo)
    return { username, realName: name, mobile }
  }),
  { username: 'admin01', realName: '系统管理员', mobile: demoMobile(99) },
]

const everywhere = ['01', '02', '03']

/** The owner and the administrator may choose every organisation, all others only the one they work in. */
export const userOrgs: DemoUserOrg[] = [
  ...logins.flatMap(([username, empNo, roleKey]) => {
    const home = employeeOf(empNo).orgCode
    const chosen = roleKey === 'owner' ? everywhere : [home]
    return chosen.map((orgCode) => ({ username, orgCode, empNo, roleKey, isDefault: orgCode === home }))
  }),
  ...everywhere.map((orgCode) => ({
    username: 'admin01',
    orgCode,
    empNo: null,
    roleKey: 'admin' as const,
    isDefault: orgCode === '01',
  })),
]

type Flags = Omit<DemoUserWarehouse, 'username' | 'orgCode' | 'warehouseCode'>

const nothing: Flags = { view: false, in: false, out: false, count: false, transfer: false, cost: false }
const everything: Flags = { view: true, in: true, out: true, count: true, transfer: true, cost: true }

/** What each role may do in a warehouse; 旧件仓 and 在途 follow the same rule as the others. */
const flagsOfRole: Record<DemoRoleKey, Flags> = {
  owner: everything,
  manager: everything,
  buyer: { ...nothing, view: true, in: true, out: true, transfer: true, cost: true },
  salesperson: { ...nothing, view: true, in: true, out: true },
  warehouse_keeper: { ...everything, cost: false },
  adviser: { ...nothing, view: true, in: true, out: true },
  technician: { ...nothing, view: true },
  warranty_clerk: { ...nothing, view: true },
  cashier_accountant: { ...nothing, view: true, cost: true },
  admin: nothing,
}

/** One row per user and warehouse of his organisations; the administrator has none. */
export const userWarehouses: DemoUserWarehouse[] = userOrgs
  .filter(({ roleKey }) => flagsOfRole[roleKey].view)
  .flatMap(({ username, orgCode, roleKey }) =>
    warehouses
      .filter((warehouse) => warehouse.orgCode === orgCode)
      .map((warehouse) => ({ username, orgCode, warehouseCode: warehouse.code, ...flagsOfRole[roleKey] })),
  )
