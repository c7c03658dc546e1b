import { exportFile, readExport } from '@chepu/contract/kernel/export-job'
import type { Client } from './shop'

/** Address of the file of an export. */
export const exportFilePath = (jobId: number): string => exportFile.path.replace(':id', String(jobId))

/** Waits until an export has ended; the time limit of the test is the limit of the wait. */
export async function exportEnded(client: Client, id: number) {
  for (;;) {
    const job = await client.call(readExport, { params: { id } })
    if (job.state !== 'queued' && job.state !== 'running') return job
  }
}

/** What somebody is answered who downloads the file of an export. */
export const download = (client: Client, id: number): Promise<Response> =>
  fetch(`${client.origin}/api-main${exportFilePath(id)}`, { headers: { token: client.token } })

/** The file of an export, which must succeed, as somebody downloads it. */
export async function exportedFile(client: Client, { jobId }: { jobId: number }): Promise<Buffer> {
  const { state, error } = await exportEnded(client, jobId)
  if (state !== 'done') throw new Error(error)
  return Buffer.from(await (await download(client, jobId)).arrayBuffer())
}
