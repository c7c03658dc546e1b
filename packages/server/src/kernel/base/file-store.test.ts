// Both stores do alike; the bucket is one of a real server of the protocol.
import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type S3Server, startS3 } from '../../../test/s3-server'
import { bucketStore } from './file-bucket'
import { keepFilesIn } from './file-folder'
import { dropFile, keepFile, keepFilesWith, keepWritten, keptFile, openFile } from './file-store'

let folder: string
let s3: S3Server
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chepu-store-'))
  s3 = await startS3()
})
afterAll(async () => {
  await s3.close()
  await rm(folder, { recursive: true })
})

const keep = (groupId: number, id: number, content: string) =>
  keepWritten([groupId, 'export', id], (path) => writeFile(path, content))
const text = async (id: number) => (await keptFile(1, 'export', id))?.toString()

describe.each([
  ['a folder', () => keepFilesIn(folder)],
  ['a bucket', () => keepFilesWith(bucketStore(s3.bucket))],
])('%s', (_what, choose) => {
  beforeEach(choose)

  it('keeps a file under its group, kind and id until it is dropped', async () => {
    await keep(1, 7, 'seven')
    await keep(2, 7, 'of another group')
    expect(await text(7)).toBe('seven')
    await keep(1, 7, 'again')
    expect(await text(7)).toBe('again')
    await dropFile(1, 'export', 7)
    await dropFile(1, 'export', 7)
    expect(await text(7)).toBeUndefined()
    expect((await keptFile(2, 'export', 7))?.toString()).toBe('of another group')
  })

  it('keeps what is written to a path, and streams it', async () => {
    const content = randomBytes(20_000_000)
    expect(await keepWritten([1, 'export', 8], async (path) => (await writeFile(path, content), 'written'))).toBe(
      'written',
    )
    const hash = createHash('sha256')
    for await (const chunk of (await openFile(1, 'export', 8)) ?? []) hash.update(chunk as Buffer)
    expect(hash.digest('hex')).toBe(createHash('sha256').update(content).digest('hex'))
  })

  it('keeps nothing of what was not written to its end', async () => {
    const half = keepWritten([1, 'export', 9], async (path) => {
      await writeFile(path, 'half')
      throw new Error('cut')
    })
    await expect(half).rejects.toThrow('cut')
    expect(await text(9)).toBeUndefined()
  })

  it('says in words that the disk is full', async () => {
    const full = keepWritten([1, 'export', 10], () => writeFile('/dev/full', 'much'))
    await expect(full).rejects.toMatchObject({ kind: 'unavailable', message: '服务器磁盘空间不足，请联系管理员' })
  })
})

describe('a folder', () => {
  /** The system lets this process write no file beyond so many bytes, so that a write fails half-way as on a full disk. */
  const limitFiles = (bytes: number | 'unlimited') =>
    execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${bytes}:`])

  it('has nothing of a file that was not written to its end', async () => {
    keepFilesIn(folder)
    limitFiles(4096)
    try {
      const content = randomBytes(10_000)
      await expect(keepFile([3, 'picture'], content, async () => 'recorded')).rejects.toMatchObject({ code: 'EFBIG' })
      const written = keepWritten([3, 'export', 1], (path) => writeFile(path, content))
      await expect(written).rejects.toMatchObject({ code: 'EFBIG' })
    } finally {
      limitFiles('unlimited')
    }
    expect(await readdir(join(folder, '3/picture'))).toEqual([])
    expect(await readdir(join(folder, '3/export'))).toEqual([])
  })
})

describe('a bucket', () => {
  it('is told from a wrong key, and from a server that is away for a while', async () => {
    const wrong = bucketStore({ ...s3.bucket, secretKey: 'wrong' })
    await expect(wrong.put('1/export/1', Buffer.from('x'))).rejects.toMatchObject({ status: 403 })
    const store = bucketStore(s3.bucket)
    await store.put('1/export/1', Buffer.from('x'))
    await s3.stop()
    const away = { kind: 'unavailable', message: '文件存储暂时连接不上，请稍后重试' }
    await expect(store.put('1/export/1', Buffer.from('y'))).rejects.toMatchObject(away)
    await expect(store.open('1/export/1')).rejects.toMatchObject(away)
    await s3.start()
    await store.put('1/export/1', Buffer.from('z'))
    keepFilesWith(store)
    expect(await text(1)).toBe('z')
  })
})
