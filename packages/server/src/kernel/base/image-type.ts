import { inflateSync } from 'node:zlib'

/** The picture type by its first bytes: PNG, JPEG or WebP. What the sender claims is not believed. */
export function imageType(content: Buffer): string | undefined {
  if (content.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))) return 'image/png'
  if (content.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'))) return 'image/jpeg'
  const isWebp = content.toString('latin1', 0, 4) === 'RIFF' && content.toString('latin1', 8, 12) === 'WEBP'
  return isWebp ? 'image/webp' : undefined
}

/** More than any signature takes, unpacked. */
const mostUnpacked = 32 * 1024 * 1024

/** Whether bytes are a PNG that somebody can look at: its chunks come to an end, and its picture can be unpacked. */
export function isWholePng(content: Buffer): boolean {
  if (imageType(content) !== 'image/png') return false
  const packed: Buffer[] = []
  let at = 8
  while (at + 12 <= content.length) {
    const length = content.readUInt32BE(at)
    const type = content.toString('latin1', at + 4, at + 8)
    if (type === 'IEND') return isUnpacked(Buffer.concat(packed))
    if (type === 'IDAT') packed.push(content.subarray(at + 8, at + 8 + length))
    at += 12 + length
  }
  return false
}

function isUnpacked(packed: Buffer): boolean {
  try {
    return inflateSync(packed, { maxOutputLength: mostUnpacked }).length > 0
  } catch {
    return false
  }
}
