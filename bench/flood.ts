import { Worker } from 'node:worker_threads'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { figure, note, percentile, rounded, section } from './report'
import { openStage, type Stage } from './stage'

const visitors = 8
const seconds = 10
const megabyte = 1024 * 1024

/** Bodies of 8 MB that hold a parser up, and ones that merely are long. */
const bodies: [string, string][] = [
  ['brackets', `[${'[1],'.repeat(2 * megabyte - 1)}1]`],
  ['text', `{"remark":"${'a'.repeat(8 * megabyte - 16)}"}`],
]

/** Visitors who are not signed in and send long bodies without a pause: how long a list takes somebody who works. */
export async function measureFlood(): Promise<void> {
  section(`Flood: ${visitors} visitors who send bodies of 8 MB, milliseconds of a list over HTTP`)
  const stage = await openStage({ parts: 1 })
  try {
    note('without, p95', `${rounded(percentile(await timesOf(stage), 0.95))} ms`)
    for (const [name, body] of bodies) {
      const crowd = Array.from({ length: visitors }, (_, index) => visitor(stage.origin, body, `127.0.0.${index + 10}`))
      try {
        figure('flood', `list while visitors send 8 MB of ${name}, p95`, percentile(await timesOf(stage), 0.95), ' ms')
      } finally {
        await Promise.all(crowd.map((each) => each.terminate()))
      }
    }
  } finally {
    await stage.close()
  }
}

/** A visitor in a thread and at an address of his own. */
const visitor = (origin: string, body: string, address: string): Worker =>
  new Worker(new URL('flood-visitor.mjs', import.meta.url), {
    workerData: { url: `${origin}${goodsReceipt.routes.save.path}`, body, address },
  })

async function timesOf({ client }: Stage): Promise<number[]> {
  const times: number[] = []
  const end = performance.now() + seconds * 1000
  while (performance.now() < end) {
    const started = performance.now()
    await client.call(goodsReceipt.routes.list, { query: { page: 1, rows: 50 } })
    times.push(performance.now() - started)
  }
  return times
}
