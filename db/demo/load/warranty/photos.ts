// Pictures that stand for the photos of the demo's bills.
import { crc32, deflateSync } from 'node:zlib'
import { resourceRoutes } from '@chepu/contract/shell/resource'
import { warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import type { Desk } from '../desk'

type Box = readonly [x: number, y: number, width: number, height: number, rgb: number]

const paint = { bench: 0x8d99a6, plate: 0xe3e6e8, ink: 0x2f3437, casing: 0x23272b, lead: 0xb8bec4, label: 0xd7a514 }
const [wide, high] = [320, 240]

/** A nameplate with lines of text and a bar code, a meter with a row of digits below its dial, and a part whose casing has burst. */
const pictures: Readonly<Record<string, readonly Box[]>> = {
  铭牌照: [
    [30, 40, 260, 160, paint.plate],
    ...[60, 82, 104].map((y, i): Box => [50, y, 200 - 40 * i, 8, paint.ink]),
    ...Array.from({ length: 30 }, (_, i): Box => [50 + 7 * i, 135, 2 + (i % 3), 45, paint.ink]),
  ],
  里程表照: [
    [40, 30, 240, 180, paint.casing],
    ...Array.from({ length: 11 }, (_, i): Box => [70 + 18 * i, 60 + 6 * Math.abs(i - 5), 4, 16, paint.lead]),
    [158, 80, 4, 60, paint.label],
    ...[0, 1, 2, 3, 4, 5].map((i): Box => [92 + 24 * i, 160, 18, 30, paint.plate]),
  ],
  故障件照: [
    [70, 80, 180, 110, paint.casing],
    [95, 62, 24, 18, paint.lead],
    [201, 62, 24, 18, paint.lead],
    [90, 110, 90, 50, paint.label],
    ...[0, 1, 2, 3, 4].map((i): Box => [200 + 5 * i, 95 + 18 * i, 6, 20, paint.lead]),
  ],
}

/** Adds the photos that the terms of a bill ask for. */
export async function attachPhotos(clerk: Desk, ownerId: number, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const body = { kind: warrantyBill.kind, ownerId, fileName: `${name}.png` }
    const { id } = await clerk.call(resourceRoutes.ticket, { body })
    const file = { name: body.fileName, content: png(pictures[name] ?? []) }
    await clerk.upload(resourceRoutes.upload, { params: { id } }, file)
  }
}

/** Boxes on a bench, the later above the earlier. */
function png(boxes: readonly Box[]): Buffer {
  const line = 1 + 3 * wide
  const rows = Buffer.alloc(line * high)
  const bench: Box = [0, 0, wide, high, paint.bench]
  for (const [x, y, width, height, rgb] of [bench, ...boxes])
    for (let row = y; row < y + height; row += 1)
      for (let at = x; at < x + width; at += 1) rows.writeUIntBE(rgb, line * row + 1 + 3 * at, 3)
  const head = Buffer.alloc(13)
  head.writeUInt32BE(wide, 0)
  head.writeUInt32BE(high, 4)
  // 8 bits a colour, red, green and blue.
  head.set([8, 2], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  const body = Buffer.concat([Buffer.from(type), data])
  size.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([size, body, sum])
}
