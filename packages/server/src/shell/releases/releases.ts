import { clientVersion } from '@chepu/contract/shell/constants'
import type { DataOf } from '@chepu/contract/kernel/route'
import type { ReleaseNote, releaseNotes } from '@chepu/contract/shell/releases'
import { isNewer } from '@chepu/contract/shell/version'
import type { Database } from '../../kernel/db/db'
import type { CallerTx } from '../../kernel/db/tx'
import { notFound } from '../../kernel/base/errors'
import { membersOf, notify } from '../../kernel/notify/notify'
import { wake } from '../../kernel/notify/wake'
import { notes } from './notes'

const eventKey = (version: string) => `release:${version}`
const published = notes.filter((note) => !isNewer(note.version, clientVersion))

/** Release notes with what the caller has read of them. */
export async function releasesOf(tx: CallerTx): Promise<DataOf<typeof releaseNotes>> {
  const rows = await tx.query<{ version: string }>({
    name: 'read-releases',
    text: 'select version from release_read where group_id = $1 and user_id = $2',
    values: [tx.groupId, tx.caller.userId],
  })
  const read = new Set(rows.map((row) => row.version))
  return published.map((note) => ({ ...note, is_read: read.has(note.version) }))
}

/** Marks release notes as read, and the notices that told of them; without a version all. */
export async function readReleases(tx: CallerTx, version: string | undefined): Promise<void> {
  const versions = published.map((note) => note.version).filter((each) => version === undefined || each === version)
  if (versions.length === 0) notFound('更新说明')
  const { userId } = tx.caller
  await tx.insert(
    'release_read',
    ['group_id', 'user_id', 'version'],
    versions.map((each) => [tx.groupId, userId, each]),
    'on conflict do nothing',
  )
  await tx.query({
    name: 'read-release-notices',
    text: `update notification set is_read = true where group_id = $1 and user_id = $2 and event_key = any ($3::text[])`,
    values: [tx.groupId, userId, versions.map(eventKey)],
  })
  wake(tx, { type: 'news', groupId: tx.groupId, users: [userId], message: '', orgId: null })
}

/**
 * Tells all users of a new release, once (business/notifications 2). Several servers may start at once, and one that dies half-way is
 * started again: the same notice is never told twice to the same user. An older server beside a newer one says nothing.
 */
export async function tellRelease(
  db: Database,
  note: ReleaseNote | undefined = published.find((each) => each.version === clientVersion),
): Promise<void> {
  if (!note) return
  const [site] = await db.shared<{ toldRelease: string }>({ text: 'select told_release from shared.site_setting' })
  if (!isNewer(note.version, site?.toldRelease ?? '')) return
  const groups = await db.shared<{ id: number }>({ text: 'select id from shared.tenant_group order by id' })
  for (const { id } of groups) {
    await db.tenant(id, async (tx) =>
      notify(tx, {
        users: await membersOf(tx, null),
        kind: 'notice',
        message: `系统已更新至 ${note.version}：${note.title}`,
        params: { release: note.version },
        eventKey: eventKey(note.version),
      }),
    )
  }
  await db.shared({ text: 'update shared.site_setting set told_release = $1', values: [note.version] })
}
