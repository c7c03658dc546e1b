// Codes that differ only in capitals are one code (ADR 0122): people type them either way, scanners in capitals.
import type { Tx } from '../db/tx'

/** Tables whose codes people type and look for. */
export type CodedTable =
  | 'part'
  | 'partner'
  | 'location'
  | 'service_item'
  | 'service_package'
  | 'fault_code'
  | 'card_type'
  | 'card_package'
  | 'manufacturer_policy'

/** Where a code must be the only one: the group, of locations their warehouse. */
interface Asked {
  code: string
  /** The row that has it, when it exists. */
  id?: number | undefined
  warehouseId?: number
}

/** What is said of a code when others differ from it only in capitals. */
export const twinMessage = (others: readonly string[]): string => `编码与已有的 ${others.join('、')} 只差大小写`

/** Why a row may not take this code; undefined when it may. The very same code is refused by its own index. */
export async function twinRefusal(tx: Tx, table: CodedTable, asked: Asked): Promise<string | undefined> {
  const within = asked.warehouseId === undefined ? '' : 'and warehouse_id = $4'
  const others = await tx.query<{ code: string }>({
    text: `select code from ${table} where group_id = $1 and code_key = lower($2) and code <> $2 and id <> $3 ${within} order by code`,
    values: [tx.groupId, asked.code, asked.id ?? 0, ...(asked.warehouseId === undefined ? [] : [asked.warehouseId])],
  })
  return others.length > 0 ? twinMessage(others.map(({ code }) => code)) : undefined
}
