import type { SheetColumn } from '../spreadsheet/sheet-xml'

/** How a table stands on its pages, in points. */
export interface Layout {
  paper: 'A4' | 'A3'
  width: number
  height: number
  fontSize: number
  columns: { width: number; align: 'left' | 'right' }[]
}

/** Paper on its side, and sizes of letters: the first that all columns fit on is taken. */
const choices = [
  { paper: 'A4', width: 841.89, height: 595.28, sizes: [8, 7, 6] },
  { paper: 'A3', width: 1190.55, height: 841.89, sizes: [7, 6, 5] },
] as const

/** A column of texts wraps what is longer than this many letters. */
const widestText = 40
/** A text that must give way keeps room for this many letters. */
const narrowestText = 5
/** Rows that widths are taken from. */
const looked = 500
/** Room beside a cell's text, in points. */
const beside = 5

/**
 * Chooses paper, size of letters and widths of columns. `widthOf` gives the width of a text in letters of one point. Figures and
 * days are never wrapped; texts give way to them.
 */
export function chooseLayout(
  columns: readonly Pick<SheetColumn, 'title' | 'kind'>[],
  rows: readonly (readonly string[])[],
  widthOf: (text: string) => number,
  margin: number,
): Layout {
  const sample = [...rows.slice(0, looked), ...rows.slice(-2)]
  const wishes = columns.map(({ title, kind }, i) => {
    const widest = Math.max(widthOf(title), ...sample.map((row) => widthOf(row[i] ?? '')))
    if (kind !== 'text') return { least: widest, most: widest }
    return { least: Math.min(widest, Math.max(narrowestText, widthOf(title))), most: Math.min(widest, widestText) }
  })
  const offers = choices.flatMap(({ sizes, ...paper }) => sizes.map((fontSize) => ({ ...paper, fontSize })))
  const needed = (fontSize: number) => sum(wishes.map(({ least }) => least * fontSize + beside))
  const chosen = offers.find(({ width, fontSize }) => needed(fontSize) <= width - 2 * margin) ?? offers.at(-1)
  if (!chosen) throw new Error('no paper is known')
  const widths = widthsOf(wishes, chosen.fontSize, chosen.width - 2 * margin)
  return {
    ...chosen,
    columns: columns.map(({ kind }, i) => ({ width: widths[i] ?? 0, align: kind === 'number' ? 'right' : 'left' })),
  }
}

/** Each column has what it must have; what is left of the paper is shared by those that wish for more. */
function widthsOf(wishes: readonly { least: number; most: number }[], fontSize: number, room: number): number[] {
  const least = sum(wishes.map((wish) => wish.least * fontSize + beside))
  const wished = sum(wishes.map((wish) => Math.max(0, wish.most - wish.least) * fontSize))
  if (least > room) return wishes.map((wish) => ((wish.least * fontSize + beside) / least) * room)
  const share = wished === 0 ? 0 : Math.min(1, (room - least) / wished)
  return wishes.map((wish) => wish.least * fontSize + beside + Math.max(0, wish.most - wish.least) * fontSize * share)
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
