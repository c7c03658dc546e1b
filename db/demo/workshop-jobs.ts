// What customers of the demo company bring their cars for: complaint, cause, remedy, work and material, in the words of the trade (business/demo 5.3).

/** Material of a job: parts of such a name that fit the car, and how many pieces. */
export type DemoMaterial = readonly [name: RegExp, qty: number]

const oil = /^机油 \dW-\d0 4L/
const truckOil = /^机油 CK-4/

export interface DemoJob {
  businessType: '保养' | '一般维修' | '美容装潢' | '事故维修' | '三包维修' | '内部维修' | '返工'
  /** How often it is asked for, beside the others. */
  weight: number
  /** Items of service by name; a name twice is a quantity of two. */
  items: readonly string[]
  /** Work that is no item of service: name, trade, hours. */
  others?: readonly (readonly [name: string, workerType: string, hours: string])[]
  materials: readonly DemoMaterial[]
  /** What the customer says, what it was, what was done about it. */
  story: readonly [complaint: string, cause: string, remedy: string]
  /** For trucks alone; cars have their own. */
  isOfTrucks?: boolean
}

/** What is done to cars. */
export const usualJobs: readonly DemoJob[] = [
  {
    businessType: '保养',
    weight: 30,
    items: ['更换机油、机油滤清器'],
    materials: [
      [oil, 1],
      [/^机油滤清器/, 1],
    ],
    story: ['到里程做小保养', '机油到更换周期', '更换机油和机滤，检查各油液液位，底盘无渗漏'],
  },
  {
    businessType: '保养',
    weight: 16,
    items: ['更换机油、机油滤清器', '更换空气滤清器', '更换空调滤清器'],
    materials: [
      [oil, 1],
      [/^机油滤清器/, 1],
      [/^空气滤清器/, 1],
      [/^空调滤清器/, 1],
    ],
    story: ['做大保养，空调风量小', '三滤到更换周期，空调滤芯堵塞', '更换机油三滤，风量恢复正常'],
  },
  {
    businessType: '保养',
    weight: 8,
    items: ['更换空调滤清器', '空调系统清洗'],
    materials: [[/^空调滤清器/, 1]],
    story: ['开空调有异味', '蒸发箱发霉，空调滤芯脏污', '清洗蒸发箱并更换空调滤芯，异味消除'],
  },
  {
    businessType: '保养',
    weight: 6,
    items: ['更换制动液'],
    materials: [[/^制动液/, 1]],
    story: ['刹车踏板偏软', '制动液含水量3.2%，超标', '更换制动液并排空气，踏板行程正常'],
  },
  {
    businessType: '保养',
    weight: 6,
    items: ['更换火花塞（4只）', '清洗节气门'],
    materials: [[/^火花塞/, 4]],
    story: ['怠速抖动，油耗偏高', '火花塞间隙过大，节气门积碳', '更换火花塞，清洗节气门并匹配，怠速平稳'],
  },
  {
    businessType: '一般维修',
    weight: 12,
    items: ['更换前制动片'],
    materials: [[/^前制动片/, 1]],
    story: ['刹车时有金属摩擦声', '前制动片剩余2毫米，已到极限', '更换前制动片，清洁导向销，路试正常'],
  },
  {
    businessType: '一般维修',
    weight: 8,
    items: ['更换轮胎（单条）', '更换轮胎（单条）', '轮胎动平衡（单条）', '轮胎动平衡（单条）'],
    materials: [[/^轮胎 (19|20|22)5/, 2]],
    story: ['前轮胎磨平，下雨打滑', '两条前胎花纹深度1.5毫米', '更换前轮胎两条并做动平衡'],
  },
  {
    businessType: '一般维修',
    weight: 8,
    items: ['四轮定位'],
    materials: [],
    story: ['高速行驶跑偏，方向盘不正', '前束超差', '做四轮定位，调整前束，路试不跑偏'],
  },
  {
    businessType: '一般维修',
    weight: 7,
    items: ['更换蓄电池'],
    materials: [[/^蓄电池 (L2|AGM|6-QW-60)/, 1]],
    story: ['早上启动无力', '蓄电池容量下降，启动电压9.1伏', '更换蓄电池，发电机充电电压正常'],
  },
  {
    businessType: '一般维修',
    weight: 6,
    items: ['更换前大灯灯泡'],
    materials: [[/^灯泡 H/, 1]],
    story: ['左近光灯不亮', '灯泡烧毁', '更换灯泡并调整灯光高度'],
  },
  {
    businessType: '一般维修',
    weight: 5,
    items: ['电脑检测故障', '更换点火线圈'],
    materials: [[/^点火线圈/, 1]],
    story: ['发动机故障灯亮，加速无力', '2缸点火线圈击穿，报 P0302', '更换点火线圈，清除故障码，路试正常'],
  },
  {
    businessType: '一般维修',
    weight: 4,
    items: ['更换前减振器（单侧）', '四轮定位'],
    materials: [[/^前减振器/, 1]],
    story: ['过减速带前轮咯噔响', '前减振器漏油', '更换前减振器并做四轮定位，异响消除'],
  },
  {
    businessType: '一般维修',
    weight: 4,
    items: ['更换水泵', '更换冷却液'],
    materials: [[/^水泵/, 1]],
    story: ['水温偏高，车下滴水', '冷却系统渗漏', '更换渗漏件，加注冷却液并排空气，水温正常'],
  },
  {
    businessType: '一般维修',
    weight: 4,
    items: ['更换多楔带'],
    materials: [[/^多楔带/, 1]],
    story: ['冷车启动吱吱响', '皮带老化开裂', '更换皮带，异响消除'],
  },
  {
    businessType: '一般维修',
    weight: 5,
    items: ['补胎（蘑菇钉）'],
    materials: [],
    story: ['右后胎慢漏气', '胎面扎钉', '蘑菇钉补胎并做气密检查'],
  },
  {
    businessType: '一般维修',
    weight: 4,
    items: ['空调检漏、加制冷剂'],
    materials: [],
    story: ['空调不凉', '制冷剂不足，高压管接头微漏', '更换密封圈，抽真空后加注制冷剂，出风口6摄氏度'],
  },
  {
    businessType: '一般维修',
    weight: 3,
    items: ['清洗进气道积碳'],
    materials: [],
    story: ['冷车怠速不稳', '进气道积碳严重', '清洗进气道积碳，怠速平稳'],
  },
  {
    businessType: '美容装潢',
    weight: 6,
    items: ['精致洗车', '全车打蜡'],
    materials: [],
    story: ['洗车打蜡', '漆面氧化发暗', '精洗并全车打蜡'],
  },
  {
    businessType: '保养',
    weight: 14,
    isOfTrucks: true,
    items: ['更换机油、机油滤清器'],
    materials: [
      [truckOil, 2],
      [/^机油滤芯总成/, 1],
    ],
    story: ['到里程保养', '机油到更换周期', '更换柴机油和机油滤芯，检查气路无泄漏'],
  },
  {
    businessType: '一般维修',
    weight: 8,
    isOfTrucks: true,
    items: ['更换轮胎（单条）'],
    materials: [],
    story: ['驱动轮内侧胎鼓包', '胎体帘线断裂', '拆装更换客户备胎，检查胎压'],
  },
]

/** What customers wait for: a wash above all, and what of the usual work takes no hour. */
export const fastJobs: readonly DemoJob[] = [
  {
    businessType: '美容装潢',
    weight: 45,
    items: ['普通洗车'],
    materials: [],
    story: ['洗车', '', ''],
  },
  {
    businessType: '一般维修',
    weight: 6,
    items: ['轮胎换位'],
    materials: [],
    story: ['轮胎换位', '前后轮胎磨损不均', '轮胎换位并调整胎压'],
  },
  ...usualJobs.filter(
    ({ isOfTrucks, items }) =>
      !isOfTrucks && items.every((item) => /机油|滤清器|制动液|灯泡|补胎|蓄电池|洗车|打蜡/.test(item)),
  ),
]

/** What the counter has for taking along. */
export const soldGoods = /^(雨刮片|玻璃水|冷却液|灯泡|机油 \dW-\d0 4L|制动液)/

/** What is repaired after an accident; an insurer pays for it. */
export const accidentJobs: readonly DemoJob[] = [
  {
    businessType: '事故维修',
    weight: 5,
    items: ['前保险杠拆装', '喷漆-前保险杠'],
    materials: [[/^前保险杠外皮/, 1]],
    story: ['追尾前车，前保险杠破损', '碰撞，前保险杠外皮开裂', '更换前保险杠外皮并喷漆'],
  },
  {
    businessType: '事故维修',
    weight: 4,
    items: ['车门凹陷钣金修复', '喷漆-车门'],
    materials: [],
    story: ['停车时左前门被刮', '左前门凹陷，漆面划伤', '左前门钣金修复并喷漆'],
  },
  {
    businessType: '事故维修',
    weight: 3,
    items: ['前翼子板拆装更换', '喷漆-前翼子板', '前保险杠拆装'],
    materials: [[/翼子板|大灯总成/, 1]],
    story: ['右转时剐蹭护栏', '前翼子板变形，大灯支架断裂', '更换受损件并喷漆，调整间隙'],
  },
  {
    businessType: '事故维修',
    weight: 2,
    items: ['后保险杠拆装', '喷漆-后保险杠'],
    materials: [],
    story: ['被后车追尾，责任在对方', '后保险杠变形', '后保险杠校正并喷漆'],
  },
]

/** What the makers of trucks and batteries answer for. */
export const warrantyJobs: readonly DemoJob[] = [
  {
    businessType: '三包维修',
    weight: 4,
    isOfTrucks: true,
    items: ['更换起动机'],
    materials: [[/^起动机/, 1]],
    story: ['启动时打滑，有时不转', '起动机单向器打滑', '更换起动机总成，启动正常，旧件回收待返厂'],
  },
  {
    businessType: '三包维修',
    weight: 3,
    isOfTrucks: true,
    items: [],
    others: [['更换涡轮增压器', '机电', '3.5']],
    materials: [[/^涡轮增压器/, 1]],
    story: ['动力不足，排气冒黑烟', '增压器轴承磨损漏油', '更换增压器，清洗中冷器，旧件贴签回收'],
  },
  {
    businessType: '三包维修',
    weight: 2,
    isOfTrucks: true,
    items: [],
    others: [['更换空气干燥器', '机电', '1.0']],
    materials: [[/^空气干燥器/, 1]],
    story: ['储气筒放水频繁，打气慢', '干燥器排气阀常漏', '更换空气干燥器总成，气压保持正常'],
  },
]

/** Why customers do without what they were offered beside it: item and reason. */
export const declinedOffers = [
  ['清洗喷油嘴', '下次再做'],
  ['更换变速箱油', '价格'],
  ['更换后制动片', '暂不需要'],
  ['四轮定位', '已在别处做'],
  ['更换燃油滤清器', '下次再做'],
] as const

/** What is found while the work goes on: item, cause. */
export const addedWork = [
  ['更换稳定杆连杆', '拆检时发现连杆球头松旷'],
  ['更换半轴防尘套', '举升后发现防尘套开裂渗油'],
  ['更换冷却液', '冷却液冰点不足，颜色浑浊'],
  ['轮胎换位', '前后轮胎磨损差异大'],
] as const

/** What a check finds before the car is given back. */
export const checkFaults = ['机油滤清器处有轻微渗油', '左前轮螺栓扭矩不足', '漆面有流挂', '故障灯未清除'] as const

/** Why goods come back to the warehouse. */
export const returnReasons = ['领错型号', '与车型不符', '多领'] as const

export const belongings = ['行车记录仪', '随车工具', '雨伞、墨镜', '无', '后备箱有货物', '儿童座椅'] as const

/** Marks on the outside of cars that were there before. */
export const outsideMarks = [
  { x: 0.18, y: 0.32, kind: 'scratch', note: '左前翼子板' },
  { x: 0.5, y: 0.08, kind: 'paint', note: '前保险杠下沿' },
  { x: 0.82, y: 0.6, kind: 'dent', note: '右后门' },
  { x: 0.3, y: 0.85, kind: 'crack', note: '后尾灯' },
] as const
