import type { DemoBrand, DemoPartCategory, DemoUnit, PartGrade } from './types'

interface Maker extends DemoBrand {
  grade: PartGrade
  /** First digits of the EAN-13 of its parts. */
  ean: string
}

const makerRows: [name: string, initial: string, country: string, grade: PartGrade, ean: string][] = [
  ['原厂', 'Y', '中国', 'oem', '6901'],
  ['副厂', 'F', '中国', 'aftermarket', '6973'],
  ['通用', 'T', '中国', 'aftermarket', '6974'],
  ['鼎程', 'D', '中国', 'aftermarket', '6975'],
  ['曼牌', 'M', '德国', 'oes', '4011'],
  ['马勒', 'M', '德国', 'oes', '4009'],
  ['博世', 'B', '德国', 'oes', '4047'],
  ['NGK', 'N', '日本', 'oes', '4960'],
  ['电装', 'D', '日本', 'oes', '4989'],
  ['天合', 'T', '德国', 'oes', '3322'],
  ['菲罗多', 'F', '英国', 'aftermarket', '5016'],
  ['布雷博', 'B', '意大利', 'oes', '8020'],
  ['美孚', 'M', '美国', 'oes', '6921'],
  ['壳牌', 'K', '荷兰', 'oes', '6917'],
  ['嘉实多', 'J', '英国', 'oes', '6926'],
  ['长城', 'C', '中国', 'aftermarket', '6903'],
  ['瓦尔塔', 'W', '德国', 'oes', '6944'],
  ['风帆', 'F', '中国', 'aftermarket', '6936'],
  ['米其林', 'M', '法国', 'oes', '3528'],
  ['普利司通', 'P', '日本', 'oes', '4961'],
  ['玲珑', 'L', '中国', 'aftermarket', '6959'],
  ['法雷奥', 'F', '法国', 'oes', '3276'],
  ['飞利浦', 'F', '荷兰', 'oes', '8711'],
  ['欧司朗', 'O', '德国', 'oes', '4052'],
  ['盖茨', 'G', '美国', 'oes', '5414'],
  ['大陆', 'D', '德国', 'oes', '4010'],
  ['KYB', 'K', '日本', 'oes', '4909'],
  ['萨克斯', 'S', '德国', 'oes', '4013'],
  ['SKF', 'S', '瑞典', 'oes', '7316'],
  ['德尔福', 'D', '美国', 'oes', '5012'],
  ['潍柴', 'W', '中国', 'oem', '6938'],
  ['法士特', 'F', '中国', 'oem', '6948'],
]

const carBrandRows: [name: string, initial: string, country: string][] = [
  ['大众', 'D', '德国'],
  ['丰田', 'F', '日本'],
  ['本田', 'B', '日本'],
  ['日产', 'R', '日本'],
  ['别克', 'B', '美国'],
  ['比亚迪', 'B', '中国'],
  ['吉利', 'J', '中国'],
  ['长安', 'C', '中国'],
  ['哈弗', 'H', '中国'],
  ['五菱', 'W', '中国'],
  ['奥迪', 'A', '德国'],
  ['宝马', 'B', '德国'],
  ['奔驰', 'B', '德国'],
  ['特斯拉', 'T', '美国'],
  ['一汽解放', 'Y', '中国'],
  ['东风', 'D', '中国'],
  ['福田', 'F', '中国'],
]

export const makers: Maker[] = makerRows.map(([name, initial, country, grade, ean]) => ({
  name,
  kind: 'part',
  initial,
  country,
  grade,
  ean,
}))

export const brands: DemoBrand[] = [
  ...makers.map(({ name, kind, initial, country }) => ({ name, kind, initial, country })),
  ...carBrandRows.map(([name, initial, country]) => ({ name, kind: 'car' as const, initial, country })),
]

/** Countable units take whole numbers, liquids and lengths two decimals (business/documents 3.9). */
export const units: DemoUnit[] = [
  ...['个', '只', '套', '桶', '瓶', '条', '支', '根', '副', '片', '张', '卷', '罐', '盒', '箱', '件', '台'].map(
    (name) => ({
      name,
      decimals: 0,
    }),
  ),
  { name: '升', decimals: 2 },
  { name: '米', decimals: 2 },
  { name: '公斤', decimals: 3 },
]

const leafPaths = [
  '保养件/滤清器/机油滤清器',
  '保养件/滤清器/空气滤清器',
  '保养件/滤清器/空调滤清器',
  '保养件/滤清器/燃油滤清器',
  '保养件/油液/机油/瓶装机油',
  '保养件/油液/机油/散装机油',
  '保养件/油液/变速箱油',
  '保养件/油液/冷却液',
  '保养件/油液/制动液',
  '保养件/油液/玻璃水',
  '保养件/雨刮片',
  '发动机系/点火系统/火花塞',
  '发动机系/点火系统/点火线圈',
  '发动机系/正时传动/多楔带',
  '发动机系/正时传动/正时皮带',
  '发动机系/正时传动/涨紧轮',
  '发动机系/冷却系统/水泵',
  '发动机系/冷却系统/节温器',
  '发动机系/传感器/氧传感器',
  '发动机系/传感器/位置与流量传感器',
  '制动系/制动片/前制动片',
  '制动系/制动片/后制动片',
  '制动系/制动盘/前制动盘',
  '制动系/制动盘/后制动盘',
  '制动系/轮速传感器',
  '底盘系/悬挂/减振器/前减振器',
  '底盘系/悬挂/减振器/后减振器',
  '底盘系/悬挂/稳定杆连杆',
  '底盘系/轴承轮毂/轮毂轴承',
  '底盘系/轴承轮毂/离合器轴承',
  '电器系/蓄电池/普通蓄电池',
  '电器系/蓄电池/启停蓄电池',
  '电器系/照明/灯泡',
  '轮胎/乘用车轮胎',
  '轮胎/商用车轮胎',
  '车身系/覆盖件/保险杠',
  '车身系/覆盖件/翼子板',
  '车身系/覆盖件/发动机盖',
  '车身系/车灯/大灯',
  '车身系/车灯/尾灯',
  '漆料辅料/油漆',
  '漆料辅料/辅料',
  '商用车件/发动机部分',
  '商用车件/变速箱部分',
  '商用车件/电器部分',
  '商用车件/制动气路部分',
  '紧固密封/放油螺栓垫片',
  '紧固密封/油封衬垫',
  '紧固密封/螺栓卡扣',
  '套件/保养套件',
]

/** The category tree, parents before children; only leaves carry parts. */
export function makeCategories(): DemoPartCategory[] {
  const tree = new Map<string, DemoPartCategory>()
  const childCount = new Map<string, number>()
  for (const leafPath of leafPaths) {
    const names = leafPath.split('/')
    names.forEach((name, index) => {
      const path = names.slice(0, index + 1).join('/')
      if (tree.has(path)) return
      const parentPath = index === 0 ? null : names.slice(0, index).join('/')
      const serial = (childCount.get(parentPath ?? '') ?? 0) + 1
      childCount.set(parentPath ?? '', serial)
      const parentCode = parentPath === null ? '' : tree.get(parentPath)!.code
      const code = parentCode + String(serial).padStart(2, '0')
      tree.set(path, { path, name, parentPath, code, level: index + 1, isLeaf: path === leafPath })
    })
  }
  return [...tree.values()]
}

export const partCategories = makeCategories()
