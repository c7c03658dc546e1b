import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { RegionNode } from '@chepu/contract/basics/region'
import type { Envelope } from '@chepu/contract/kernel/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../../kernel/db'

interface Packed {
  tag: string
  plain: Buffer
  brotli: Buffer
}

// The tree is 170 KB and changes once a year, so its answers are kept ready as long as the stamp stays the same.
const kept = new WeakMap<Database, { version: number; answers: Map<string, Promise<Packed>> }>()
/** Every region is a possible root; more answers than these are made anew. */
const keptAnswers = 500

/** Sends the active regions below `root`, `levels` deep; a browser that has them already is told so. */
export async function sendRegions(
  db: Database,
  { reg_id: root, level }: { reg_id: string; level: number },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { tag, plain, brotli } = await answerFor(db, root, level)
  reply.header('etag', tag).header('cache-control', 'no-cache').header('vary', 'accept-encoding')
  if (request.headers['if-none-match'] === tag) {
    await reply.status(304).send()
    return
  }
  const packs = /\bbr\b/.test(request.headers['accept-encoding'] ?? '')
  if (packs) reply.header('content-encoding', 'br')
  await reply.header('content-type', 'application/json; charset=utf-8').send(packs ? brotli : plain)
}

async function answerFor(db: Database, root: string, levels: number): Promise<Packed> {
  const [stamp] = await db.shared<{ version: number }>({
    name: 'region-stamp',
    text: 'select version from shared.region_stamp',
  })
  const version = stamp?.version ?? 0
  const known = kept.get(db)
  const own = known?.version === version ? known : { version, answers: new Map<string, Promise<Packed>>() }
  kept.set(db, own)
  const key = `${root}/${levels}`
  const ready = own.answers.get(key)
  if (ready) return ready
  const made = pack(db, root, levels)
  made.catch(() => own.answers.delete(key))
  if (own.answers.size < keptAnswers) own.answers.set(key, made)
  return made
}

async function pack(db: Database, root: string, levels: number): Promise<Packed> {
  const envelope: Envelope<RegionNode[]> = { code: 0, msg: 'ok', data: await regionsBelow(db, root, levels) }
  const plain = Buffer.from(JSON.stringify(envelope))
  const brotli = await promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
  return { tag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`, plain, brotli }
}

/** Active regions below `root` as a tree; a disabled region hides what is below it. */
async function regionsBelow(db: Database, root: string, levels: number): Promise<RegionNode[]> {
  const rows = await db.shared<{ code: string; parentCode: string; name: string }>({
    name: 'active-regions',
    text: 'select code, parent_code, name from shared.region where is_active order by code',
  })
  const byParent = new Map<string, typeof rows>()
  for (const row of rows) byParent.set(row.parentCode, [...(byParent.get(row.parentCode) ?? []), row])
  const grow = (parent: string, depth: number): RegionNode[] =>
    depth === 0
      ? []
      : (byParent.get(parent) ?? []).map(({ code, name }) => ({
          area_id: code,
          area_name: name,
          children: grow(code, depth - 1),
        }))
  return grow(root, levels)
}
