import type { Family, RowExtras } from './family'
import { carton, row } from './family'
import type { DemoPartFitment } from './types'

/** Batteries, tyres, bulbs, body, paint, truck parts and fasteners. Numbers are samples, not a fitment reference. */
export const bodyFamilies: Family[] = [
  {
    key: 'battery',
    title: '蓄电池',
    count: 10,
    category: '电器系/蓄电池/普通蓄电池',
    unit: '只',
    grams: 15800,
    packQty: 1,
    minStock: 3,
    batchManaged: true,
    shelfLifeDays: 540,
    coreReturn: true,
    patterns: { 瓦尔塔: 'V5##-0##', 风帆: 'FF-####', 博世: '0 092 S#7 ###' },
    rows: [
      row(null, '28800-21170|31500-TA0-A01@本田', 468, '瓦尔塔,风帆,博世', battery('6-QW-60', '12V 60Ah')),
      row(null, '000915105DE@大众|1K0915105@大众', 598, '瓦尔塔,风帆,博世', battery('L2-400', '12V 60Ah')),
      row(null, '000915105CC@大众|61217586961@宝马', 1080, '瓦尔塔,博世', {
        ...battery('AGM H6 70Ah', '12V 70Ah AGM'),
        category: '电器系/蓄电池/启停蓄电池',
        grams: 20600,
      }),
      row(null, '3703010-D60A', 1180, '瓦尔塔,风帆', {
        ...battery('6-QW-180', '12V 180Ah'),
        carBrand: '一汽解放',
        grams: 43000,
      }),
    ],
  },
  {
    key: 'tyre',
    title: '轮胎',
    count: 12,
    category: '轮胎/乘用车轮胎',
    unit: '条',
    grams: 9500,
    packQty: 1,
    minStock: 4,
    isWearPart: true,
    batchManaged: true,
    shelfLifeDays: 1825,
    patterns: { 米其林: '7#####', 普利司通: 'PSR0####', 玲珑: '2110###' },
    rows: [
      row(null, '5G0601307BA|42652-02E40@丰田', 588, '米其林,普利司通,玲珑', tyre('205/55R16 91V')),
      row(null, '42652-12C80@丰田', 498, '米其林,普利司通,玲珑', tyre('195/65R15 91H')),
      row(null, '5G0601307CC|36122420723@宝马', 788, '米其林,普利司通,玲珑', tyre('225/45R17 94W')),
      row(null, '3106011-12R225', 1980, '米其林,普利司通,玲珑', {
        ...tyre('12R22.5 18PR'),
        category: '轮胎/商用车轮胎',
        carBrand: '一汽解放',
        grams: 62000,
      }),
    ],
  },
  {
    key: 'bulb',
    title: '灯泡',
    count: 12,
    category: '电器系/照明/灯泡',
    unit: '只',
    grams: 40,
    packQty: 10,
    minStock: 8,
    isWearPart: true,
    rows: [
      row(null, 'N10320102|90981-13075@丰田', 42, '飞利浦=12972PR,欧司朗=64210', bulb('H7', '12V 55W')),
      row(null, 'N0177632|90981-13058@丰田', 36, '飞利浦=12342PR,欧司朗=64193', bulb('H4', '12V 60/55W')),
      row(null, 'N10529801|90981-13047@丰田', 46, '飞利浦=12362,欧司朗=64211', bulb('H11', '12V 55W')),
      row(null, 'N10721805|63117317251@宝马', 498, '飞利浦=42403,欧司朗=66340', bulb('D3S', '氙气 35W')),
      row(null, 'N0177532|90981-11064@丰田', 8, '飞利浦=12961,欧司朗=2825', bulb('W5W', '12V 5W')),
      row(null, 'N0177325|N0177327', 9, '飞利浦=12498,欧司朗=7506', bulb('P21W', '12V 21W')),
    ],
  },
  {
    key: 'body_panel',
    title: '车身覆盖件',
    count: 14,
    category: '车身系/覆盖件/保险杠',
    unit: '件',
    grams: 5200,
    packQty: 1,
    minStock: 0,
    patterns: { 副厂: 'TY-#####' },
    rows: [
      row('lavida', '18D807217|18D807221', 680, '原厂,副厂', body('前保险杠外皮', '覆盖件/保险杠', '前')),
      row('corolla', '52119-0Z947|52119-02K20', 560, '原厂,副厂', body('前保险杠外皮', '覆盖件/保险杠', '前')),
      row('sylphy', 'F3101-3SHMA|63101-3SH0A', 420, '原厂,副厂', body('左前翼子板', '覆盖件/翼子板', '左')),
      row('accord', '33150-TB0-H01', 1080, '原厂,副厂', body('左前大灯总成', '车灯/大灯', '左')),
      row('accord', '33100-TB0-H01', 1080, '原厂,副厂', body('右前大灯总成', '车灯/大灯', '右')),
      row('haval', '8402100XKZ16A', 980, '原厂,副厂', body('发动机盖', '覆盖件/发动机盖', null)),
      row('rav4', '81560-0R060|81561-0R050', 620, '原厂,副厂', body('左后尾灯总成', '车灯/尾灯', '左')),
    ],
  },
  {
    key: 'paint',
    title: '漆料辅料',
    count: 10,
    category: '漆料辅料/油漆',
    unit: '罐',
    grams: 1100,
    packQty: 6,
    minStock: 3,
    rows: [
      row(null, 'LVM020001A1', 180, '通用=QQ-2100=标准型,通用=QQ-2101=快干型', paint('清漆', '1L')),
      row(null, 'LHA021003A2', 140, '通用=GH-0500=标准型,通用=GH-0501=快干型', paint('固化剂', '0.5L')),
      row(null, 'LVE009002A2', 88, '通用=XS-1000', paint('稀释剂', '1L')),
      row(null, 'ALN787003', 128, '通用=DQ-1001', paint('中涂底漆', '1L 灰色')),
      row(null, 'ASP346500', 65, '通用=YZH-04', paint('原子灰', '4kg')),
      row(null, 'AKD415050A1', 6, '通用=SZ-P800', { ...paint('水磨砂纸', 'P800'), ...supply('张') }),
      row(null, 'AKD415060A1', 28, '通用=MWZ-18', { ...paint('美纹纸', '18mm×50m'), ...supply('卷') }),
      row(null, 'LLS000010', 145, '通用=PG-1000', { ...paint('抛光蜡', '1kg'), ...supply('瓶') }),
    ],
  },
  {
    key: 'truck',
    title: '商用车三包件',
    count: 14,
    category: '商用车件/发动机部分',
    unit: '个',
    grams: 9800,
    packQty: 1,
    minStock: 1,
    coreReturn: true,
    patterns: { 潍柴: '1000######', 法士特: 'JS180-17###' },
    rows: [
      row('truck', '61000070005|1000428205', 68, '潍柴,原厂', truckPart('机油滤芯总成', '发动机部分', 6, 30000, 1200)),
      row(
        'truck',
        '612600118895|612600118921',
        3280,
        '潍柴,原厂',
        truckPart('涡轮增压器', '发动机部分', 12, 100000, 18000),
      ),
      row('auman', 'VG1560118229|VG1560118227', 3160, '原厂', truckPart('涡轮增压器', '发动机部分', 12, 100000, 18000)),
      row('truck', '612600080611|0445120265', 1480, '潍柴', truckPart('喷油器总成', '发动机部分', 12, 80000, 700)),
      row('truck', '612600090210|612600090129', 1280, '潍柴,原厂', truckPart('起动机', '电器部分', 12, 80000, 14500)),
      row('truck', '612600090705', 860, '潍柴', truckPart('发电机', '电器部分', 12, 80000, 9600)),
      row('truck', '612600040355|612600040282', 980, '潍柴', truckPart('气缸盖', '发动机部分', 24, 200000, 26000)),
      row('j6p', 'A-C09005|JS180-1701170', 560, '法士特', truckPart('同步器总成', '变速箱部分', 18, 150000, 3800)),
      row('tianlong', 'JS180A-1707140', 1980, '法士特', truckPart('副箱同步器总成', '变速箱部分', 18, 150000, 9200)),
      row('auman', '12JS160T-1701030', 760, '法士特', truckPart('一轴', '变速箱部分', 18, 150000, 6400)),
      row('j6p', '3515010-72A|3555010-70A', 680, '原厂', truckPart('空气干燥器总成', '制动气路部分', 6, 50000, 5600)),
    ],
  },
  {
    key: 'fastener',
    title: '紧固密封件',
    count: 10,
    category: '紧固密封/放油螺栓垫片',
    unit: '个',
    grams: 20,
    packQty: 20,
    minStock: 20,
    rows: [
      row(null, 'N90813202|N90813201', 12, '原厂', fastener('放油螺栓', 'M14×1.5×22', '大众')),
      row(
        null,
        '90430-12031|90430-12028',
        4,
        '原厂=90430-12031=新号,原厂=90430-12028=老号',
        fastener('放油螺栓垫片', 'Φ12', '丰田'),
      ),
      row(null, '94109-14000', 3, '原厂', fastener('放油螺栓垫片', 'Φ14', '本田')),
      row(null, '11026-01M02|11026-JA00A', 3, '原厂', fastener('放油螺栓垫片', 'Φ12', '日产')),
      row(null, '11213-0T010', 88, '原厂', { ...fastener('气门室盖垫', '1ZR', '丰田'), category: '紧固密封/油封衬垫' }),
      row(null, '91212-R40-A01', 66, '原厂', {
        ...fastener('曲轴前油封', '42×60×7', '本田'),
        category: '紧固密封/油封衬垫',
      }),
      row(null, '3G0867276|7L6868243', 3, '原厂', {
        ...fastener('内饰板卡扣', 'Φ8', '大众'),
        category: '紧固密封/螺栓卡扣',
      }),
      row(null, '90942-02076', 9, '原厂', {
        ...fastener('轮胎螺母', 'M12×1.5', '丰田'),
        category: '紧固密封/螺栓卡扣',
      }),
      row(null, 'WHT002437|WHT000729', 14, '原厂', {
        ...fastener('轮胎螺栓', 'M14×1.5', '大众'),
        category: '紧固密封/螺栓卡扣',
      }),
    ],
  },
]

function battery(model: string, spec: string): RowExtras {
  return { model, spec, label: model, carBrand: '丰田' }
}

function tyre(spec: string): RowExtras {
  return { spec, label: spec, carBrand: '大众' }
}

function bulb(model: string, spec: string): RowExtras {
  return { model, spec, label: model, carBrand: '大众', auxUnit: { unitName: '盒', factor: '10', use: 'purchase' } }
}

function body(name: string, category: string, position: DemoPartFitment['position']): RowExtras {
  return { name, position, category: `车身系/${category}` }
}

function paint(name: string, spec: string): RowExtras {
  return { name, spec, label: spec, carBrand: '大众' }
}

function supply(unit: string): RowExtras {
  return { unit, category: '漆料辅料/辅料', auxUnit: carton(50), grams: 150 }
}

function truckPart(
  name: string,
  category: string,
  warrantyMonths: number,
  warrantyKm: number,
  grams: number,
): RowExtras {
  return { name, category: `商用车件/${category}`, warrantyMonths, warrantyKm, grams }
}

function fastener(name: string, spec: string, carBrand: string): RowExtras {
  return { name, spec, label: spec, carBrand }
}
