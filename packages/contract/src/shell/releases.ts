import { z } from 'zod'
import { route } from '../kernel/route'

/** A release as its users read about it. */
const releaseNote = z.object({
  /** Dotted numbers, as in version.json. */
  version: z.string(),
  day: z.string(),
  title: z.string(),
  items: z.array(z.string()),
})
export type ReleaseNote = z.output<typeof releaseNote>

/** Release notes up to the running release, the newest first. */
export const releaseNotes = route({
  method: 'GET',
  path: '/api/web/notes/release',
  access: 'signedIn',
  summary: '更新说明',
  data: z.array(releaseNote.extend({ is_read: z.boolean() })),
})

/** Marks a release note as read, all of them without a version (business/frame 7.3 has it as GET). */
export const markRelease = route({
  method: 'GET',
  path: '/api/web/notes/mak',
  access: 'signedIn',
  summary: '更新说明标记已读',
  query: z.object({ version: z.string().max(20).optional() }),
  data: z.object({}),
})
