import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'

/** One part of a package; its bytes are asked for when its turn comes, so a later part may depend on an earlier one. */
export interface ZipPart {
  name: string
  data: AsyncIterable<Buffer>
}

interface Written extends Tally {
  name: Buffer
  offset: number
}
interface Tally {
  crc: number
  plain: number
  packed: number
}

/** Sizes follow the data (bit 3), names are UTF-8 (bit 11). */
const flags = 0x0808
const deflated = 8
/** 1 January 1980, the first day a ZIP file knows: the same rows make the same file. */
const noDate = 0x0021
const largest = 0xffffffff

/**
 * Packs parts into a ZIP file chunk by chunk; memory does not depend on their size. Compression runs off the main thread.
 * @throws RangeError when the file would pass 4 GiB
 */
export async function* zip(parts: AsyncIterable<ZipPart>): AsyncGenerator<Buffer> {
  const directory: Written[] = []
  let offset = 0
  for await (const part of parts) {
    const written = { name: Buffer.from(part.name), offset, crc: 0, plain: 0, packed: 0 }
    const head = localHeader(written.name)
    yield head
    for await (const chunk of deflate(part.data, written)) yield chunk
    yield descriptor(written)
    offset += head.length + written.packed + 16
    if (offset > largest || written.plain > largest) throw new RangeError('a ZIP file without ZIP64 ends at 4 GiB')
    directory.push(written)
  }
  const entries = directory.map(directoryEntry)
  yield Buffer.concat([...entries, endOfDirectory(entries, offset)])
}

/** Yields the compressed bytes and counts into `tally` as they pass. */
async function* deflate(data: AsyncIterable<Buffer>, tally: Tally): AsyncGenerator<Buffer> {
  const deflater = createDeflateRaw({ level: 4 })
  const fed = pipeline(Readable.from(counted(data, tally), { objectMode: false }), deflater)
  // A failure of the source reaches the loop below through the deflater; this keeps it from being reported twice.
  fed.catch(() => {})
  for await (const chunk of deflater as AsyncIterable<Buffer>) {
    tally.packed += chunk.length
    yield chunk
  }
}

async function* counted(data: AsyncIterable<Buffer>, tally: Tally): AsyncGenerator<Buffer> {
  for await (const chunk of data) {
    tally.crc = crc32(chunk, tally.crc)
    tally.plain += chunk.length
    yield chunk
  }
}

function localHeader(name: Buffer): Buffer {
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50, 0)
  head.writeUInt16LE(20, 4)
  head.writeUInt16LE(flags, 6)
  head.writeUInt16LE(deflated, 8)
  head.writeUInt16LE(noDate, 12)
  head.writeUInt16LE(name.length, 26)
  return Buffer.concat([head, name])
}

function descriptor({ crc, packed, plain }: Tally): Buffer {
  const tail = Buffer.alloc(16)
  tail.writeUInt32LE(0x08074b50, 0)
  tail.writeUInt32LE(crc, 4)
  tail.writeUInt32LE(packed, 8)
  tail.writeUInt32LE(plain, 12)
  return tail
}

function directoryEntry({ name, offset, crc, packed, plain }: Written): Buffer {
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt16LE(20, 4)
  entry.writeUInt16LE(20, 6)
  entry.writeUInt16LE(flags, 8)
  entry.writeUInt16LE(deflated, 10)
  entry.writeUInt16LE(noDate, 14)
  entry.writeUInt32LE(crc, 16)
  entry.writeUInt32LE(packed, 20)
  entry.writeUInt32LE(plain, 24)
  entry.writeUInt16LE(name.length, 28)
  entry.writeUInt32LE(offset, 42)
  return Buffer.concat([entry, name])
}

function endOfDirectory(entries: Buffer[], offset: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(
    entries.reduce((sum, entry) => sum + entry.length, 0),
    12,
  )
  end.writeUInt32LE(offset, 16)
  return end
}
