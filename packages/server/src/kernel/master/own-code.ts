import { invalid } from '../base/errors'
import type { CallerTx } from '../db/tx'
import { type CodedTable, twinRefusal } from './code-twins'

/** Refuses, at its field, a code that another row has in other capitals. */
export async function assertOwnCode(
  tx: CallerTx,
  table: CodedTable,
  asked: { code: string; id?: number | undefined },
): Promise<void> {
  const twin = await twinRefusal(tx, table, asked)
  if (twin) invalid([{ path: 'code', message: twin }])
}
