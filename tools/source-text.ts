/** One string or template of a source, with the offset at which its text begins. */
interface SourceString {
  text: string
  offset: number
}

export interface SourceText {
  /** The source with comments and the contents of strings blanked; offsets and lines are those of the original. */
  code: string
  strings: SourceString[]
}

const blank = (text: string) => text.replaceAll(/[^\n]/g, ' ')

/** Splits TypeScript into code and strings, as far as simple rules over names and SQL need it. */
export function readSource(source: string): SourceText {
  const strings: SourceString[] = []
  let code = ''
  let at = 0
  /** Depth of braces inside each template expression that is open. */
  const expressions: number[] = []

  const skip = (end: number) => {
    code += blank(source.slice(at, end))
    at = end
  }
  const keep = (length: number) => {
    code += source.slice(at, at + length)
    at += length
  }

  const readQuoted = (quote: string) => {
    keep(1)
    const start = at
    let end = at
    while (end < source.length && source[end] !== quote && source[end] !== '\n') end += source[end] === '\\' ? 2 : 1
    strings.push({ text: source.slice(start, end), offset: start })
    skip(end)
    keep(1)
  }

  /** Reads to the end of the template or to its next expression, which is read as code. */
  const readTemplate = (part: SourceString) => {
    const start = at
    let end = at
    while (end < source.length && source[end] !== '`' && !source.startsWith('${', end)) {
      end += source[end] === '\\' ? 2 : 1
    }
    part.text += source.slice(start, end)
    skip(end)
    if (source[at] === '`') {
      keep(1)
      return
    }
    keep(2)
    part.text += '${}'
    expressions.push(0)
    readUntilExpressionEnds()
    readTemplate(part)
  }

  const readUntilExpressionEnds = () => {
    const depth = expressions.length
    while (at < source.length && expressions.length === depth) readToken()
  }

  const readToken = () => {
    const character = source[at] ?? ''
    if (source.startsWith('//', at)) return skip(endOf('\n', at))
    if (source.startsWith('/*', at)) return skip(endOf('*/', at + 2) + 2)
    if (character === '/' && startsRegex(code)) return skip(endOfRegex(source, at))
    if (character === "'" || character === '"') return readQuoted(character)
    if (character === '`') {
      keep(1)
      const part = { text: '', offset: at }
      strings.push(part)
      return readTemplate(part)
    }
    const open = expressions.length - 1
    if (open >= 0 && character === '{') expressions[open] = (expressions[open] ?? 0) + 1
    if (open >= 0 && character === '}') {
      if (expressions[open] === 0) expressions.pop()
      else expressions[open] = (expressions[open] ?? 0) - 1
    }
    keep(1)
  }

  const endOf = (mark: string, from: number) => {
    const found = source.indexOf(mark, from)
    return found < 0 ? source.length : found
  }

  while (at < source.length) readToken()
  return { code, strings }
}

/** A slash begins a regular expression where a value may stand, and divides after one. */
function startsRegex(before: string): boolean {
  const previous = before.trimEnd()
  return previous === '' || /[(,=:[!&|?{};+\-*%<>~^]$|\b(return|typeof|case|in|of)$/.test(previous)
}

function endOfRegex(source: string, start: number): number {
  let inClass = false
  for (let end = start + 1; end < source.length; end += 1) {
    const character = source[end]
    if (character === '\\') end += 1
    else if (character === '\n') return end
    else if (character === '[') inClass = true
    else if (character === ']') inClass = false
    else if (character === '/' && !inClass) return end + 1
  }
  return source.length
}

/** Blanks the comments of SQL. */
export const withoutSqlComments = (sql: string) => sql.replaceAll(/--[^\n]*|\/\*[\s\S]*?\*\//g, blank)

/** Line number, from 1, of an offset. */
export const lineAt = (source: string, offset: number) => source.slice(0, offset).split('\n').length
