import type { RegionNode } from '@chepu/contract/basics/region'
import type { Envelope } from '@chepu/contract/kernel/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../../kernel/db/db'
import { pack, type Packed, sendPacked } from '../../kernel/base/packed'

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
  await sendPacked(await answerFor(db, root, level), request, reply)
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
  const made = answer(db, root, levels)
  made.catch(() => own.answers.delete(key))
  if (own.answers.size < keptAnswers) own.answers.set(key, made)
  return made
}

async function answer(db: Database, root: string, levels: number): Promise<Packed> {
  const envelope: Envelope<RegionNode[]> = { code: 0, msg: 'ok', data: await regionsBelow(db, root, levels) }
  return pack('application/json; charset=utf-8', JSON.stringify(envelope))
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
