/** What a Citus cluster asks of a migration that any PostgreSQL takes as it is written (ADR 0138). */

/**
 * The statements that do on a distributed database what `statement` does on any other: a table is changed by one command at a time, a check of a new
 * column comes after the column under the name that PostgreSQL gives it, and a new table of the groups is laid beside the others at once, since what
 * comes next may refer to it.
 */
export function clusterStatements(statement: string): string[] {
  const bare = statement.replace(/--.*/g, '').trim().replace(/;$/, '')
  const created = /^create table (\w+)\s*\(/i.exec(bare)?.[1]
  if (created !== undefined)
    return [statement, `select create_distributed_table('${created}', 'group_id', colocate_with => 'goods_document')`]
  const [, table, commands] = /^alter table (\w+)\s+(.*)$/is.exec(bare) ?? []
  if (table === undefined || commands === undefined) return [statement]
  return atCommas(commands).flatMap((command) => changes(table, command))
}

/** A command of ALTER TABLE, and that of its check when it adds a column with one. */
function changes(table: string, command: string): string[] {
  const [, column, check] =
    /^add (?:column )?(?!constraint |check |foreign |unique |primary )(\w+) .*?(check \(.*\))$/is.exec(command) ?? []
  if (column === undefined || check === undefined) return [`alter table ${table} ${command}`]
  return [
    `alter table ${table} ${command.slice(0, -check.length)}`,
    `alter table ${table} add constraint ${table}_${column}_check ${check}`,
  ]
}

/** Cuts at the commas that stand in no bracket. */
function atCommas(text: string): string[] {
  const parts = ['']
  let depth = 0
  for (const sign of text) {
    if (sign === '(') depth += 1
    if (sign === ')') depth -= 1
    if (sign === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += sign
  }
  return parts.map((part) => part.trim())
}
