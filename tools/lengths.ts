/** The house rule about lengths: a file, and a function, can be read in one go. Blank lines and comments do not count. */
import { type ESTree, parseSync, Visitor } from 'vite'
import type { Place } from './exceptions'
import { lineAt } from './source-text'

const fileLines = 400
/** What draws is mostly markup, and markup is long. */
const functionLines = (path: string) => (path.endsWith('.tsx') ? 120 : 80)

/** A source that is longer than a file may be. */
export function longFile(path: string, source: string): Place[] {
  const lines = new Lines(source, parseSync(path, source).comments).between(0, source.length)
  return lines > fileLines ? [{ path, line: 1, message: `${lines} lines, a file has ${fileLines}` }] : []
}

/**
 * Functions of a source that are longer than one may be, with those written inside them. The body of a `describe` is not read from end to
 * end but test by test: each test in it is a function that counts, the body is not.
 */
export function longFunctions(path: string, source: string): Place[] {
  const { program, comments } = parseSync(path, source)
  const lines = new Lines(source, comments)
  const most = functionLines(path)
  const names = new Map<object, string>()
  const groups = new Set<object>()
  const found: Place[] = []
  const read = (node: ESTree.Function | ESTree.ArrowFunctionExpression) => {
    const count = lines.between(node.start, node.end)
    if (count <= most || groups.has(node)) return
    const name = node.id?.name ?? names.get(node) ?? 'a function without a name'
    found.push({
      path,
      line: lineAt(source, node.start),
      name,
      message: `${name} has ${count} lines, a function ${most}`,
    })
  }
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (init && id.type === 'Identifier') names.set(init, id.name)
    },
    Property: ({ key, value }) => void names.set(value, source.slice(key.start, key.end)),
    MethodDefinition: ({ key, value }) => void names.set(value, source.slice(key.start, key.end)),
    CallExpression({ callee, arguments: given }) {
      const called = source.slice(callee.start, callee.end)
      const title = given.find((each) => each.type === 'Literal')
      for (const each of given) {
        names.set(each, title ? `${calledWord(called)} ${source.slice(title.start, title.end)}` : calledWord(called))
        if (/^(?:test\.)?describe\b/.test(called)) groups.add(each)
      }
    },
    FunctionDeclaration: read,
    FunctionExpression: read,
    ArrowFunctionExpression: read,
  }).visit(program)
  return found
}

/** `it` of `it.each([…])`. */
const calledWord = (called: string) => /^[\w$.]*/.exec(called)?.[0] ?? ''

/** Counts the lines of a source that hold more than blanks and comments. */
class Lines {
  private readonly counted: string

  constructor(source: string, comments: readonly { start: number; end: number }[]) {
    let counted = source
    for (const { start, end } of comments) {
      counted = counted.slice(0, start) + counted.slice(start, end).replaceAll(/[^\n]/g, ' ') + counted.slice(end)
    }
    this.counted = counted
  }

  between(start: number, end: number): number {
    const lines = this.counted.slice(start, end).split('\n')
    return lines.filter((line) => line.trim() !== '').length
  }
}
