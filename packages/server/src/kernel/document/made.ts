// Documents that another one makes and undoes (ADR 0158): the rows say so, whatever their kinds.
import { refuse } from '../base/errors'
import type { Tx } from '../db/tx'
import { documentKind } from './registry'
import type { LockedDocument } from './types'

/** Refuses what somebody would do to a document alone that another one made, naming that one. @throws Failure refusal */
export async function assertNotMade(tx: Tx, doc: Pick<LockedDocument, 'kind' | 'madeBy' | 'makerKind'>): Promise<void> {
  if (doc.madeBy == null) return
  const table = documentKind(doc.makerKind ?? doc.kind)?.family.table
  if (table === undefined) refuse('此单据由系统生成，不能单独操作')
  const maker = await tx.one<{ kind: string; billNo: string }>({
    name: `maker-in-${table}`,
    text: `select kind, bill_no from ${table} where group_id = $1 and id = $2`,
    values: [tx.groupId, doc.madeBy],
  })
  if (!maker) throw new Error('a document was made by none')
  refuse(`随${documentKind(maker.kind)?.def.title ?? ''} ${maker.billNo} 生成，请在该单上操作`)
}
