import { join } from 'node:path'
import { S3ServiceError } from 's3mini'
import { bucketStore } from '../kernel/base/file-bucket'
import { keepFilesIn } from '../kernel/base/file-folder'
import { type FileStore, keepFilesWith } from '../kernel/base/file-store'
import type { Config } from './config'
import { StartupError } from './startup-error'

/** Names the store of files: a bucket where one is set, else a folder of `dataDir`. Throws StartupError when the bucket takes no file. */
export async function openFiles({ bucket, dataDir }: Pick<Config, 'bucket' | 'dataDir'>): Promise<void> {
  if (!bucket) return keepFilesIn(join(dataDir, 'files'))
  const store = bucketStore(bucket)
  await assertWritable(store)
  keepFilesWith(store)
}

/** Whoever cannot write there learns it at the start, not from the first user who attaches a file. */
async function assertWritable(store: FileStore): Promise<void> {
  const probe = `start/${crypto.randomUUID()}`
  try {
    await store.put(probe, Buffer.from('chepu'))
    await store.drop(probe)
  } catch (error) {
    throw new StartupError(explain(error), { cause: error })
  }
}

function explain(error: unknown): string {
  if (!(error instanceof S3ServiceError)) return '文件存储连接不上，请检查 S3_BUCKET_URL 指向的服务是否已启动'
  const { status, serviceCode } = error
  const code = `${status} ${serviceCode ?? ''}`.trim()
  if (status === 404) return `S3_BUCKET_URL 中的存储桶不存在，请先创建（${code}）`
  if (status === 403)
    return `文件存储拒绝写入，请检查 S3_ACCESS_KEY、S3_SECRET_KEY、S3_REGION，以及该密钥对存储桶的读写权限（${code}）`
  return `文件存储不接受写入，请检查 S3_BUCKET_URL（${code}）`
}
