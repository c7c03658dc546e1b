import type { DemoPartnerCategory } from './partner-types'

interface SupplierRow {
  name: string
  category: DemoPartnerCategory
  settlement: 'XJ' | 'YJ30' | 'YJ60'
  brandNames: string[]
  /** Car makers whose original parts the supplier sells. */
  carBrandNames: string[]
}

interface CustomerRow {
  name: string
  category: DemoPartnerCategory
  orgCode: '02' | '03'
  /** Whole yuan; 0 = pays at once. */
  credit: number
}

function words(text: string): string[] {
  return text.split(' ').filter(Boolean)
}

function supplierRow(
  name: string,
  category: DemoPartnerCategory,
  settlement: SupplierRow['settlement'],
  brandNames: string,
  carBrandNames = '',
): SupplierRow {
  return { name, category, settlement, brandNames: words(brandNames), carBrandNames: words(carBrandNames) }
}

/** Brand agents, parts counters of dealers, tyres, oil, batteries, trucks, paint and an outsourcing workshop. */
export const supplierRows: SupplierRow[] = [
  supplierRow('江城博安汽车零部件有限公司', '汽配店', 'YJ30', '博世 天合 菲罗多 布雷博'),
  supplierRow('江城滤洁汽车配件有限公司', '汽配店', 'YJ30', '曼牌 马勒'),
  supplierRow('江城恒焰汽车电子有限公司', '汽配店', 'YJ30', 'NGK 电装 德尔福'),
  supplierRow('江城众联德系汽车销售服务有限公司', '4S', 'XJ', '', '大众 奥迪 宝马 奔驰'),
  supplierRow('江城丰顺汽车销售服务有限公司', '4S', 'XJ', '', '丰田'),
  supplierRow('江城本悦汽车销售服务有限公司', '4S', 'XJ', '', '本田 日产'),
  supplierRow('江城国程汽车销售服务有限公司', '4S', 'XJ', '', '别克 比亚迪 吉利 长安 哈弗 五菱 特斯拉'),
  supplierRow('江城驰远轮胎有限公司', '汽配店', 'YJ30', '米其林 普利司通 玲珑'),
  supplierRow('江城润安润滑油有限公司', '汽配店', 'YJ30', '美孚 壳牌 嘉实多 长城'),
  supplierRow('江城劲能电源有限公司', '汽配店', 'YJ60', '瓦尔塔 风帆'),
  supplierRow('江城固驰底盘配件有限公司', '汽配店', 'YJ30', 'KYB 萨克斯 SKF 盖茨 大陆 法雷奥 飞利浦 欧司朗'),
  supplierRow('江城重驰商用车配件有限公司', '汽配店', 'YJ60', '潍柴 法士特', '一汽解放 东风 福田'),
  supplierRow('江城锦彩汽车涂料车身件有限公司', '汽配店', 'YJ30', '通用 副厂'),
  supplierRow('江城精工汽车外协加工有限公司', '企业', 'XJ', ''),
]

/** Trade customers, biggest first; credit in whole yuan. */
export const tradeRows: { name: string; category: '修理厂' | '汽配店'; credit: number }[] = [
  { name: '江城顺驰汽车维修有限公司', category: '修理厂', credit: 80000 },
  { name: '江城汇源汽配有限公司', category: '汽配店', credit: 80000 },
  { name: '江城安途汽车服务有限公司', category: '修理厂', credit: 60000 },
  { name: '洪山区路路通汽车修理厂', category: '修理厂', credit: 50000 },
  { name: '武昌区车之友汽车修理厂', category: '修理厂', credit: 50000 },
  { name: '汉阳区诚信汽配经营部', category: '汽配店', credit: 40000 },
  { name: '青山区鑫达汽配商行', category: '汽配店', credit: 40000 },
  { name: '江岸区快捷汽车维修部', category: '修理厂', credit: 30000 },
  { name: '东西湖区万里汽车修理厂', category: '修理厂', credit: 30000 },
  { name: '硚口区永兴汽配经营部', category: '汽配店', credit: 20000 },
  { name: '江汉区老兵汽车维修部', category: '修理厂', credit: 20000 },
  { name: '洪山区小康汽修店', category: '修理厂', credit: 20000 },
  { name: '武昌区阳光汽车美容维修店', category: '修理厂', credit: 15000 },
  { name: '汉阳区四通汽配门市部', category: '汽配店', credit: 10000 },
  { name: '青山区平安汽车修理部', category: '修理厂', credit: 10000 },
]

/** Ten companies and fleets, three hire operators, five public bodies; with the 42 private ones 60 customers. */
export const customerRows: CustomerRow[] = [
  { name: '江城捷达物流运输有限公司', category: '车队', orgCode: '02', credit: 50000 },
  { name: '江城鸿运货运车队有限公司', category: '车队', orgCode: '02', credit: 40000 },
  { name: '江城城联配送有限公司', category: '车队', orgCode: '02', credit: 30000 },
  { name: '江城绿源食品有限公司', category: '企业', orgCode: '02', credit: 20000 },
  { name: '江城华建工程有限公司', category: '企业', orgCode: '02', credit: 20000 },
  { name: '江城新科电子科技有限公司', category: '企业', orgCode: '02', credit: 10000 },
  { name: '江城启明教育咨询有限公司', category: '企业', orgCode: '03', credit: 0 },
  { name: '江城康宁医药有限公司', category: '企业', orgCode: '02', credit: 10000 },
  { name: '江城美居装饰工程有限公司', category: '企业', orgCode: '03', credit: 0 },
  { name: '江城悦达酒店管理有限公司', category: '企业', orgCode: '03', credit: 5000 },
  { name: '江城安行出租汽车有限公司', category: '车队', orgCode: '03', credit: 20000 },
  { name: '江城城际出租汽车有限公司', category: '车队', orgCode: '03', credit: 20000 },
  { name: '江城优行网约车服务有限公司', category: '车队', orgCode: '03', credit: 10000 },
  { name: '城东街道办事处', category: '政府', orgCode: '02', credit: 10000 },
  { name: '城东社区卫生服务中心', category: '政府', orgCode: '02', credit: 10000 },
  { name: '江城第三实验小学', category: '政府', orgCode: '02', credit: 10000 },
  { name: '城西环境卫生管理所', category: '政府', orgCode: '03', credit: 10000 },
  { name: '城西农业技术推广站', category: '政府', orgCode: '03', credit: 5000 },
]

/** Two truck makers and one battery maker. */
export const manufacturerRows = ['北辰重型汽车有限公司', '南岭商用汽车有限公司', '擎源蓄电池制造有限公司']

export const insurerRows = [
  '楚盾财产保险股份有限公司江城分公司',
  '永佑财产保险股份有限公司江城分公司',
  '嘉护财产保险股份有限公司江城分公司',
]

export const logisticsRows = ['江城顺路达物流有限公司', '江城汽配专线货运部', '江城同城急送服务有限公司']
