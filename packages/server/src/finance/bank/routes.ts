import {
  bankAccounts,
  bankEntries,
  bankLines,
  checkStatement,
  ignoreLines,
  importStatement,
  lineCounterpart,
  matchLines,
  proposeMatches,
  reconciliation,
  setBankStart,
  supplementTransfer,
  unmatchLines,
} from '@chepu/contract/finance/bank'
import { createHash } from 'node:crypto'
import { refuse } from '../../kernel/base/errors'
import type { Caller } from '../../kernel/caller/caller'
import type { CallerTx } from '../../kernel/db/tx'
import type { App } from '../../kernel/http/bind'
import { once } from '../../kernel/http/idempotency'
import type { Upload } from '../../kernel/http/upload'
import { bindQuery } from '../../kernel/query/query'
import type { Row } from '../../kernel/spreadsheet/cell'
import { SpreadsheetError } from '../../kernel/spreadsheet/errors'
import { readRows } from '../../kernel/spreadsheet/read'
import { listBankAccounts, saveStart } from './account'
import { takeStatement } from './import'
import { entryList, lineList } from './lines'
import { confirmMatches, ignore, proposed, undoMatches } from './match'
import { reconcile } from './reconciliation'
import { counterpartOf, transferOfLine } from './transfer'

/** Calls of 银行对账. Reading a file needs no transaction. */
export function bindBank({ bind, bindOpen, bindKeyed }: App): void {
  bind(bankAccounts, (tx) => listBankAccounts(tx))
  bind(setBankStart, (tx, { body }) => saveStart(tx, body))
  bindOpen(checkStatement, async ({ db, caller, query, upload }) => {
    const given = await taken(upload, query)
    return db.as(caller as Caller, (tx) => takeStatement(tx, { ...given, confirmed: false }))
  })
  bindKeyed(importStatement, async ({ db, caller, query, upload, key }) => {
    const given = await taken(upload, query)
    const sha256 = createHash('sha256')
      .update((upload as Upload).content)
      .digest('hex')
    const request = { import: 'bank', accountId: query.accountId, columns: query.columns ?? {}, sha256 }
    const run = (tx: CallerTx) => takeStatement(tx, { ...given, confirmed: true })
    return key === undefined ? db.as(caller, run) : once(db, caller, { key, request }, run)
  })
  bindQuery(bind, bankLines, lineList)
  bindQuery(bind, bankEntries, entryList)
  bind(proposeMatches, (tx, { query }) => proposed(tx, query.accountId))
  bind(matchLines, (tx, { body }) => confirmMatches(tx, body))
  bind(unmatchLines, (tx, { body }) => undoMatches(tx, body))
  bind(lineCounterpart, (tx, { query }) => counterpartOf(tx, query.lineId))
  bind(supplementTransfer, (tx, { body }) => transferOfLine(tx, body))
  bind(ignoreLines, (tx, { body }) => ignore(tx, body))
  bind(reconciliation, (tx, { query }) => reconcile(tx, query))
}

async function taken(
  upload: Upload | undefined,
  query: Pick<Parameters<typeof takeStatement>[1], 'accountId'> & { columns?: object | undefined },
) {
  const { content, fileName } = upload as Upload
  return {
    accountId: query.accountId,
    told: query.columns as Parameters<typeof takeStatement>[1]['told'],
    fileName,
    rows: await rowsOf(content),
  }
}

async function rowsOf(file: Buffer): Promise<Row[]> {
  try {
    return (await readRows(file)).rows
  } catch (error) {
    if (error instanceof SpreadsheetError) refuse(error.message)
    throw error
  }
}
