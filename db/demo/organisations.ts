import { bankAccount, creditCode, demoTel } from './identities'
import { createRandom } from './random'

interface DemoGroup {
  code: string
  name: string
  shortName: string
}

/** A legal entity (business/access 1). */
export interface DemoCompany {
  code: string
  name: string
  taxNo: string
  taxpayerKind: 'general' | 'small'
  legalPerson: string
  address: string
  tel: string
  bankName: string
  bankAccount: string
}

/** A trading centre or shop (business/access 2.1). The start month depends on the day of loading and is set there. */
interface DemoOrg {
  code: string
  name: string
  shortName: string
  orgType: 'parts_trade' | 'repair' | 'fast_repair'
  storeType: string
  companyCode: string
  regionCode: string
  address: string
  tel: string
  managerEmpNo: string
  taxpayerKind: 'general' | 'small'
  businessHours: string
  bayCount: number
  /** Name of the tax rate that goods and labour of this organisation carry by default. */
  defaultTaxRateName: string
}

interface DemoDepartment {
  orgCode: string
  code: string
  name: string
  parentCode: string | null
  sortNo: number
}

interface DemoPosition {
  code: string
  name: string
  level: number
}

interface DemoTeam {
  orgCode: string
  name: string
  leaderEmpNo: string
}

export const group: DemoGroup = { code: 'DC', name: '鼎程汽车服务集团', shortName: '鼎程集团' }

/** The two legal entities: one for 01 and 02, one for 03 (business/demo 2). */
export function makeCompanies(): DemoCompany[] {
  const random = createRandom('companies')
  return [
    {
      code: 'GS01',
      name: '江城鼎程汽车服务有限公司',
      taxNo: creditCode(random, '91', '420111'),
      taxpayerKind: 'general',
      legalPerson: '程远山',
      address: '湖北省武汉市洪山区汽配大市场1栋101号',
      tel: demoTel(1),
      bankName: '江城商业银行洪山支行',
      bankAccount: bankAccount(random, 19),
    },
    {
      code: 'GS02',
      name: '江城鼎程快修服务有限公司',
      taxNo: creditCode(random, '91', '420105'),
      taxpayerKind: 'small',
      legalPerson: '程远山',
      address: '湖北省武汉市汉阳区城西路66号',
      tel: demoTel(3),
      bankName: '江城商业银行汉阳支行',
      bankAccount: bankAccount(random, 19),
    },
  ]
}

export const companies = makeCompanies()

export const orgs: DemoOrg[] = [
  {
    code: '01',
    name: '鼎程配件贸易中心',
    shortName: '配件中心',
    orgType: 'parts_trade',
    storeType: '配件中心',
    companyCode: 'GS01',
    regionCode: '420111',
    address: '湖北省武汉市洪山区汽配大市场1栋101号',
    tel: demoTel(1),
    businessHours: '08:00-18:30',
    bayCount: 0,
    managerEmpNo: '0101',
    taxpayerKind: 'general',
    defaultTaxRateName: '13%',
  },
  {
    code: '02',
    name: '鼎程城东维修店',
    shortName: '城东店',
    orgType: 'repair',
    storeType: '旗舰店',
    companyCode: 'GS01',
    regionCode: '420106',
    address: '湖北省武汉市武昌区城东路188号',
    tel: demoTel(2),
    businessHours: '08:00-18:30',
    bayCount: 8,
    managerEmpNo: '0201',
    taxpayerKind: 'general',
    defaultTaxRateName: '13%',
  },
  {
    code: '03',
    name: '鼎程城西快修店',
    shortName: '城西店',
    orgType: 'fast_repair',
    storeType: '社区店',
    companyCode: 'GS02',
    regionCode: '420105',
    address: '湖北省武汉市汉阳区城西路66号',
    tel: demoTel(3),
    businessHours: '08:00-18:30',
    bayCount: 4,
    managerEmpNo: '0301',
    taxpayerKind: 'small',
    defaultTaxRateName: '1%',
  },
]

const departmentRows: [orgCode: string, code: string, name: string, parentCode: string | null][] = [
  ['01', '0101', '总经办', null],
  ['01', '0102', '采购部', null],
  ['01', '0103', '销售部', null],
  ['01', '010301', '批发组', '0103'],
  ['01', '010302', '门市组', '0103'],
  ['01', '0104', '仓储部', null],
  ['01', '0105', '财务部', null],
  ['02', '0201', '店长室', null],
  ['02', '0202', '前台接待', null],
  ['02', '0203', '维修车间', null],
  ['02', '020301', '机电组', '0203'],
  ['02', '020302', '钣喷组', '0203'],
  ['02', '0204', '配件库', null],
  ['02', '0205', '收银财务', null],
  ['02', '0206', '三包索赔', null],
  ['03', '0301', '店长室', null],
  ['03', '0302', '快修车间', null],
]

export const departments: DemoDepartment[] = departmentRows.map(([orgCode, code, name, parentCode], index) => ({
  orgCode,
  code,
  name,
  parentCode,
  sortNo: index + 1,
}))

export const positions: DemoPosition[] = [
  { code: 'ZJL', name: '总经理', level: 1 },
  { code: 'DZ', name: '店长', level: 2 },
  { code: 'CGY', name: '采购员', level: 4 },
  { code: 'XSZG', name: '销售主管', level: 3 },
  { code: 'XSY', name: '销售员', level: 4 },
  { code: 'CGUAN', name: '仓管员', level: 4 },
  { code: 'KJ', name: '会计', level: 3 },
  { code: 'SY', name: '收银员', level: 4 },
  { code: 'FWGW', name: '服务顾问', level: 4 },
  { code: 'JDJS', name: '机电技师', level: 4 },
  { code: 'BJJS', name: '钣金技师', level: 4 },
  { code: 'PQJS', name: '喷漆技师', level: 4 },
  { code: 'DGJS', name: '汽车电工', level: 4 },
  { code: 'SPSP', name: '三包索赔员', level: 4 },
]

export const teams: DemoTeam[] = [
  { orgCode: '02', name: '机电一组', leaderEmpNo: '0205' },
  { orgCode: '02', name: '钣喷组', leaderEmpNo: '0208' },
  { orgCode: '03', name: '快修组', leaderEmpNo: '0302' },
]
