import type { Family } from './family'
import { row } from './family'

/** Brakes, suspension, bearings, belts, pumps and sensors. Numbers are samples, not a fitment reference. */
export const chassisFamilies: Family[] = [
  {
    key: 'brake_pad',
    title: '制动片',
    count: 24,
    category: '制动系/制动片/前制动片',
    unit: '副',
    grams: 1900,
    packQty: 1,
    minStock: 4,
    isWearPart: true,
    patterns: { 博世: '0 986 AB# ###', 天合: 'GDB3###', 菲罗多: 'FDB4###' },
    rows: [
      row('corolla', '04465-02220|04465-02240', 286, '博世,天合,菲罗多,原厂', { name: '前制动片', position: '前' }),
      row('accord', '45022-TA0-A00|45022-TA0-A10', 328, '博世,天合,菲罗多,原厂', { name: '前制动片', position: '前' }),
      row('accord', '43022-TA0-A00|43022-TA0-A10', 276, '博世,天合,原厂', rear('制动片')),
      row('vwMqb', '5Q0698451|5Q0698451M', 338, '博世,天合,菲罗多,原厂', rear('制动片')),
      row('vwMqb', '5Q0698151|5Q0698151A', 398, '博世,天合,原厂', { name: '前制动片', position: '前' }),
      row('sylphy', 'D1060-ED50A|D1060-EM11A', 256, '天合,菲罗多', { name: '前制动片', position: '前' }),
      row('buick', '13412272|13412268', 298, '博世,原厂', { name: '前制动片', position: '前' }),
      row('camry', '04466-06090|04466-33160', 278, '天合,原厂', rear('制动片')),
    ],
  },
  {
    key: 'brake_disc',
    title: '制动盘',
    count: 14,
    category: '制动系/制动盘/前制动盘',
    unit: '片',
    grams: 7800,
    packQty: 2,
    minStock: 2,
    isWearPart: true,
    qtyPerCar: 2,
    patterns: { 博世: '0 986 479 ###', 布雷博: '09.A###.11' },
    rows: [
      row('vwMqb', '5Q0615301F|5Q0615301H', 368, '博世,布雷博,原厂', front('制动盘', 'Φ312×25')),
      row('vwMqb', '5Q0615601|5Q0615601E', 298, '博世,原厂', { ...rear('制动盘'), spec: 'Φ272×10' }),
      row('accord', '45251-TA0-A00|45251-TA0-A01', 346, '博世,布雷博,原厂', front('制动盘', 'Φ282×25')),
      row('corolla', '43512-02220|43512-12710', 318, '博世,布雷博,原厂', front('制动盘', 'Φ275×22')),
      row('nissan', '40206-ED000|40206-3SG0A', 288, '博世,原厂', front('制动盘', 'Φ280×24')),
      row('bmw3', '34116792219|34106797602', 780, '布雷博', front('制动盘', 'Φ330×24')),
    ],
  },
  {
    key: 'belt',
    title: '多楔带',
    count: 10,
    category: '发动机系/正时传动/多楔带',
    unit: '条',
    grams: 160,
    packQty: 5,
    minStock: 2,
    isWearPart: true,
    patterns: { 盖茨: 'T4####', 大陆: 'CT1###' },
    rows: [
      row('vw18', '06H903137H|06H260849L', 168, '盖茨=6PK1873,大陆=6PK1873', { model: '6PK1873' }),
      row('toyota', '90916-A2016|90916-02705', 142, '盖茨=7PK1516,大陆=7PK1516', { model: '7PK1516' }),
      row('nissan', '11720-ED01A|11720-1KA0A', 118, '盖茨=7PK1125,大陆=7PK1125', { model: '7PK1125' }),
      row('vw16', '06A109119C|06B109119F', 196, '大陆=CT1028,盖茨=5491XS', timing('正时皮带', '150齿×23mm')),
      row('vw16', '06B109243F|06B109243E', 268, '盖茨,大陆=T2134', {
        name: '正时涨紧轮',
        category: '发动机系/正时传动/涨紧轮',
        unit: '个',
        grams: 420,
      }),
    ],
  },
  {
    key: 'cooling',
    title: '水泵',
    count: 10,
    category: '发动机系/冷却系统/水泵',
    unit: '个',
    grams: 1500,
    packQty: 1,
    minStock: 1,
    patterns: { 盖茨: 'WP0###' },
    rows: [
      row('vw14', '04E121600BD|04E121600AL', 698, '原厂,盖茨', { spec: '带壳体' }),
      row('auman', '612600060307|612600061258', 386, '原厂', { spec: 'WP10' }),
      row('toyota', '16100-39466|16100-39436', 468, '原厂,盖茨'),
      row('corolla', '90916-03129|90916-03100', 96, '原厂,盖茨=TH44982G1', thermostat('82℃')),
      row('vw18', '06H121113B|06L121111H', 328, '原厂,盖茨=TH48387G1', thermostat('95℃ 带座')),
      row('honda', '19200-5A2-A01', 436, '原厂'),
    ],
  },
  {
    key: 'suspension',
    title: '减振器',
    count: 14,
    category: '底盘系/悬挂/减振器/前减振器',
    unit: '支',
    grams: 4200,
    packQty: 1,
    minStock: 2,
    qtyPerCar: 2,
    patterns: { KYB: '33####', 萨克斯: '31# ###' },
    rows: [
      row('corolla', '48820-02030|48820-02080', 118, '原厂', link()),
      row('vw16', '1K0411315K|1K0411315R', 126, '原厂,萨克斯', link()),
      row('accord', '51320-TA0-A01|51321-TA0-A01', 138, '原厂', link()),
      row('corolla', '48510-8Z236|48510-8Z255', 426, 'KYB,萨克斯,原厂', { name: '前减振器', position: '前' }),
      row('vwMqb', '5Q0413031FL|5Q0413023FL', 586, 'KYB,萨克斯,原厂', { name: '前减振器', position: '前' }),
      row('nissan', '56210-ED00A|56210-4BA0A', 298, 'KYB,原厂', damperRear()),
      row('accord', '52611-TA0-A02|52611-TB0-H01', 348, 'KYB,原厂', damperRear()),
    ],
  },
  {
    key: 'bearing',
    title: '轮毂轴承',
    count: 8,
    category: '底盘系/轴承轮毂/轮毂轴承',
    unit: '个',
    grams: 2400,
    packQty: 1,
    minStock: 2,
    qtyPerCar: 2,
    patterns: { SKF: 'VKBA 6###' },
    rows: [
      row('vwMqb', '5Q0407621|8V0407621', 398, 'SKF=VKBA 6996,原厂', { name: '前轮毂轴承单元', position: '前' }),
      row('corolla', '43550-02160|43550-47011', 386, 'SKF,原厂', { name: '前轮毂轴承单元', position: '前' }),
      row('accord', '42200-TA0-A51', 428, 'SKF,原厂', { name: '后轮毂轴承单元', position: '后' }),
      row('truck', '86CL6395F0|1601080-A01', 268, 'SKF=VKC 5001,原厂', {
        name: '离合器分离轴承',
        category: '底盘系/轴承轮毂/离合器轴承',
      }),
    ],
  },
  {
    key: 'sensor',
    title: '点火线圈',
    count: 14,
    category: '发动机系/点火系统/点火线圈',
    unit: '个',
    grams: 280,
    packQty: 1,
    minStock: 2,
    qtyPerCar: 4,
    patterns: { 博世: '0 281 00# ###', 电装: 'DIC-0###', 德尔福: 'GN1####' },
    rows: [
      row('toyota', '90919-02258|90919-C2005', 268, '博世=0 986 AG0 512,电装,德尔福'),
      row('vw18', '06K905110|06H905110G', 286, '博世=0 986 221 057,德尔福'),
      row('honda', '30520-RNA-A01|30520-RB0-003', 258, '电装,德尔福'),
      row('corolla', '89465-02410|89465-12880', 486, '电装=DOX-0238,博世=0 258 986 507', oxygen()),
      row('benzC', 'A2729050043|A0031532828', 236, '博世,德尔福=SS10971', engineSensor('曲轴位置传感器')),
      row('nissan', '47910-ED000', 138, '博世=0 265 007 662', {
        name: '前轮轮速传感器',
        category: '制动系/轮速传感器',
        position: '前',
      }),
      row('nissan', '22680-7S000|22680-1MG0A', 426, '博世=0 280 218 152,电装=DMA-0220', engineSensor('空气流量计')),
    ],
  },
]

function front(noun: string, spec: string) {
  return { name: `前${noun}`, position: '前' as const, spec }
}

function rear(noun: '制动片' | '制动盘') {
  return { name: `后${noun}`, position: '后' as const, category: `制动系/${noun}/后${noun}` }
}

function timing(name: string, spec: string) {
  return { name, spec, category: '发动机系/正时传动/正时皮带' }
}

function thermostat(spec: string) {
  return { name: '节温器', spec, category: '发动机系/冷却系统/节温器', grams: 220 }
}

function link() {
  return { name: '前稳定杆连杆', position: '前' as const, category: '底盘系/悬挂/稳定杆连杆', unit: '根', grams: 560 }
}

function damperRear() {
  return { name: '后减振器', position: '后' as const, category: '底盘系/悬挂/减振器/后减振器', grams: 2900 }
}

function oxygen() {
  return { name: '前氧传感器', position: '前' as const, category: '发动机系/传感器/氧传感器' }
}

function engineSensor(name: string) {
  return { name, category: '发动机系/传感器/位置与流量传感器' }
}
