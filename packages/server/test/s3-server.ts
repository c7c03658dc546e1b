import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Bucket } from '../src/kernel/base/file-bucket'

/** The parts of the package that are used; it has no types of its own. */
type S3rver = new (options: {
  address: string
  port: number
  directory: string
  silent: boolean
  configureBuckets: { name: string; configs: never[] }[]
}) => { run(): Promise<{ port: number }>; close(): Promise<void> }
const S3rver = createRequire(import.meta.url)('@20minutes/s3rver') as S3rver

/** An S3-compatible server with one empty bucket, on this machine's disk. It checks signatures. */
export interface S3Server {
  bucket: Bucket
  /** Ends it; its files stay, for `start` on the same port. */
  stop(): Promise<void>
  start(): Promise<void>
  /** Ends it and deletes its files. */
  close(): Promise<void>
}

/** Starts a server of the S3 protocol in this process. */
export async function startS3(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'chepu-s3-'))
  const listen = async (port: number) => {
    const server = new S3rver({
      address: '127.0.0.1',
      port,
      directory,
      silent: true,
      configureBuckets: [{ name: 'chepu', configs: [] }],
    })
    return { server, port: (await server.run()).port }
  }
  let running = await listen(0)
  const { port } = running
  return {
    bucket: { url: `http://127.0.0.1:${port}/chepu`, region: 'us-east-1', accessKey: 'S3RVER', secretKey: 'S3RVER' },
    stop: () => running.server.close(),
    start: async () => void (running = await listen(port)),
    async close() {
      await running.server.close().catch(() => undefined)
      await rm(directory, { recursive: true, force: true })
    },
  }
}
