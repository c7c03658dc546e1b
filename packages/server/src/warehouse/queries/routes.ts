import {
  type StockFilters,
  stockCutNames,
  stockCuts,
  stockInquiry,
  stockLedger,
  stockReservations,
  stockSubstitutes,
} from '@chepu/contract/warehouse/stock-inquiry'
import { type MovementFilters, movements, movementsByPart } from '@chepu/contract/warehouse/stock-movements'
import { sql } from 'kysely'
import type { Bind } from '../../app/http'
import { type HiddenField, sees } from '../../kernel/caller'
import type { CallerTx } from '../../kernel/db'
import { date, number, partColumns, quantity, text } from '../../kernel/export/columns'
import { enqueueExport } from '../../kernel/export/enqueue'
import { type ExportColumn, registerExport } from '../../kernel/export/registry'
import { ledgerOfPart, reservationsOfPart, substitutesOfPart } from './ledger'
import {
  listMovementParts,
  listMovements,
  movementPartTotals,
  movementsExport,
  movementTotals,
  selectMovementParts,
} from './movements'
import { listStock, selectStock, stockTotals } from './stock'

const seen = ({ caller }: CallerTx, field: HiddenField, ...columns: ExportColumn[]) =>
  sees(caller, field) ? columns : []

/** 库存查询 with its drills. */
export function bindStock(bind: Bind): void {
  for (const name of stockCutNames) {
    const key = `stock_by_${name}`
    registerExport(key, {
      title: `库存查询${stockCuts[name]}`,
      columns: (tx) => [
        ...partColumns,
        text('orgName', '企业', 18),
        text('warehouseName', '仓库'),
        text('locationCode', '货位'),
        text('batchNo', '批次'),
        quantity('onHand', '现存'),
        quantity('reserved', '占用'),
        quantity('locked', '锁定'),
        quantity('available', '可用'),
        quantity('onOrder', '在途'),
        ...seen(tx, 'cost_price', number('costPrice', '成本价'), number('stockValue', '库存金额')),
        ...seen(tx, 'doc_price', number('retailPrice', '零售价')),
        ...seen(tx, 'wholesale_price', number('wholesalePrice1', '批发价')),
        date('lastInOn', '最近入库'),
        date('lastOutOn', '最近出库'),
      ],
      rows: async (tx, filters) =>
        sql<Record<string, unknown>>`${await selectStock(tx, name, filters as StockFilters)}`,
      frame: async (tx, filters) => ({ totals: await stockTotals(tx, name, filters as StockFilters) }),
    })
    bind(stockInquiry[name].list, (tx, { query }) => listStock(tx, name, query))
    bind(stockInquiry[name].totals, (tx, { query }) => stockTotals(tx, name, query))
    bind(stockInquiry[name].export, (tx, { body }) => enqueueExport(tx, key, body))
  }
  bind(stockLedger, (tx, { query }) => ledgerOfPart(tx, query))
  bind(stockReservations, (tx, { query }) => reservationsOfPart(tx, query))
  bind(stockSubstitutes, (tx, { query }) => substitutesOfPart(tx, query))
}

/** 出入库单据查询. */
export function bindMovements(bind: Bind): void {
  registerExport('stock_movements', {
    title: '出入库单据查询',
    columns: (tx) => [
      text('docKind', '单据类型'),
      text('billNo', '单号', 20),
      date('bizDate', '日期'),
      text('direction', '方向', 8),
      text('partnerName', '往来单位', 24),
      ...partColumns,
      text('warehouseName', '仓库'),
      text('locationCode', '货位'),
      text('batchNo', '批次'),
      quantity('inQty', '入库数量'),
      quantity('outQty', '出库数量'),
      ...seen(
        tx,
        'cost_price',
        number('unitCost', '单位成本'),
        number('inValue', '入库金额'),
        number('outValue', '出库金额'),
      ),
      quantity('balanceQty', '结存'),
      ...seen(tx, 'cost_price', number('balanceValue', '结存金额')),
      text('posterName', '经手人'),
    ],
    rows: (tx, filters) => movementsExport(tx, filters as MovementFilters),
    frame: async (tx, filters) => ({ totals: await movementTotals(tx, filters as MovementFilters) }),
  })
  registerExport('stock_movements_by_part', {
    title: '出入库单据查询按配件',
    columns: (tx) => [
      ...partColumns,
      number('movements', '笔数'),
      quantity('inQty', '入库数'),
      quantity('outQty', '出库数'),
      quantity('netQty', '净增减'),
      ...seen(
        tx,
        'cost_price',
        number('inValue', '入库金额'),
        number('outValue', '出库金额'),
        number('netValue', '净额'),
      ),
      date('lastOn', '最近日期'),
    ],
    rows: async (tx, filters) =>
      sql<
        Record<string, unknown>
      >`${await selectMovementParts(tx, filters as MovementFilters)} order by part_code, part_id`,
    frame: async (tx, filters) => ({ totals: await movementPartTotals(tx, filters as MovementFilters) }),
  })
  bind(movements.list, (tx, { query }) => listMovements(tx, query))
  bind(movements.totals, (tx, { query }) => movementTotals(tx, query))
  bind(movements.export, (tx, { body }) => enqueueExport(tx, 'stock_movements', body))
  bind(movementsByPart.list, (tx, { query }) => listMovementParts(tx, query))
  bind(movementsByPart.totals, (tx, { query }) => movementPartTotals(tx, query))
  bind(movementsByPart.export, (tx, { body }) => enqueueExport(tx, 'stock_movements_by_part', body))
}
