import { type ColumnSetting, maxTables } from '@chepu/contract/shell/config'
import type { CallerTx } from '../kernel/db/tx'
import { refuse } from '../kernel/base/errors'

/** The caller's column settings of a list; none when he never changed them. */
export async function readColumns(tx: CallerTx, tableName: string): Promise<ColumnSetting[]> {
  const row = await tx.one<{ columns: ColumnSetting[] }>({
    name: 'read-columns',
    text: 'select columns from user_table_config where group_id = $1 and user_id = $2 and table_name = $3',
    values: [tx.groupId, tx.caller.userId, tableName],
  })
  return row?.columns ?? []
}

/** Keeps the caller's column settings of a list; refuses one list more than a user may set. */
export async function saveColumns(tx: CallerTx, tableName: string, columns: ColumnSetting[]): Promise<void> {
  const others = await tx.one<{ count: number }>({
    name: 'count-columns',
    text: 'select count(*) as count from user_table_config where group_id = $1 and user_id = $2 and table_name <> $3',
    values: [tx.groupId, tx.caller.userId, tableName],
  })
  if ((others?.count ?? 0) >= maxTables) refuse(`列设置最多保存${maxTables}个列表`)
  await tx.query({
    name: 'save-columns',
    text: `insert into user_table_config (group_id, user_id, table_name, columns, updated_at) values ($1, $2, $3, $4, now())
      on conflict (group_id, user_id, table_name) do update set columns = excluded.columns,
        updated_at = excluded.updated_at`,
    values: [tx.groupId, tx.caller.userId, tableName, JSON.stringify(columns)],
  })
}
