// Figures of counts out of a file (business/basics 10).
import { firstState, statesIn } from '@chepu/contract/kernel/states'
import { stockCount } from '@chepu/contract/warehouse/stock-count'
import { sql } from 'kysely'
import { warehousesWith } from '../../kernel/caller/caller'
import { allOf, documentScope, isAnyOf } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'
import { plan } from './entry'
import { lockHeader } from './repo'

/** A count that is under way. */
export interface OpenCount {
  id: number
  billNo: string
  warehouseId: number
  state: string
}

interface Figure {
  /** Row of the file. */
  row: number
  partId: number
  locationId: number | null
  batchNo: string
  countedQty: string
}

/** What is wrong with a figure, by the field of an entry. */
interface Fault {
  row: number
  field: string
  message: string
}

/** Counts under way into which the caller may enter what he counted, the latest first. */
export function openCounts(tx: CallerTx): Promise<OpenCount[]> {
  const states = statesIn(stockCount, 'entry').filter((state) => state !== firstState(stockCount))
  return tx.select(
    sql<OpenCount>`select d.id, d.bill_no, d.warehouse_id, d.state from stock_count d where d.group_id = ${tx.groupId} and ${allOf(
      [
        documentScope(tx.caller, stockCount),
        sql`d.org_id = ${tx.caller.orgId} and d.kind = ${stockCount.kind} and not d.is_red and d.state = any (${states})`,
        isAnyOf('d.warehouse_id', warehousesWith(tx.caller, 'count')),
      ],
    )} order by d.id desc`,
  )
}

/**
 * What the figures of a file would do to a count: how many places get their first figure or another one, or what is wrong with which row.
 * Whatever is counted already is left alone unless `overwrite` says otherwise. The count is locked until the transaction ends.
 */
export async function planCounted(tx: CallerTx, count: OpenCount, figures: readonly Figure[], overwrite: boolean) {
  const locked = await lockHeader(tx, stockCount.kind, count.id)
  if (locked?.state !== count.state)
    return { faults: figures.map(({ row }) => movedOn(row, count)), added: 0, updated: 0 }
  const { faults, rows, write } = await plan(
    tx,
    count,
    figures.map(({ row, ...figure }) => ({ ...figure, at: row })),
  )
  const counted = rows.filter(({ line }) => line?.countedQty != null)
  const found = faults.map(({ path, message }) => {
    const [, row = '0', field = ''] = path.split('.')
    return { row: Number.parseInt(row, 10), field, message: message.replace(/^第\d+行 /, '') }
  })
  const kept = overwrite ? [] : counted.map(({ at, line }) => standing(at, line?.counterName, line?.countedQty))
  return { faults: [...found, ...kept], added: rows.length - counted.length, updated: counted.length, write }
}

const movedOn = (row: number, { billNo }: OpenCount): Fault => ({
  row,
  field: 'billNo',
  message: `盘点单 ${billNo} 已不在盘点中`,
})
const standing = (row: number, who: string | null | undefined, qty: string | null | undefined): Fault => ({
  row,
  field: 'countedQty',
  message: `已由 ${who ?? ''} 录为 ${qty ?? ''}，勾选“覆盖”后才更新`,
})
