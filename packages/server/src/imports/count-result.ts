import { besideImport, countResultHeadings } from '@chepu/contract/imports/import-headings'
import { code, qtyOrZero } from '@chepu/contract/kernel/scalars'
import { own } from '../kernel/base/own'
import { groupBy } from '../kernel/base/group-by'
import type { CallerTx } from '../kernel/db/tx'
import { inTurns } from '../kernel/master/bulk'
import { finderOf } from '../kernel/master/spelling'
import { type OpenCount, openCounts, planCounted } from '../warehouse/public'
import { findParts } from './find-parts'
import { importer, type Plan } from './importer'
import { someOf } from './lists'

const columns = [
  {
    key: 'code',
    ...countResultHeadings.code,
    required: true,
    schema: code(60),
    note: '配件编码，也可填OE号或厂家件号',
    example: '04152-YZZA1',
  },
  {
    key: 'location',
    ...countResultHeadings.location,
    schema: code(40),
    note: '盘点仓库的货位编码；配件只放在一个货位时可空白',
    example: 'A-01-02',
  },
  {
    key: 'batchNo',
    ...countResultHeadings.batchNo,
    schema: code(40),
    note: '批次管理的配件填写；该货位只有一个批次时可空白',
    example: '',
  },
  {
    key: 'qty',
    ...countResultHeadings.qty,
    kind: 'number',
    schema: qtyOrZero,
    note: '盘点为零填0；空白的行不导入，小数位数按单位',
    example: '12',
  },
  {
    key: 'billNo',
    ...countResultHeadings.billNo,
    schema: code(40),
    note: '空白为正在盘点的那一张；有几张盘点单同时进行时必填',
    example: '',
  },
] as const

/** Titles of the fields by which an entry of a count says what is wrong with it. */
const titles: Readonly<Record<string, string>> = {
  partId: '编码',
  locationId: '货位',
  batchNo: '批次',
  countedQty: '实盘数',
  billNo: '盘点单号',
}

/** Figures of counts that are under way, as their own 导入实盘 takes them (business/basics 10, business/warehouse 5.3). */
export const countResultImporter = importer({
  title: '实盘数',
  headings: countResultHeadings,
  beside: besideImport.count_result,
  columns: () => columns,
  async examples(tx) {
    const [count] = await openCounts(tx)
    return { billNo: count?.billNo ?? null }
  },
  async prepare(tx, entries, { overwrite, fault, pass }): Promise<Plan> {
    const partOf = await findParts(
      tx,
      entries.map(({ values }) => values.code),
    )
    const countOf = countNamed(await openCounts(tx))
    const binOf = await binsOf(tx)
    const figures = []
    for await (const { row, values } of inTurns(entries)) {
      if (values.qty === null) {
        pass(row, '没有实盘数，未导入')
        continue
      }
      const part = partOf(values.code)
      const count = countOf(values.billNo)
      const bin = 'id' in count && values.location !== null ? binOf(count.warehouseId, values.location) : null
      if ('message' in part) fault(row, '编码', part.message)
      if (!('id' in count)) fault(row, '盘点单号', count.message)
      if (bin === undefined) fault(row, '货位', `货位“${values.location}”不在盘点的仓库`)
      if ('message' in part || !('id' in count) || bin === undefined) continue
      figures.push({
        count,
        row,
        partId: part.item.id,
        locationId: bin,
        batchNo: values.batchNo ?? '',
        countedQty: values.qty,
      })
    }
    const plans: Awaited<ReturnType<typeof planCounted>>[] = []
    // By the number of the count, as all documents are locked.
    const byCount = [...groupBy(figures, ({ count }) => count.id).values()].toSorted(
      ([a], [b]) => (a?.count.id ?? 0) - (b?.count.id ?? 0),
    )
    for (const together of byCount) {
      const [first] = together
      if (!first) continue
      const lines = together.map(({ count: _, ...figure }) => figure)
      const plan = await planCounted(tx, first.count, lines, overwrite)
      for (const { row, field, message } of plan.faults) fault(row, own(titles, field) ?? '', message)
      plans.push(plan)
    }
    return {
      added: plans.reduce((sum, { added }) => sum + added, 0),
      updated: plans.reduce((sum, { updated }) => sum + updated, 0),
      write: async () => {
        for (const { write } of plans) await write?.()
        return []
      },
    }
  },
})

/** The count that a row names; without a name the only one under way. */
function countNamed(counts: readonly OpenCount[]): (billNo: string | null) => OpenCount | { message: string } {
  const byNo = new Map(counts.map((count) => [count.billNo.toUpperCase(), count]))
  const [only, ...others] = counts
  return (billNo) => {
    if (billNo !== null) return byNo.get(billNo.toUpperCase()) ?? { message: `没有正在盘点的盘点单 ${billNo}` }
    if (!only) return { message: '没有正在盘点的盘点单' }
    return others.length === 0 ? only : { message: `有几张盘点单正在进行：${someOf(counts, (count) => count.billNo)}` }
  }
}

/** Bins of the organisation's warehouses by code; a disabled one may hold something and is counted, too. */
async function binsOf(tx: CallerTx): Promise<(warehouseId: number, code: string) => number | undefined> {
  const rows = await tx.query<{ id: number; warehouseId: number; code: string }>({
    text: `select l.id, l.warehouse_id, l.code from location l
      join warehouse w on w.group_id = l.group_id and w.id = l.warehouse_id and w.org_id = $2 where l.group_id = $1`,
    values: [tx.groupId, tx.caller.orgId],
  })
  const find = finderOf(rows, (row) => `${row.warehouseId}/${row.code}`)
  return (warehouseId, text) => find(`${warehouseId}/${text}`)[0]?.id
}
