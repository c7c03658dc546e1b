import type { Tx } from '../kernel/db/tx'

/** What is looked at in one part of the car: a name, and of what is measured the unit, and where it is yellow and red. */
type Points = readonly (string | [name: string, unit: string, yellowAt: string, redAt: string])[]

const tread = (yellowAt: string, redAt: string): Points =>
  ['左前胎花纹', '右前胎花纹', '左后胎花纹', '右后胎花纹'].map((name) => [name, 'mm', yellowAt, redAt])

interface Template {
  name: string
  /** From which month to which it is meant; all year without. */
  months?: readonly [from: number, to: number]
  /** The types of car that it is meant for, by name; all without. */
  carTypes?: readonly string[]
  groups: readonly (readonly [partOfCar: string, points: Points])[]
}

const templates: readonly Template[] = [
  {
    name: '常规检查',
    groups: [
      [
        '制动',
        [
          ['前制动片厚度', 'mm', '5', '3'],
          ['后制动片厚度', 'mm', '5', '3'],
          '前制动盘',
          '后制动盘',
          ['制动液含水量', '%', '2', '3'],
          '驻车制动',
        ],
      ],
      ['轮胎', [...tread('3', '1.6'), '胎面与胎壁']],
      ['灯光', ['近光灯', '远光灯', '转向灯', '制动灯']],
      ['油液', ['机油', '冷却液', '玻璃水']],
      ['电器', [['蓄电池电压', 'V', '12.4', '12'], '喇叭', '雨刮片', '空调制冷']],
      ['底盘', ['减震器', '球头与拉杆', '传动轴防尘套', '底盘渗漏']],
      ['滤清', ['空气滤芯', '空调滤芯']],
    ],
  },
  {
    name: '夏季检查',
    months: [5, 9],
    groups: [
      ['空调', [['出风口温度', '℃', '10', '15'], '冷凝器', '空调滤芯']],
      ['冷却', ['冷却液', '散热风扇', '水管与皮带']],
      ['轮胎', [...tread('3', '1.6')]],
      ['电器', [['蓄电池电压', 'V', '12.4', '12'], '雨刮片']],
      ['油液', ['机油', '玻璃水']],
    ],
  },
  {
    name: '冬季检查',
    months: [11, 3],
    groups: [
      ['冷却', [['冷却液冰点', '℃', '-25', '-15'], '暖风']],
      ['电器', [['蓄电池电压', 'V', '12.5', '12.2'], '冷启动', '后挡风除霜', '雨刮片']],
      ['轮胎', [...tread('4', '3')]],
      [
        '制动',
        [
          ['前制动片厚度', 'mm', '5', '3'],
          ['后制动片厚度', 'mm', '5', '3'],
        ],
      ],
      ['油液', ['防冻玻璃水', '机油']],
      ['灯光', ['近光灯', '雾灯']],
    ],
  },
  {
    name: '新能源检查',
    carTypes: ['新能源'],
    groups: [
      [
        '高压',
        [['动力电池健康度', '%', '80', '70'], '动力电池外壳与紧固', '高压线束与插头', '充电口与充电盖', '慢充与快充'],
      ],
      ['冷却', ['电池冷却液', '电驱冷却液', '散热风扇']],
      [
        '制动',
        [
          ['前制动片厚度', 'mm', '5', '3'],
          ['后制动片厚度', 'mm', '5', '3'],
          ['制动液含水量', '%', '2', '3'],
        ],
      ],
      ['轮胎', [...tread('3', '1.6')]],
      ['电器', [['低压蓄电池电压', 'V', '12.4', '12'], '空调制冷与暖风', '雨刮片']],
      ['底盘', ['底盘护板', '减速器油', '减震器', '球头与拉杆']],
    ],
  },
]

/** The templates of 检车报告 that a new group begins with (business/repair 12.1). Groups of before have them by migration. */
export async function createInspectionTemplates(tx: Tx): Promise<void> {
  const rows = await tx.insert<{ id: number }>(
    'inspection_template',
    ['group_id', 'name', 'month_from', 'month_to', 'sort_no'],
    templates.map(({ name, months: [from, to] = [null, null] }, i) => [tx.groupId, name, from, to, i + 1]),
    'returning id',
  )
  const points = templates.flatMap(({ groups }, i) =>
    groups
      .flatMap(([partOfCar, named]) =>
        named.map((point) => {
          const [name, unit = '', yellowAt = null, redAt = null] = typeof point === 'string' ? [point] : point
          return [partOfCar, name, unit, yellowAt, redAt]
        }),
      )
      .map((point, at) => [tx.groupId, rows[i]?.id ?? null, at + 1, ...point]),
  )
  await tx.insert(
    'inspection_template_point',
    ['group_id', 'template_id', 'line_no', 'part_of_car', 'name', 'unit', 'yellow_at', 'red_at'],
    points,
  )
  const types = await tx.query<{ id: number; name: string }>({
    text: 'select id, name from car_type where group_id = $1',
    values: [tx.groupId],
  })
  const meant = templates.flatMap(({ carTypes = [] }, i) =>
    types.filter(({ name }) => carTypes.includes(name)).map((type) => [tx.groupId, rows[i]?.id ?? null, type.id]),
  )
  await tx.insert('inspection_template_car_type', ['group_id', 'template_id', 'car_type_id'], meant)
}
