import { stat } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { megabyte, sheetLimit } from '@chepu/contract/kernel/file-limit'
import type { Row } from './cell'
import { checkSize, type ReadLimits } from './container'
import { SpreadsheetError } from './errors'
import type { ReadReply, ReadTask } from './read.worker'
import { workerEntry } from '../base/worker-entry'

/** Enough for 30,000 parts; a larger file is refused with the advice to split it. */
const defaultLimits: ReadLimits = {
  ...sheetLimit,
  inflatedBytes: 100 * megabyte,
  cellChars: 2_000,
  milliseconds: 60_000,
  memoryMb: 384,
}

/** Files are read one after the other, so that several large ones at once cannot exhaust the memory. */
let turn: Promise<unknown> = Promise.resolve()

/**
 * Reads the first visible sheet of an uploaded .xlsx, or a CSV file, given as its bytes or its path. Row i of the answer is row i + 1 of
 * the sheet; merged cells carry their value in the first cell, the others are marked. Runs in a thread with a memory limit of its own: the
 * caller's event loop is busy for a few milliseconds at a time. Time spent waiting for another file does not count.
 * @throws SpreadsheetError for every fault of the file
 */
export async function readRows(
  file: Uint8Array | string,
  { limits = {} }: { limits?: Partial<ReadLimits> } = {},
): Promise<{ rows: Row[] }> {
  const task: ReadTask = { file, limits: { ...defaultLimits, ...limits } }
  checkSize(typeof file === 'string' ? (await stat(file)).size : file.length, task.limits)
  const result = turn.then(() => readInThread(task))
  turn = result.catch(() => {})
  return { rows: await result }
}

function readInThread(task: ReadTask): Promise<Row[]> {
  const { source, options } = workerEntry('read', import.meta.url)
  const worker = new Worker(source, {
    ...options,
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: task.limits.memoryMb, maxYoungGenerationSizeMb: 32 },
  })
  return new Promise<Row[]>((resolve, reject) => {
    const rows: Row[] = []
    const timer = setTimeout(() => reject(tooSlow(task.limits)), task.limits.milliseconds)
    worker.on('message', (reply: ReadReply) => {
      if ('fault' in reply) return reject(new SpreadsheetError(reply.fault, reply.message))
      for (const row of reply.rows) rows.push(row)
      if (reply.done) return resolve(rows)
      worker.postMessage('more')
    })
    worker.on('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge() : error),
    )
    worker.on('exit', () => {
      clearTimeout(timer)
      reject(new Error('the thread that reads a spreadsheet ended without an answer'))
    })
    worker.postMessage('more')
  }).finally(() => worker.terminate())
}

const tooSlow = (limits: ReadLimits) =>
  new SpreadsheetError('too_slow', `文件读取超过 ${Math.ceil(limits.milliseconds / 1000)} 秒，请拆成几个文件分别导入`)
const tooLarge = () =>
  new SpreadsheetError('bomb', '文件内容过大，请删除多余的格式、图片和空行，或拆成几个文件分别导入')
