// What a part fits, written out, and how lists of parts are asked for it (business/basics 3.2).

/** A fitted car by its names. Years bound a series, both included; a model is of its own year. */
interface FittedCar {
  brandName: string
  seriesName: string
  /** '' where the whole series is meant. */
  modelName: string
  yearFrom: number | null
  yearTo: number | null
}

/** Years as they stand behind a series: 2018-2022, 2018, 2018起, 2022止, or nothing. */
function writtenYears(from: number | null, to: number | null): string {
  if (from === null) return to === null ? '' : `${to}止`
  if (to === null) return `${from}起`
  return from === to ? String(from) : `${from}-${to}`
}

/** The car as lists, papers and sheets show it, and as an import reads it again: 大众 朗逸 2018-2022. */
export const writtenFitment = ({ brandName, seriesName, modelName, yearFrom, yearTo }: FittedCar): string =>
  [brandName, seriesName, modelName, writtenYears(yearFrom, yearTo)].filter((word) => word !== '').join(' ')

/** A written car without its years, and the years: what `writtenFitment` puts together. */
export function readFitment(text: string): { name: string; yearFrom: number | null; yearTo: number | null } {
  const found = /^(.*\S)\s+(?:(\d{4})(?:[-－~—](\d{4})|(起)|(止))?)$/.exec(text)
  if (!found) return { name: text, yearFrom: null, yearTo: null }
  const [, name = text, first = '', last, isOpen, isEnd] = found
  const year = Number.parseInt(first, 10)
  if (isOpen) return { name, yearFrom: year, yearTo: null }
  if (isEnd) return { name, yearFrom: null, yearTo: year }
  return { name, yearFrom: year, yearTo: last === undefined ? year : Number.parseInt(last, 10) }
}

/** What a list of parts is asked for by its filter `fitment`. */
type AskedFitment = { seriesId: number } | { modelId: number } | { text: string }

/** The filter as it travels: a part of the text, or the series or the model that was chosen. */
export function askedFitment(value: string): AskedFitment {
  const [, kind, digits = ''] = /^(series|model):(\d{1,15})$/.exec(value) ?? []
  if (kind === undefined) return { text: value }
  const id = Number.parseInt(digits, 10)
  return kind === 'series' ? { seriesId: id } : { modelId: id }
}
