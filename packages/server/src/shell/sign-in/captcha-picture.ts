import { randomInt } from 'node:crypto'

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

/** Between the two, to a tenth. */
const between = (low: number, high: number) => low + randomInt(Math.round((high - low) * 10) + 1) / 10

/**
 * The characters as an SVG of bent strokes among others that mean nothing; no text stands in it, and the strokes come in
 * no order.
 */
export function pictureOf(answer: string): string {
  const strokes = [...answer].flatMap((character, place) => placed(glyphs[character] ?? [], place))
  const noise = Array.from({ length: 5 }, () => Array.from({ length: randomInt(2, 5) }, () => anywhere()))
  const paths = shuffled([
    ...strokes.map((stroke) => pathOf(stroke, between(1.8, 2.6))),
    ...noise.map((stroke) => pathOf(stroke, between(0.8, 1.4))),
  ])
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `<rect width="${width}" height="${height}" fill="#eef6ff"/>` +
    `<g fill="none" stroke="#1f2937" stroke-linecap="round" stroke-linejoin="round">${paths.join('')}</g></svg>`
  )
}

const anywhere = (): [number, number] => [between(0, width), between(0, height)]

/** The strokes of one character at its place: scaled, turned a little, every point moved a little. */
function placed(strokes: readonly Stroke[], place: number): Stroke[] {
  const [scale, turn] = [between(4, 5), between(-0.3, 0.3)]
  const [left, top] = [13 + place * 26 + between(-2, 2), height / 2 + between(-3, 3)]
  return strokes.map((stroke) =>
    stroke.map(([x, y]) => {
      const [dx, dy] = [(x - 2) * scale, (y - 3) * scale]
      return [
        left + 8 + dx * Math.cos(turn) - dy * Math.sin(turn) + between(-0.6, 0.6),
        top + dx * Math.sin(turn) + dy * Math.cos(turn) + between(-0.6, 0.6),
      ] as const
    }),
  )
}

function pathOf(stroke: Stroke, thickness: number): string {
  const points = stroke.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`)
  return `<path d="M${points.join('L')}" stroke-width="${thickness}"/>`
}

function shuffled<Thing>(things: Thing[]): Thing[] {
  for (let i = things.length - 1; i > 0; i -= 1) {
    const j = randomInt(i + 1)
    ;[things[i], things[j]] = [things[j] as Thing, things[i] as Thing]
  }
  return things
}
