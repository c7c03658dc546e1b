import { readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import type { Row } from './cell'
import { checkContainer, type ReadLimits } from './container'
import { readCsv } from './read-csv'
import { SpreadsheetError, type SpreadsheetFault } from './errors'
import { readFirstSheet } from './hucre'

/** What the reading thread is given, and what it answers each time it is asked for more. */
export interface ReadTask {
  file: Uint8Array | string
  limits: ReadLimits
}
export type ReadReply = { rows: Row[]; done: boolean } | { fault: SpreadsheetFault; message: string }

/** So few that the main thread takes a batch over in a few milliseconds. */
const batchRows = 50

const port = parentPort
if (!port) throw new Error('read.worker runs in a worker thread only')

const reading = read(workerData as ReadTask)
let sent = 0
port.on('message', async () => port.postMessage(await nextReply()))

async function read({ file, limits }: ReadTask): Promise<Row[] | SpreadsheetError> {
  try {
    const bytes =
      typeof file === 'string' ? await readFile(file) : Buffer.from(file.buffer, file.byteOffset, file.length)
    const text = readCsv(bytes, limits)
    if (text) return text
    checkContainer(bytes, limits)
    return await readFirstSheet(bytes, limits)
  } catch (error) {
    if (error instanceof SpreadsheetError) return error
    throw error
  }
}

async function nextReply(): Promise<ReadReply> {
  const result = await reading
  if (result instanceof SpreadsheetError) return { fault: result.fault, message: result.message }
  const rows = result.slice(sent, sent + batchRows)
  sent += rows.length
  return { rows, done: sent === result.length }
}
