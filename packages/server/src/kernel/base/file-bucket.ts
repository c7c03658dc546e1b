import { openAsBlob } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { S3mini, S3ServiceError } from 's3mini'
import { Failure } from './errors'
import type { FileStore } from './file-store'

/** A bucket of an S3-compatible store, by the settings S3_…. */
export interface Bucket {
  /** The bucket's own address: `https://host/bucket`, or `https://bucket.host`. */
  url: string
  region: string
  accessKey: string
  secretKey: string
}

/** Within so long the store must answer; a file that it sends may take longer. */
const patienceMs = 60_000

/**
 * Keeps files in a bucket, where any number of servers find them. Throws Failure unavailable while the store cannot be
 * reached, and the store's own error when it refuses.
 */
export function bucketStore({ url, region, accessKey, secretKey }: Bucket): FileStore {
  const bucket = new S3mini({
    endpoint: url,
    region,
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    fetch: answeredInTime,
  })
  const put = (name: string, content: Blob | Buffer) => reached(() => bucket.putObject(name, content))
  return {
    put: async (name, content) => void (await put(name, content)),
    putWritten: (name, make) =>
      inPassing(async (path) => {
        const made = await make(path)
        await put(name, await openAsBlob(path))
        return made
      }),
    async open(name) {
      const answer = await reached(() => bucket.getObjectResponse(name))
      return answer?.body ? Readable.fromWeb(answer.body as ReadableStream) : undefined
    },
    drop: async (name) => void (await reached(() => bucket.deleteObject(name))),
  }
}

/** The time is up when no head of an answer has come; what follows it may come as slowly as its reader reads. */
async function answeredInTime(...[address, init]: Parameters<typeof fetch>): Promise<Response> {
  const patience = new AbortController()
  const timer = setTimeout(() => patience.abort(new Error('the store of files does not answer')), patienceMs)
  try {
    return await fetch(address, { ...init, signal: patience.signal })
  } finally {
    clearTimeout(timer)
  }
}

/** A kept connection may be closed by the store in the moment it is used: what did not reach it is sent once more. */
async function reached<Result>(send: () => Promise<Result>): Promise<Result> {
  const unlessRefused = (error: unknown) => {
    if (error instanceof S3ServiceError && error.status < 500) throw error
    return error
  }
  try {
    return await send()
  } catch (error) {
    unlessRefused(error)
  }
  try {
    return await send()
  } catch (error) {
    throw new Failure('unavailable', '文件存储暂时连接不上，请稍后重试', undefined, { cause: unlessRefused(error) })
  }
}

/** Lends a path for a file of a moment. */
async function inPassing<Result>(work: (path: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'chepu-file-'))
  try {
    return await work(join(folder, 'file'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
