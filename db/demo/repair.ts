// What the shops of the demo company do to cars, as people of the trade call and price it (business/demo 4.1).

/** Name, trade, type of business, hours (or yuan of a fixed price), price of an hour where it is not the trade's, materials as code × quantity, with a star where they are consumables. */
type Line = [name: string, figure: string, hourPrice?: string, materials?: string]

interface Section {
  workerType: string
  businessType: string | null
  isFixed?: boolean
  items: Line[]
}

const sections: Section[] = [
  {
    workerType: '机电',
    businessType: '保养',
    items: [
      ['更换机油、机油滤清器', '0.5', '80', 'P000087×1 P000292×1*'],
      ['更换空气滤清器', '0.2', '80'],
      ['更换空调滤清器', '0.3', '80'],
      ['更换燃油滤清器', '0.5', '80'],
      ['更换火花塞（4只）', '0.8', '100'],
      ['更换变速箱油', '1.2', '120'],
      ['更换冷却液', '0.8', '100', 'P000108×2'],
      ['更换制动液', '0.8', '100', 'P000112×1'],
    ],
  },
  {
    workerType: '机电',
    businessType: '一般维修',
    items: [
      ['更换前制动片', '0.8'],
      ['更换后制动片', '0.8'],
      ['更换前制动盘', '1.2'],
      ['更换后制动盘', '1.2'],
      ['制动分泵拆装', '1.0'],
      ['更换制动总泵', '1.8', '120'],
      ['更换前减振器（单侧）', '1.5'],
      ['更换后减振器（单侧）', '1.0'],
      ['更换稳定杆连杆', '0.5'],
      ['更换下控制臂', '1.2'],
      ['更换转向拉杆球头', '0.8'],
      ['更换转向机', '3.5', '120'],
      ['更换前轮毂轴承', '1.5'],
      ['更换后轮毂轴承', '1.2'],
      ['更换半轴防尘套', '1.5', '', 'P000298×2*'],
      ['更换多楔带', '0.6'],
      ['更换正时皮带套件', '3.5', '120'],
      ['更换水泵', '2.0'],
      ['更换节温器', '0.8'],
      ['更换气门室盖垫', '1.2', '', 'P000296×1'],
      ['更换曲轴前油封', '2.5', '120', 'P000297×1'],
      ['更换点火线圈', '0.4'],
      ['清洗节气门', '0.6', '80'],
      ['清洗喷油嘴', '1.0'],
      ['清洗进气道积碳', '1.5'],
      ['更换汽油泵', '1.0'],
      ['更换离合器三件套', '5.0', '120'],
      ['拆装变速箱', '6.0', '120'],
      ['拆装发动机总成', '12.0', '120'],
      ['发动机大修', '30.0', '120'],
    ],
  },
  {
    workerType: '电工',
    businessType: '一般维修',
    items: [
      ['电脑检测故障', '0.5', '100'],
      ['更换蓄电池', '0.3', '80'],
      ['更换起动机', '1.5', '120'],
      ['更换发电机', '1.5', '120'],
      ['更换前大灯灯泡', '0.3', '80'],
      ['更换氧传感器', '0.6', '100'],
      ['更换轮速传感器', '0.5', '100'],
      ['空调检漏、加制冷剂', '1.0', '100'],
    ],
  },
  {
    workerType: '钣金',
    businessType: '事故维修',
    items: [
      ['前保险杠拆装', '1.0'],
      ['后保险杠拆装', '1.0'],
      ['前翼子板拆装更换', '1.5'],
      ['发动机盖拆装调整', '1.0'],
      ['车门拆装调整', '1.5'],
      ['车门凹陷钣金修复', '2.5', '120'],
      ['后翼子板切割焊接', '6.0', '120'],
      ['大梁校正', '8.0', '120'],
    ],
  },
  {
    workerType: '喷漆',
    businessType: '事故维修',
    isFixed: true,
    items: [
      ['喷漆-前保险杠', '400', '', 'P000274×4* P000275×1*'],
      ['喷漆-后保险杠', '400', '', 'P000274×4* P000275×1*'],
      ['喷漆-前翼子板', '350', '', 'P000274×3* P000275×1*'],
      ['喷漆-车门', '450', '', 'P000274×4* P000275×1*'],
      ['喷漆-发动机盖', '600', '', 'P000274×6* P000275×1*'],
      ['喷漆-车顶', '700', '', 'P000274×6* P000275×2*'],
    ],
  },
  {
    workerType: '轮胎',
    businessType: '快修',
    isFixed: true,
    items: [
      ['更换轮胎（单条）', '30', '', 'P000299×1*'],
      ['轮胎动平衡（单条）', '20'],
      ['四轮定位', '120'],
      ['轮胎换位', '40'],
      ['补胎（蘑菇钉）', '50'],
      ['补胎（冷补）', '30'],
    ],
  },
  {
    workerType: '美容',
    businessType: '美容装潢',
    isFixed: true,
    items: [
      ['普通洗车', '30'],
      ['精致洗车', '68'],
      ['全车打蜡', '188'],
      ['空调系统清洗', '160'],
    ],
  },
]

export interface DemoServiceItem {
  name: string
  workerType: string
  businessType: string | null
  pricingMode: 'hours' | 'fixed'
  stdHours: string
  hourPrice: string | null
  fixedPrice: string | null
  materials: { partCode: string; qty: string; isConsumable: boolean }[]
}

const materialsOf = (text: string): DemoServiceItem['materials'] =>
  text
    .split(' ')
    .filter((each) => each !== '')
    .map((each) => {
      const [partCode = '', qty = ''] = each.replace('*', '').split('×')
      return { partCode, qty, isConsumable: each.endsWith('*') }
    })

/** The 70 items of service. */
export const serviceItems: DemoServiceItem[] = sections.flatMap(({ workerType, businessType, isFixed, items }) =>
  items.map(([name, figure, hourPrice = '', materials = '']) => ({
    name,
    workerType,
    businessType,
    pricingMode: isFixed ? 'fixed' : 'hours',
    stdHours: isFixed ? '0' : figure,
    hourPrice: hourPrice || null,
    fixedPrice: isFixed ? figure : null,
    materials: materialsOf(materials),
  })),
)

/** What painting costs on larger cars, times the price on a saloon. */
export const paintFactors: Readonly<Record<string, string>> = {
  SUV: '1.2',
  MPV: '1.25',
  轻客: '1.5',
  轻卡: '1.5',
  重卡: '2.5',
}

/** Packages: items by name, parts by code, with the price within the package where it is another. */
export const servicePackages: {
  name: string
  items: [name: string, price?: string][]
  parts: [code: string, qty: string][]
}[] = [
  {
    name: '基础保养',
    items: [
      ['更换机油、机油滤清器', '30'],
      ['更换空气滤清器', '0'],
    ],
    parts: [['TJ0001', '1']],
  },
  {
    name: '全合成保养',
    items: [
      ['更换机油、机油滤清器', '30'],
      ['更换空气滤清器', '0'],
      ['更换空调滤清器', '0'],
    ],
    parts: [['TJ0008', '1']],
  },
  {
    name: '四轮定位加动平衡',
    items: [
      ['四轮定位', '100'],
      ['轮胎动平衡（单条）', '15'],
    ],
    parts: [],
  },
  {
    name: '空调清洗',
    items: [
      ['空调系统清洗', '128'],
      ['更换空调滤清器', '0'],
    ],
    parts: [['P000039', '1']],
  },
  {
    name: '制动保养',
    items: [['更换前制动片'], ['更换制动液', '60']],
    parts: [
      ['P000125', '1'],
      ['P000112', '1'],
    ],
  },
]

/** Levels of technicians by the years that they have served, the highest first. */
export const levelsByYears = [
  [8, 'master'],
  [6, 'senior'],
  [3, 'middle'],
  [2, 'junior'],
  [0, 'apprentice'],
] as const

/** Further trades of a technician. */
export const furtherTrades: Readonly<Record<string, string[]>> = { 机电: ['轮胎', '美容'], 钣金: ['喷漆'] }

/** Bays by organisation: name and kind. */
export const bays: Readonly<Record<string, [name: string, kind: string][]>> = {
  '02': [
    ['1号举升机', '举升'],
    ['2号举升机', '举升'],
    ['3号举升机', '举升'],
    ['四轮定位工位', '四轮定位'],
    ['钣金工位', '钣金'],
    ['烤漆房', '喷漆'],
    ['洗车位', '洗车'],
  ],
  '03': [
    ['1号快修位', '举升'],
    ['2号快修位', '举升'],
    ['洗车位', '洗车'],
  ],
}

export const faultCodes: [code: string, name: string, system: string][] = [
  ['P0171', '系统过稀（第1排）', '发动机'],
  ['P0300', '多缸随机失火', '发动机'],
  ['P0301', '1缸失火', '发动机'],
  ['P0420', '三元催化器效率低（第1排）', '排放'],
  ['P0455', '燃油蒸发系统大泄漏', '排放'],
  ['P0562', '系统电压过低', '电器'],
  ['C0035', '左前轮速传感器电路', '制动'],
  ['U0100', '与发动机控制模块失去通信', '网络'],
]
