import type { DictionaryKind } from '@chepu/contract/basics/dictionary'
import type { Tx } from '../kernel/db'

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

/** What the organisations of a new group choose from: types, posts, the dictionary's words, sales areas (DOMAIN 1.1, 2.12). */
export async function createGroupMasters(tx: Tx): Promise<void> {
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
}
