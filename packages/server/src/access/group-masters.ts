import type { DictionaryKind } from '@chepu/contract/basics/dictionary'
import type { Tx } from '../kernel/db/tx'
import { createCarMasters } from './car-masters'

const orgTypes: [code: string, name: string][] = [
  ['group_hq', '集团总部'],
  ['parts_trade', '配件贸易'],
  ['repair', '综合维修'],
  ['fast_repair', '快修店'],
  ['warranty_station', '三包服务站'],
]

const storeTypes = ['旗舰店', '社区店', '加盟店', '配件中心']

const positions: [name: string, level: number][] = [
  ['总经理', 1],
  ['店长', 2],
  ['销售主管', 3],
  ['会计', 3],
  ['采购员', 4],
  ['销售员', 4],
  ['仓管员', 4],
  ['收银员', 4],
  ['服务顾问', 4],
  ['机电技师', 4],
  ['钣金技师', 4],
  ['喷漆技师', 4],
  ['汽车电工', 4],
  ['三包索赔员', 4],
]

/** Words of each list; those with a star are known to the program by name. */
const dictionary: Record<DictionaryKind, string> = {
  partner_category: '散客* 修理厂 汽配店 车队 企业 政府 4S',
  partner_source: '自然到店 转介绍 平台 车队合同',
  purchase_return_reason: '质量问题 发错货 多发 滞销退回 价格不符 运输破损 其他',
  sales_return_reason: '质量问题 发错货 型号不符 客户多订 运输破损 其他',
  other_in_reason: '期初* 赠品* 盘盈外其他 客户寄存转入',
  other_out_reason: '报损* 自用 赠送 样品',
  repair_form: '到店 上门 救援 送修',
  reservation_origin: '电话 微信 到店 平台',
  part_synonym: [
    '刹车片=制动片=刹车皮 刹车盘=制动盘=刹车碟 刹车油=制动液 刹车=制动 机滤=机油滤清器=机油滤芯=机油格',
    '空滤=空气滤清器=空气滤芯=空气格 汽滤=燃油滤清器=汽油滤清器=汽油格 柴滤=柴油滤清器=柴油滤芯=柴油格',
    '空调滤=空调滤清器=空调滤芯=冷气格 火嘴=火花塞 高压包=点火线圈 减震=减振=避震=避振 大灯=前照灯',
    '尾灯=后灯 波箱=变速箱=变速器 电瓶=蓄电池 防冻液=冷却液=防冻水 玻璃水=清洗液=雨刮水 雨刮=雨刷',
    '皮带=传动带=多楔带 正时皮带=正时带 涨紧轮=张紧轮 节温器=调温器 水箱=散热器 喷油嘴=喷油器',
    '起动机=启动机=马达 前杠=前保险杠 后杠=后保险杠 翼子板=叶子板 机盖=发动机盖=引擎盖 汽缸=气缸',
    '离合片=离合器片 平衡杆=稳定杆 小吊杆=稳定杆连杆 三元=三元催化 轮胎=车胎',
  ].join(' '),
}

const largeAreas: [name: string, regionCodes: string][] = [
  ['华北', '110000 120000 130000 140000 150000'],
  ['东北', '210000 220000 230000'],
  ['华东', '310000 320000 330000 340000 350000 360000 370000 710000'],
  ['华中', '410000 420000 430000'],
  ['华南', '440000 450000 460000 810000 820000'],
  ['西南', '500000 510000 520000 530000 540000'],
  ['西北', '610000 620000 630000 640000 650000'],
]

/** Categories by direction; those with a star are written by the program. */
const expenseCategories = {
  in: '废旧物资收入 服务费收入 利息收入 租金收入 长款* 其他收入',
  out: '房租水电 工资福利 运费快递 办公费 差旅费 业务招待 广告宣传 车辆费用 修理费 手续费* 税费 短款* 其他支出',
}

/** What the organisations of a new group choose from: types, posts, the dictionary's words, sales areas, categories of income and expense (business/access 1). */
export async function createGroupMasters(tx: Tx): Promise<void> {
  await createCarMasters(tx)
  await tx.insert(
    'org_type',
    ['group_id', 'code', 'name', 'sort', 'is_system'],
    orgTypes.map(([code, name], i) => [tx.groupId, code, name, i + 1, true]),
  )
  await tx.insert(
    'store_type',
    ['group_id', 'name', 'sort'],
    storeTypes.map((name, i) => [tx.groupId, name, i + 1]),
  )
  await tx.insert(
    'position',
    ['group_id', 'name', 'level'],
    positions.map((row) => [tx.groupId, ...row]),
  )
  await tx.insert(
    'dictionary',
    ['group_id', 'kind', 'name', 'sort', 'is_system'],
    Object.entries(dictionary).flatMap(([kind, words]) =>
      words.split(' ').map((word, i) => [tx.groupId, kind, word.replace('*', ''), i + 1, word.endsWith('*')]),
    ),
  )
  await tx.insert(
    'large_area',
    ['group_id', 'name', 'region_codes', 'sort'],
    largeAreas.map(([name, codes], i) => [tx.groupId, name, codes.split(' '), i + 1]),
  )
  await tx.insert(
    'expense_category',
    ['group_id', 'direction', 'name', 'sort_no', 'is_system'],
    Object.entries(expenseCategories).flatMap(([direction, words]) =>
      words.split(' ').map((word, i) => [tx.groupId, direction, word.replace('*', ''), i + 1, word.endsWith('*')]),
    ),
  )
}
