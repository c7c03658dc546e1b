import type { Family } from './family'
import { carton, row } from './family'

/**
 * Filters, plugs, oil, fluids and wipers. Article and OE numbers are samples for realism, not a fitment reference.
 */
export const maintenanceFamilies: Family[] = [
  {
    key: 'oil_filter',
    title: '机油滤清器',
    count: 20,
    category: '保养件/滤清器/机油滤清器',
    unit: '个',
    grams: 320,
    packQty: 10,
    minStock: 10,
    isWearPart: true,
    patterns: { 曼牌: 'HU 7### z', 马勒: 'OX ###D', 博世: '0 986 AF0 ###' },
    rows: [
      row('toyota', '04152-YZZA1|04152-31090|04152-37010', 38, '原厂,曼牌=HU 7019 z,马勒,博世', { spec: '纸芯式' }),
      row('honda', '15400-RTA-003|15400-PLM-A02', 32, '原厂,曼牌=W 610/6,博世', { spec: 'M20×1.5 旋装式' }),
      row('nissan', '15208-65F0A|15208-65F0C|15208-9E01A', 28, '原厂,马勒=OC 196,博世', { spec: 'M20×1.5 旋装式' }),
      row('vw18', '06J115403Q|06J115561B|06J115403C', 62, '原厂,曼牌=W 719/45,马勒=OC 1016,博世', { spec: '旋装式' }),
      row('vw14', '04E115561H|04E115561AC', 46, '原厂,曼牌=W 712/95,马勒=OC 593/4', { spec: '旋装式' }),
      row('buick', '55594651|93185674', 45, '原厂,曼牌=HU 612/2 x', { spec: '纸芯式' }),
      row('bmw3', '11427566327|11427541827', 98, '曼牌=HU 816 x', { spec: '纸芯式' }),
    ],
  },
  {
    key: 'air_filter',
    title: '空气滤清器',
    count: 18,
    category: '保养件/滤清器/空气滤清器',
    unit: '个',
    grams: 380,
    packQty: 6,
    minStock: 10,
    isWearPart: true,
    patterns: { 曼牌: 'C 2#0##', 马勒: 'LX 3###' },
    rows: [
      row('corolla', '17801-21050|17801-0T020', 58, '原厂,曼牌=C 24 034,马勒'),
      row('honda', '17220-5A2-A00|17220-5BA-A00', 66, '原厂,曼牌,马勒'),
      row('nissan', '16546-ED000|16546-ED000-A128', 52, '原厂,曼牌,马勒'),
      row('vw14', '04E129620A|04E129620D', 78, '原厂,曼牌=C 27 009,马勒'),
      row('vwMqb', '5Q0129620B|5Q0129620D', 85, '原厂,曼牌=C 30 005,马勒'),
      row('buick', '13367308|13272720', 68, '原厂,马勒'),
      row('haval', '1109110XKZ16A', 48, '原厂'),
    ],
  },
  {
    key: 'cabin_filter',
    title: '空调滤清器',
    count: 18,
    category: '保养件/滤清器/空调滤清器',
    unit: '个',
    grams: 220,
    packQty: 10,
    minStock: 10,
    isWearPart: true,
    patterns: { 曼牌: 'CUK 2#0##', 博世: '0 986 AF4 ###' },
    rows: [
      row('toyota', '87139-50100|87139-YZZ20|87139-0N010', 62, '曼牌=CU 1919,博世,原厂', { spec: '活性炭' }),
      row('honda', '80292-SDA-A01|80292-TZ5-A41', 58, '曼牌,博世,原厂', { spec: '活性炭' }),
      row('vwMqb', '5Q0819653|5Q0819644A', 88, '曼牌=CUK 26 009,博世,原厂', { spec: '活性炭' }),
      row('nissan', '27277-4M400|27277-1KA0A', 48, '曼牌,博世,原厂', { spec: '无纺布' }),
      row('byd', 'SA3F-8121030|HA2HE-8101130', 55, '曼牌,博世,原厂', { spec: '活性炭' }),
      row('bmw3', '64119237555|64119237554', 168, '曼牌=CUK 2941-2', { spec: '活性炭 一套两片' }),
      row('tesla3', '1107681-00-A|1107682-00-A', 138, '原厂,曼牌', { spec: 'HEPA 一套两片' }),
    ],
  },
  {
    key: 'fuel_filter',
    title: '燃油滤清器',
    count: 12,
    category: '保养件/滤清器/燃油滤清器',
    unit: '个',
    grams: 350,
    packQty: 10,
    minStock: 10,
    isWearPart: true,
    patterns: { 曼牌: 'WK ###/#' },
    rows: [
      row('vw16', '1K0201051K|1K0201051C', 98, '曼牌=WK 69/2,原厂', { spec: '外置 6.6bar' }),
      row('camry', '77024-06170|77024-06160', 156, '曼牌,原厂', { spec: '内置' }),
      row('domestic', '1016002627|2036014000', 88, '曼牌,原厂', { spec: '外置' }),
      row('buick', '13503677|13579867', 128, '曼牌,原厂', { spec: '外置' }),
      row('truck', '612600081334|612600081335', 58, '曼牌=WK 940/37,原厂', { name: '柴油滤清器', spec: '精滤' }),
      row('j6p', '1117050-36D|1117050-29D', 66, '曼牌,原厂', { name: '柴油粗滤器', spec: '带油水分离' }),
    ],
  },
  {
    key: 'spark_plug',
    title: '火花塞',
    count: 16,
    category: '发动机系/点火系统/火花塞',
    unit: '个',
    grams: 60,
    packQty: 4,
    minStock: 12,
    isWearPart: true,
    qtyPerCar: 4,
    patterns: { NGK: 'LZKAR#AP-1#', 电装: 'FXE##HR11', 博世: '0 242 1## ###' },
    rows: [
      row('toyota', '90919-01253|90919-01275', 48, 'NGK=DILFR6D11,电装=SC16HR11,博世', { spec: '铱金' }),
      row('nissan', '22401-ED815|22401-1KT1B', 52, 'NGK=PLZKAR6A-11,电装=FXE20HR11,博世', { spec: '双铂金' }),
      row('vw18', '06H905611|06H905601A', 72, 'NGK=PFR7S8EG,博世,电装', { spec: '铂金' }),
      row('vw14', '04E905601B|04E905612C', 56, 'NGK,博世', { spec: '铱金' }),
      row('honda', '12290-R40-A01|12290-RDF-A01', 62, 'NGK=ILZKR7B-11S,电装=SXU22HCR11S', { spec: '铱金' }),
      row('bmw3', '12120037244|12122158253', 108, 'NGK=SILZKBR8D8S,博世', { spec: '铱金' }),
      row('buick', '55569865', 46, 'NGK', { spec: '镍合金' }),
    ],
  },
  {
    key: 'engine_oil',
    title: '机油',
    count: 14,
    category: '保养件/油液/机油/瓶装机油',
    unit: '桶',
    grams: 3600,
    packQty: 6,
    minStock: 8,
    batchManaged: true,
    shelfLifeDays: 1825,
    patterns: { 美孚: '15####', 壳牌: '5500####', 嘉实多: '1#00##7', 长城: 'GW-###0' },
    rows: [
      row(null, 'G055167M2|08880-83264@丰田', 268, '美孚,壳牌,嘉实多,长城', oil('5W-30 4L', 'SP 全合成')),
      row(null, 'G052502M2', 288, '美孚,壳牌,嘉实多', oil('5W-40 4L', 'SP 全合成')),
      row(null, '08880-83885@丰田|08232-P99-K4LCN@本田', 318, '美孚,壳牌,嘉实多', oil('0W-20 4L', 'SP 全合成')),
      row(null, 'DFL-L30@东风', 398, '壳牌,长城', {
        ...oil('CK-4 15W-40 18L', '柴机油'),
        auxUnit: undefined,
        grams: 16200,
      }),
      row(null, 'G055167M6', 46, '壳牌,长城', {
        ...oil('5W-30 200L散装', 'SN 半合成'),
        category: '保养件/油液/机油/散装机油',
        unit: '升',
        auxUnit: { unitName: '桶', factor: '200', use: 'purchase' },
        grams: 880,
      }),
    ],
  },
  {
    key: 'fluid',
    title: '油液',
    count: 16,
    category: '保养件/油液/变速箱油',
    unit: '瓶',
    grams: 1100,
    packQty: 12,
    minStock: 6,
    patterns: { 嘉实多: '1#0##52', 壳牌: '5500###8' },
    rows: [
      row(null, 'G052182A2|G055529A2', 98, '原厂,嘉实多', fluid('双离合变速箱油', 'DSG 1L', '大众')),
      row(null, '08886-02305|08886-81210', 298, '原厂,嘉实多', fluid('自动变速箱油', 'ATF-WS 4L', '丰田')),
      row(null, '08260-99907', 286, '原厂', fluid('无级变速箱油', 'HCF-2 4L', '本田')),
      row(null, 'KLE53-00004|999MP-NS300P', 296, '原厂,壳牌', fluid('无级变速箱油', 'NS-3 4L', '日产')),
      row(null, 'G013A8JM1|G012A8FM1', 52, '原厂', coolant('G13 1.5L', '大众')),
      row(null, '08889-80070|08889-80072', 78, '原厂,壳牌', coolant('-40℃ 4L', '丰田')),
      row(null, 'OL999-9011', 66, '嘉实多', coolant('-35℃ 4L', '本田')),
      row(null, 'B000750M3|B000750M1', 58, '原厂,嘉实多,壳牌', {
        ...fluid('制动液', 'DOT4 1L', '大众'),
        category: '保养件/油液/制动液',
      }),
      row(null, 'G052164M2', 26, '原厂,壳牌', {
        ...fluid('玻璃水', '-25℃ 2L', '大众'),
        category: '保养件/油液/玻璃水',
        unit: '桶',
        grams: 2100,
      }),
    ],
  },
  {
    key: 'wiper',
    title: '雨刮片',
    count: 10,
    category: '保养件/雨刮片',
    unit: '支',
    grams: 180,
    packQty: 10,
    minStock: 5,
    isWearPart: true,
    patterns: { 博世: '3 397 008 ###', 法雷奥: '57####' },
    rows: [
      row(null, '85214-0D050', 62, '法雷奥', wiper(14, '丰田')),
      row(null, '85222-02240', 66, '博世', wiper(16, '丰田')),
      row('corolla', '85212-02240|85212-YZZ11', 72, '博世,法雷奥', wiper(18, '丰田')),
      row(null, '76630-TA0-A01', 76, '法雷奥', wiper(20, '本田')),
      row(null, '28890-ED000', 82, '博世', wiper(22, '日产')),
      row('vwMqb', '5G1955425|5G1955425A', 98, '博世,法雷奥', wiper(24, '大众')),
      row(null, '76620-TA0-A01|76622-TA0-A02', 96, '博世', wiper(26, '本田')),
      row(null, '61610431438', 128, '博世', wiper(28, '宝马')),
    ],
  },
]

function oil(spec: string, model: string) {
  return { spec, model, label: spec, carBrand: '大众', auxUnit: carton(6) }
}

function fluid(name: string, spec: string, carBrand: string) {
  return { name, spec, carBrand, label: spec, auxUnit: carton(12) }
}

function coolant(spec: string, carBrand: string) {
  return {
    ...fluid('冷却液', spec, carBrand),
    category: '保养件/油液/冷却液',
    unit: '桶',
    auxUnit: carton(4),
    grams: 4300,
  }
}

function wiper(inches: number, carBrand: string) {
  return { spec: `${inches}寸 无骨`, label: `${inches}寸`, carBrand }
}
