import { randomInt } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import { own } from '../../kernel/base/own'

type Stroke = readonly (readonly [x: number, y: number])[]

/** Characters that nobody confuses, as strokes on a grid of 4 by 6. */
export const glyphs: Readonly<Record<string, readonly Stroke[]>> = {
  '2': [
    [
      [0, 1],
      [1, 0],
      [3, 0],
      [4, 1],
      [4, 2],
      [0, 6],
      [4, 6],
    ],
  ],
  '3': [
    [
      [0, 0],
      [4, 0],
      [2, 2.4],
      [4, 3.6],
      [4, 5],
      [3, 6],
      [1, 6],
      [0, 5],
    ],
  ],
  '4': [
    [
      [3, 6],
      [3, 0],
      [0, 4],
      [4, 4],
    ],
  ],
  '6': [
    [
      [4, 0.6],
      [3, 0],
      [1, 0],
      [0, 2],
      [0, 5],
      [1, 6],
      [3, 6],
      [4, 5],
      [4, 3.6],
      [3, 2.8],
      [0, 3.4],
    ],
  ],
  '7': [
    [
      [0, 0],
      [4, 0],
      [1.4, 6],
    ],
  ],
  '9': [
    [
      [4, 2.6],
      [1, 3.2],
      [0, 2.4],
      [0, 1],
      [1, 0],
      [3, 0],
      [4, 1],
      [4, 4],
      [3, 6],
      [1, 6],
      [0, 5.4],
    ],
  ],
  A: [
    [
      [0, 6],
      [2, 0],
      [4, 6],
    ],
    [
      [0.8, 4],
      [3.2, 4],
    ],
  ],
  C: [
    [
      [4, 1],
      [3, 0],
      [1, 0],
      [0, 1.6],
      [0, 4.4],
      [1, 6],
      [3, 6],
      [4, 5],
    ],
  ],
  E: [
    [
      [4, 0],
      [0, 0],
      [0, 6],
      [4, 6],
    ],
    [
      [0, 3],
      [3, 3],
    ],
  ],
  F: [
    [
      [4, 0],
      [0, 0],
      [0, 6],
    ],
    [
      [0, 3],
      [3, 3],
    ],
  ],
  H: [
    [
      [0, 0],
      [0, 6],
    ],
    [
      [4, 0],
      [4, 6],
    ],
    [
      [0, 3],
      [4, 3],
    ],
  ],
  K: [
    [
      [0, 0],
      [0, 6],
    ],
    [
      [4, 0],
      [0, 3.4],
      [4, 6],
    ],
  ],
  L: [
    [
      [0, 0],
      [0, 6],
      [4, 6],
    ],
  ],
  M: [
    [
      [0, 6],
      [0, 0],
      [2, 3],
      [4, 0],
      [4, 6],
    ],
  ],
  N: [
    [
      [0, 6],
      [0, 0],
      [4, 6],
      [4, 0],
    ],
  ],
  P: [
    [
      [0, 6],
      [0, 0],
      [3, 0],
      [4, 1],
      [4, 2.4],
      [3, 3.4],
      [0, 3.4],
    ],
  ],
  R: [
    [
      [0, 6],
      [0, 0],
      [3, 0],
      [4, 1],
      [4, 2.2],
      [3, 3.2],
      [0, 3.2],
    ],
    [
      [2, 3.2],
      [4, 6],
    ],
  ],
  T: [
    [
      [0, 0],
      [4, 0],
    ],
    [
      [2, 0],
      [2, 6],
    ],
  ],
  W: [
    [
      [0, 0],
      [1, 6],
      [2, 2.4],
      [3, 6],
      [4, 0],
    ],
  ],
  X: [
    [
      [0, 0],
      [4, 6],
    ],
    [
      [4, 0],
      [0, 6],
    ],
  ],
  Y: [
    [
      [0, 0],
      [2, 3],
      [4, 0],
    ],
    [
      [2, 3],
      [2, 6],
    ],
  ],
}

const width = 120
const height = 42

/** Between the two, to a hundredth. */
const between = (low: number, high: number) => low + randomInt(Math.round((high - low) * 100) + 1) / 100

/**
 * The characters as a picture of grey points, a PNG as a data URL: bent, pushed into each other, and crossed by lines as
 * thick and as dark as they are, so that no stroke of theirs can be told from the others by its form.
 */
export function pictureOf(answer: string): string {
  const bend = bending()
  const characters = [...answer].flatMap((character, place) => placed(own(glyphs, character) ?? [], place))
  const points = new Uint8Array(width * height).map(() => randomInt(215, 246))
  for (const stroke of [...characters, ...crossings()]) draw(points, stroke.map(bend), between(0.9, 1.35))
  return `data:image/png;base64,${pngOf(points).toString('base64')}`
}

type Point = readonly [x: number, y: number]

/** A wave through the whole picture, different each time. */
function bending(): (point: Point) => Point {
  const [across, down] = [between(1.2, 2.2), between(1.5, 2.6)]
  const [length, depth] = [between(9, 14), between(14, 24)]
  const [start, end] = [between(0, 6.28), between(0, 6.28)]
  return ([x, y]) => [x + across * Math.sin(y / length + start), y + down * Math.sin(x / depth + end)]
}

/** The strokes of one character at its place: scaled, turned a little, every point moved a little. */
function placed(strokes: readonly Stroke[], place: number): Stroke[] {
  const [scale, turn] = [between(4.2, 5), between(-0.28, 0.28)]
  const [left, top] = [22 + place * 24 + between(-2.5, 2.5), height / 2 + between(-3, 3)]
  return strokes.map((stroke) =>
    finely(stroke).map(([x, y]): Point => {
      const [dx, dy] = [(x - 2) * scale, (y - 3) * scale]
      return [left + dx * Math.cos(turn) - dy * Math.sin(turn), top + dx * Math.sin(turn) + dy * Math.cos(turn)]
    }),
  )
}

/** The same stroke with points so close together that it bends with the picture. */
const finely = (stroke: Stroke): Stroke =>
  stroke.flatMap((from, i) => {
    const to = stroke[i + 1]
    if (!to) return [from]
    return [0, 0.25, 0.5, 0.75].map((part): Point => [
      from[0] + (to[0] - from[0]) * part,
      from[1] + (to[1] - from[1]) * part,
    ])
  })

/** A line through all characters, and pieces as long as theirs. */
function crossings(): Stroke[] {
  const through = finely([0, 1, 2, 3].map((i): Point => [i * 40, between(6, height - 6)]))
  const pieces = Array.from({ length: 5 }, (): Stroke => {
    const [x, y] = [between(6, width - 6), between(4, height - 4)]
    return finely([
      [x, y],
      [x + between(-12, 12), y + between(-12, 12)],
    ])
  })
  return [through, ...pieces]
}

/** Darkens all points within `radius` of the stroke, softly at its edge. */
function draw(points: Uint8Array, stroke: Stroke, radius: number): void {
  const ink = randomInt(40, 90)
  for (const [i, from] of stroke.entries()) {
    const to = stroke[i + 1]
    if (!to) continue
    const reach = radius + 1
    const [left, right] = [Math.min(from[0], to[0]) - reach, Math.max(from[0], to[0]) + reach]
    const [top, bottom] = [Math.min(from[1], to[1]) - reach, Math.max(from[1], to[1]) + reach]
    for (let y = Math.max(0, Math.floor(top)); y <= Math.min(height - 1, bottom); y += 1)
      for (let x = Math.max(0, Math.floor(left)); x <= Math.min(width - 1, right); x += 1) {
        const cover = Math.min(1, Math.max(0, reach - distance([x, y], from, to)))
        const at = y * width + x
        const paper = points[at] as number
        points[at] = Math.min(paper, Math.round(paper + (ink - paper) * cover))
      }
  }
}

/** From a point to the line between two others. */
function distance([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const [dx, dy] = [bx - ax, by - ay]
  const length = dx * dx + dy * dy
  const part = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / length))
  return Math.hypot(x - ax - part * dx, y - ay - part * dy)
}

const signature = Buffer.from('89504e470d0a1a0a', 'hex')

/** A PNG of 8-bit greys. */
function pngOf(points: Uint8Array): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Depth 8, grey; the usual compression and filters, no interlacing.
  header[8] = 8
  const rows = Array.from({ length: height }, (_, y) =>
    Buffer.concat([Buffer.from([0]), points.subarray(y * width, (y + 1) * width)]),
  )
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)])
}
