import { besideImport, openingStockHeadings } from '@chepu/contract/imports/import-headings'
import { maxLines } from '@chepu/contract/kernel/goods-document'
import { compare, isPositive, truncate } from '@chepu/contract/kernel/decimal'
import { code, price, qty } from '@chepu/contract/kernel/scalars'
import { otherIn } from '@chepu/contract/warehouse/other-in'
import { inTurns } from '../kernel/master/bulk'
import { sees } from '../kernel/caller/caller'
import { seesIn } from '../kernel/caller/cost-visibility'
import { forbidden } from '../kernel/base/errors'
import { createOpeningDrafts, type OpeningLine } from '../warehouse/public'
import { findParts, type KnownPart } from './find-parts'
import { importer, type Plan } from './importer'
import { orgPlaces, placeExample } from './places'

const columns = [
  {
    key: 'code',
    ...openingStockHeadings.code,
    required: true,
    schema: code(60),
    note: '配件编码，也可填OE号或厂家件号',
    example: '04152-YZZA1',
  },
  {
    key: 'warehouse',
    ...openingStockHeadings.warehouse,
    required: true,
    schema: code(40),
    note: `仓库的名称或编码；每个仓库生成一张期初入库单，超过${maxLines}行自动分单`,
    example: '主仓',
  },
  {
    key: 'location',
    ...openingStockHeadings.location,
    schema: code(40),
    note: '该仓库的货位编码；空白为商品默认货位，没有时为“默认”',
    example: 'A-01-02',
  },
  {
    key: 'batchNo',
    ...openingStockHeadings.batchNo,
    schema: code(40),
    note: '批次管理的配件必填',
    example: '',
  },
  {
    key: 'qty',
    ...openingStockHeadings.qty,
    required: true,
    kind: 'number',
    schema: qty,
    note: '大于0，整数最多6位，小数位数按单位',
    example: '12',
  },
  {
    key: 'unitCost',
    ...openingStockHeadings.unitCost,
    required: true,
    kind: 'number',
    schema: price.refine(isPositive, '单位成本必须大于0'),
    note: '元，小数最多4位',
    example: '18.5',
  },
] as const

/** Opening stock: drafts of 其他入库 with reason 期初, one a warehouse and 2000 lines (business/basics 10, business/ledgers 8). */
export const openingStockImporter = importer({
  title: '期初库存',
  headings: openingStockHeadings,
  beside: besideImport.opening_stock,
  columns: () => columns,
  assertAllowed(caller) {
    if (!sees(caller, 'cost_price')) forbidden('导入期初库存需要查看成本的权限')
  },
  async examples(tx) {
    const [part] = await tx.query<{ code: string }>({
      text: 'select code from part where group_id = $1 and is_active and not batch_managed order by code limit 1',
      values: [tx.groupId],
    })
    return { ...(part && { code: part.code }), ...(await placeExample(tx)) }
  },
  async prepare(tx, entries, { fault }): Promise<Plan> {
    const partOf = await findParts(
      tx,
      entries.map(({ values }) => values.code),
    )
    const places = await orgPlaces(tx, { warehouse: '仓库', location: '货位' })
    const lines: OpeningLine[] = []
    for await (const { row, values } of inTurns(entries)) {
      const part = partOf(values.code)
      const place = places.find(values.warehouse, values.location)
      if ('message' in part) fault(row, '编码', part.message)
      else if (part.stopped) fault(row, '编码', part.stopped)
      else for (const [column, message] of lineFaults(part.item, values)) fault(row, column, message)
      if ('message' in place) {
        fault(row, place.column, place.message)
        continue
      }
      const { warehouseId, locationId } = place
      if (warehouseId === null) continue
      if (!tx.caller.warehouses.get(warehouseId)?.has('in')) fault(row, '仓库', '您没有该仓库的入库权限')
      else if (!seesIn(tx.caller, 'cost_price', warehouseId)) fault(row, '仓库', '您没有该仓库的成本权限')
      if ('message' in part) continue
      const { batchNo, qty, unitCost } = values
      lines.push({ partId: part.item.id, warehouseId, locationId, batchNo: batchNo ?? '', qty, unitCost })
    }
    return {
      added: lines.length,
      updated: 0,
      write: async () =>
        (await createOpeningDrafts(tx, lines)).map(({ id, billNo }) => ({ kind: otherIn.kind, id, billNo })),
    }
  },
})

function* lineFaults(
  part: KnownPart,
  values: { qty: string; batchNo: string | null },
): Generator<[column: string, message: string]> {
  if (compare(truncate(values.qty, part.decimals), values.qty) !== 0) {
    const rule = part.decimals === 0 ? '只能录入整数' : `最多${part.decimals}位小数`
    yield ['数量', `单位“${part.unitName}”的数量${rule}`]
  }
  if (part.batchManaged && values.batchNo === null)
    yield ['批次', '该配件按批次管理，请填写批次；用库存查询导出的文件，请选“按批次”后导出']
}
