/** The house rule about migrations: what a database may have run is frozen, and what comes later stands behind it. */
import { createHash } from 'node:crypto'

/** File names of the migrations with their text, in any order. */
type Migrations = Readonly<Record<string, string>>

/** Below this line of the list, numbers rise; above it they stand as they came, some out of order. */
const risingFrom = '# From here on a new file has the highest number.'

/**
 * What is wrong with the list of arrivals, one message each: a file whose text changed or that is gone, one that is not
 * listed, and one that came late with a number that is not the highest.
 */
export function checkArrivals(migrations: Migrations, list: string): string[] {
  const lines = list.split('\n')
  const rising = lines.indexOf(risingFrom)
  const arrivals = lines
    .map((line, at) => ({ line, mustRise: rising !== -1 && at > rising }))
    .filter(({ line }) => line !== '' && !line.startsWith('#'))
    .map(({ line, mustRise }) => ({ file: line.split(' ')[0] ?? '', line, mustRise }))
  const listed = new Set(arrivals.map(({ file }) => file))
  const messages = Object.keys(migrations)
    .filter((file) => !listed.has(file))
    .toSorted()
    .map((file) => `${file} is new: add the line ${lineOf(file, migrations[file] as string)}`)
  let highest = ''
  for (const { file, line, mustRise } of arrivals) {
    const text = migrations[file]
    if (text === undefined) messages.push(`${file} is gone: databases have run it, so it stays`)
    else if (line !== lineOf(file, text)) messages.push(`${file} was changed: databases have run it; write a new file`)
    if (mustRise && numberOf(file) <= numberOf(highest))
      messages.push(`${file} comes after ${highest}: give it the highest number`)
    if (numberOf(file) > numberOf(highest)) highest = file
  }
  return messages
}

const numberOf = (file: string) => file.slice(0, 4)

const lineOf = (file: string, text: string) => `${file} ${createHash('sha256').update(text).digest('hex')}`
