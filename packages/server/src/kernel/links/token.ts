import { createHash, randomBytes } from 'node:crypto'

const secretBytes = 18
/** The number of a group needs no more. */
const groupBytes = 6
const form = /^[\w-]{32}$/

/** Where a link is looked for. */
interface Place {
  groupId: number
  /** Of the whole token: all that is kept of it. */
  hash: string
}

/**
 * A new token for a link of a group, and its hash: 144 random bits and the number of the group, veiled by them. Row-level security needs
 * the group before anything is looked up, and so no table outside of the groups knows a link (ADR 0194).
 */
export function newToken(groupId: number): { token: string; hash: string } {
  const secret = randomBytes(secretBytes)
  const group = Buffer.alloc(groupBytes)
  group.writeUIntBE(groupId, 0, groupBytes)
  const token = Buffer.concat([secret, veiled(secret, group)]).toString('base64url')
  return { token, hash: hashOf(token) }
}

/** Where a token leads. What is none leads into no group, and is looked for there all the same. */
export function placeOf(token: string): Place {
  const hash = hashOf(token)
  if (!form.test(token)) return { groupId: 0, hash }
  const bytes = Buffer.from(token, 'base64url')
  const secret = bytes.subarray(0, secretBytes)
  return { groupId: veiled(secret, bytes.subarray(secretBytes)).readUIntBE(0, groupBytes), hash }
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Veiled twice it is the number itself. */
function veiled(secret: Buffer, group: Buffer): Buffer {
  const veil = createHash('sha256').update(secret).digest()
  return Buffer.from(group.map((byte, at) => byte ^ (veil[at] ?? 0)))
}
