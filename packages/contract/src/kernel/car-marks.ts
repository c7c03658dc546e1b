import { z } from 'zod'
import { oneOf } from './labelled'
import { text } from './scalars'

/** What may be wrong at a place of a car's outside. */
export const markKinds = {
  scratch: '划痕',
  dent: '凹陷',
  broken: '破损',
  paint: '掉漆',
  crack: '裂纹',
  missing: '缺失',
} as const
export type MarkKind = keyof typeof markKinds

/** Marks of one car; who finds more writes it into a note. */
export const mostMarks = 50

const share = z.number({ error: '请在车图上点选位置' }).min(0).max(1)

/** A mark on the sketch of a car: its place as shares of the sketch's width and height, from the upper left (business/links 4). */
const carMark = z.object({
  x: share,
  y: share,
  kind: oneOf(markKinds, '请选择损伤类型'),
  note: text(60).default(''),
})
export type CarMark = z.output<typeof carMark>

/** 环车检查: all marks of a car, in the order in which they were found. */
export const carMarks = z.array(carMark).max(mostMarks, `最多标记${mostMarks}处`)
