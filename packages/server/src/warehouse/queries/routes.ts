import {
  stockCutNames,
  stockInquiry,
  stockLedger,
  stockReservations,
  stockSubstitutes,
} from '@chepu/contract/warehouse/stock-inquiry'
import { movements as byDocument, movementsByPart as byPart } from '@chepu/contract/warehouse/stock-movements'
import { countLines as ofCounts } from '@chepu/contract/warehouse/count-lines'
import { askForTransfer, groupStock } from '@chepu/contract/warehouse/group-stock'
import type { Bind } from '../../kernel/http/bind'
import { bindQuery, bindStatements } from '../../kernel/query/query'
import { askForPart } from '../group-stock/ask'
import { placesWith } from '../group-stock/places'
import { countLines } from './count-lines'
import { ledgerOfPart, reservationsOfPart, substitutesOfPart } from './ledger'
import { movements, movementsByPart } from './movements'
import { stockOf } from './stock'

/** 库存查询 with its drills. */
export function bindStock(bind: Bind): void {
  for (const name of stockCutNames) bindStatements(bind, stockInquiry[name], stockOf(name))
  bind(stockLedger, (tx, { query }) => ledgerOfPart(tx, query))
  bind(stockReservations, (tx, { query }) => reservationsOfPart(tx, query))
  bind.reads(groupStock, async (tx, { query }) => ({ rows: await placesWith(tx, query.partId) }))
  bind(askForTransfer, (tx, { body }) => askForPart(tx, body))
  bind(stockSubstitutes, (tx, { query }) => substitutesOfPart(tx, query))
}

/** 盘点查询. */
export const bindCountLines = (bind: Bind): void => bindQuery(bind, ofCounts, countLines)

/** 出入库单据查询. */
export function bindMovements(bind: Bind): void {
  bindQuery(bind, byDocument, movements)
  bindQuery(bind, byPart, movementsByPart)
}
