import type { Tx } from '../kernel/db/tx'

const carTypes = '轿车 SUV MPV 微面 轻客 轻卡 重卡 新能源'
const carColors = '白色 黑色 银色 灰色 红色 蓝色 棕色 绿色 黄色 橙色 紫色 其他'

/** Types and colours of cars that a new group starts with (business/basics 5.3). */
export async function createCarMasters(tx: Tx): Promise<void> {
  for (const [table, names] of [
    ['car_type', carTypes],
    ['car_color', carColors],
  ] as const)
    await tx.insert(
      table,
      ['group_id', 'name', 'sort_no'],
      names.split(' ').map((name, i) => [tx.groupId, name, i + 1]),
    )
}
