// The car library of the demo company: real names, figures close to reality, no fitment reference.

interface DemoCarModel {
  name: string
  year: number
  displacementMl: number | null
  engineCode: string
  gearbox: string
  fuel: 'petrol' | 'diesel' | 'hybrid' | 'electric'
  oilSpec: string
  /** Litres. */
  oilVolume: string | null
  tyreSpec: string
}

interface DemoCarSeries {
  brandName: string
  name: string
  maker: string
  carType: string
  models: DemoCarModel[]
}

type Engine = [name: string, displacementMl: number, engineCode: string, oilSpec: string, oilVolume: string]

const fuels: Partial<Record<string, DemoCarModel['fuel']>> = { 重卡: 'diesel', 新能源: 'hybrid' }

/** A series whose years have one engine each; `2019款 1.5L 自动` is made of year, engine and gearbox. */
const series = (
  brandName: string,
  name: string,
  maker: string,
  carType: string,
  tyreSpec: string,
  years: readonly (readonly [year: number, gearbox: string, engine: Engine])[],
): DemoCarSeries => ({
  brandName,
  name,
  maker,
  carType,
  models: years.map(([year, gearbox, [engine, displacementMl, engineCode, oilSpec, oilVolume]]) => ({
    name: `${year}款 ${engine} ${gearbox}`,
    year,
    displacementMl,
    engineCode,
    gearbox,
    fuel: fuels[carType] ?? 'petrol',
    oilSpec,
    oilVolume,
    tyreSpec,
  })),
})

const vw14: Engine = ['1.4T', 1395, 'EA211-CST', '5W-40 VW502', '3.8']
const vw15: Engine = ['1.5L', 1498, 'EA211-DLF', '0W-20 VW508', '4']
const vw16: Engine = ['1.6L', 1598, 'EA211-CSR', '5W-40 VW502', '3.8']
const vw20: Engine = ['2.0T', 1984, 'EA888-DPL', '0W-20 VW508', '5.2']
const toyota12: Engine = ['1.2T', 1197, '8NR-FTS', '0W-20 SN', '3.9']
const toyota20: Engine = ['2.0L', 1987, 'M20C', '0W-16 SP', '4.3']
const toyota25: Engine = ['2.5L', 2494, '5AR-FE', '0W-20 SN', '4.4']
const honda15: Engine = ['1.5T', 1498, 'L15BN', '0W-20 SN', '3.5']
const honda24: Engine = ['2.4L', 2354, 'K24W5', '0W-20 SN', '4.2']
const nissan16: Engine = ['1.6L', 1598, 'HR16DE', '5W-30 SN', '3.7']
const nissan20: Engine = ['2.0L', 1997, 'MR20DD', '0W-20 SN', '3.9']
const diesel: Engine = ['11.0L', 11_050, 'CA6DM2', 'CI-4 15W-40', '36']

/** Series with their model-years. */
export const carSeries: readonly DemoCarSeries[] = [
  series('大众', '朗逸', '上汽大众', '轿车', '205/55R16', [
    [2015, '5MT', vw16],
    [2018, '7DCT', vw14],
    [2019, '6AT', vw15],
    [2022, '6AT', vw15],
  ]),
  series('大众', '速腾', '一汽大众', '轿车', '205/55R16', [
    [2012, '6AT', vw16],
    [2017, '7DCT', vw14],
    [2021, '7DCT', vw14],
  ]),
  series('大众', '迈腾', '一汽大众', '轿车', '215/55R17', [
    [2016, '6DCT', vw20],
    [2020, '7DCT', vw20],
  ]),
  series('丰田', '卡罗拉', '一汽丰田', '轿车', '205/55R16', [
    [2017, 'CVT', toyota12],
    [2021, 'CVT', toyota12],
  ]),
  series('丰田', '凯美瑞', '广汽丰田', '轿车', '215/55R17', [
    [2015, '6AT', toyota25],
    [2021, 'CVT', toyota20],
  ]),
  series('丰田', 'RAV4荣放', '一汽丰田', 'SUV', '225/65R17', [
    [2016, '6AT', toyota25],
    [2020, 'CVT', toyota20],
  ]),
  series('本田', '雅阁', '广汽本田', '轿车', '225/50R17', [
    [2012, '5AT', honda24],
    [2016, 'CVT', honda24],
    [2020, 'CVT', honda15],
  ]),
  series('本田', 'CR-V', '东风本田', 'SUV', '235/60R18', [
    [2015, 'CVT', honda24],
    [2019, 'CVT', honda15],
  ]),
  series('本田', '思域', '东风本田', '轿车', '215/55R16', [[2019, 'CVT', honda15]]),
  series('日产', '轩逸', '东风日产', '轿车', '205/55R16', [
    [2016, 'CVT', nissan16],
    [2020, 'CVT', nissan16],
  ]),
  series('日产', '天籁', '东风日产', '轿车', '215/55R17', [[2016, 'CVT', nissan20]]),
  series('日产', '逍客', '东风日产', 'SUV', '215/60R17', [[2019, 'CVT', nissan20]]),
  series('别克', '英朗', '上汽通用', '轿车', '205/55R16', [[2018, '6AT', ['1.5L', 1490, 'L3G', '5W-30 dexos1', '4']]]),
  series('别克', '君威', '上汽通用', '轿车', '225/55R17', [[2017, '9AT', ['2.0T', 1998, 'LTG', '5W-30 dexos1', '5']]]),
  series('比亚迪', '秦PLUS DM-i', '比亚迪', '新能源', '215/55R17', [
    [2021, 'E-CVT', ['1.5L 混动', 1498, 'BYD472QA', '0W-20 SP', '4']],
    [2023, 'E-CVT', ['1.5L 混动', 1498, 'BYD472QA', '0W-20 SP', '4']],
  ]),
  series('比亚迪', '宋PLUS', '比亚迪', 'SUV', '235/50R19', [
    [2021, '7DCT', ['1.5T', 1497, 'BYD476ZQC', '5W-30 SN', '4.2']],
  ]),
  series('吉利', '帝豪', '吉利汽车', '轿车', '195/55R15', [
    [2017, '5MT', ['1.5L', 1498, 'JLC-4G15', '5W-30 SN', '4']],
    [2020, 'CVT', ['1.5L', 1498, 'JLC-4G15', '5W-30 SN', '4']],
  ]),
  series('吉利', '博越', '吉利汽车', 'SUV', '225/60R18', [
    [2018, '6AT', ['1.8T', 1799, 'JLE-4G18TD', '5W-30 SN', '4.8']],
  ]),
  series('长安', 'CS75 PLUS', '长安汽车', 'SUV', '225/60R18', [
    [2020, '6AT', ['1.5T', 1494, 'JL476ZQCF', '5W-30 SN', '4.3']],
    [2022, '8AT', ['2.0T', 1998, 'JL486ZQ4', '5W-30 SP', '5']],
  ]),
  series('哈弗', 'H6', '长城汽车', 'SUV', '225/60R18', [
    [2018, '7DCT', ['1.5T', 1497, 'GW4G15B', '5W-30 SN', '4.5']],
    [2021, '7DCT', ['2.0T', 1967, 'GW4C20B', '5W-30 SP', '5']],
  ]),
  series('五菱', '宏光', '上汽通用五菱', '微面', '185/65R14', [[2018, '5MT', ['1.5L', 1485, 'L2B', '5W-30 SN', '4']]]),
  series('奥迪', 'A4L', '一汽大众奥迪', '轿车', '225/50R17', [
    [2016, 'CVT', vw20],
    [2018, '7DCT', vw20],
  ]),
  series('宝马', '3系', '华晨宝马', '轿车', '225/50R17', [
    [2016, '8AT', ['2.0T', 1997, 'N20B20', '0W-30 LL-12', '5']],
    [2019, '8AT', ['2.0T', 1998, 'B48B20', '0W-20 LL-17', '5.25']],
  ]),
  series('奔驰', 'C级', '北京奔驰', '轿车', '225/50R17', [
    [2018, '9AT', ['1.6T', 1595, 'M274', '5W-40 229.5', '5.8']],
    [2020, '9AT', ['1.5T', 1497, 'M264', '0W-30 229.71', '6']],
  ]),
  series('一汽解放', 'J6P', '一汽解放', '重卡', '12R22.5', [[2018, '12MT', diesel]]),
  series('东风', '天龙', '东风商用车', '重卡', '12R22.5', [
    [2018, '12MT', ['8.9L', 8900, 'ISLe', 'CI-4 15W-40', '24']],
  ]),
  series('福田', '欧曼', '福田戴姆勒', '重卡', '12R22.5', [
    [2019, '12MT', ['11.8L', 11_800, 'ISGe', 'CI-4 15W-40', '33']],
  ]),
  {
    brandName: '特斯拉',
    name: 'Model 3',
    maker: '特斯拉上海',
    carType: '新能源',
    models: [2020, 2023].map((year) => ({
      name: `${year}款 后驱`,
      year,
      displacementMl: null,
      engineCode: '3D1',
      gearbox: '单速',
      fuel: 'electric',
      oilSpec: '',
      oilVolume: null,
      tyreSpec: '235/45R18',
    })),
  },
]

/** Beginnings of VINs with the series that they stand for. */
export const vinRules: readonly (readonly [prefix: string, series: string])[] = [
  ['LSVNV', '大众 朗逸'],
  ['LFV2A21', '大众 速腾'],
  ['LFV3A23', '大众 迈腾'],
  ['LFMAP', '丰田 卡罗拉'],
  ['LVGBF', '丰田 凯美瑞'],
  ['LHGCV', '本田 雅阁'],
  ['LVHRW', '本田 CR-V'],
  ['LGBH52', '日产 轩逸'],
  ['LSGBC', '别克 英朗'],
  ['LGXC74', '比亚迪 秦PLUS DM-i'],
  ['L6T78', '吉利 帝豪'],
  ['LGWEF', '哈弗 H6'],
  ['LZWAD', '五菱 宏光'],
  ['LBV8V', '宝马 3系'],
  ['LE4WG', '奔驰 C级'],
  ['LRW3E', '特斯拉 Model 3'],
]

/** The same of trucks. */
export const truckRules: readonly (readonly [prefix: string, series: string])[] = [
  ['LFWSR', '一汽解放 J6P'],
  ['LGAG4', '东风 天龙'],
  ['LRDS6', '福田 欧曼'],
]
