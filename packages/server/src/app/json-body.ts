import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fieldError, invalid, refuse } from '../kernel/base/errors'

/** A document's lines stand at depth 3, a menu's entries at 10. */
const mostDepth = 32
/** 2,000 lines of 30 fields each, and as many again. */
const mostValues = 120_000

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const opening = new Set([0x5b, 0x7b])
const closing = new Set([0x5d, 0x7d])

/**
 * Refuses JSON whose parsing or checking would hold all others up: too deep, or of too many values. Counts signs alone and
 * needs a few milliseconds for the longest body.
 */
function assertModestShape(text: string): void {
  let depth = 0
  let values = 0
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at)
    if (sign === quote) at = endOfText(text, at)
    else if (closing.has(sign)) depth -= 1
    else if (opening.has(sign) || sign === comma) {
      values += 1
      if (sign !== comma) depth += 1
      if (depth > mostDepth || values > mostValues) refuse('提交的内容层次或项目过多')
    }
  }
}

/** Where the text that begins at a quote ends; the end of everything when it does not. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = end
    while (text.charCodeAt(escapes - 1) === backslash) escapes -= 1
    if ((end - escapes) % 2 === 0) return end
  }
  return text.length
}

/** What PostgreSQL keeps in no text: the null character, and halves of characters. */
const unkept = /[\0\p{Surrogate}]/u
/** How they are written in JSON; without one of these the values need not be looked at. */
const unkeptEscape = /\\u(?:0000|d[89a-f])/i

const unkeptMessage = '含有无法保存的字符，请删除后重新输入'

/** Refuses input with a character that cannot be kept, naming the field. Looks into objects and lists. */
export function assertKeepable(value: unknown, path = ''): void {
  if (typeof value === 'string' && unkept.test(value)) invalid([fieldError(path, unkeptMessage)])
  if (typeof value !== 'object' || value === null) return
  for (const [key, each] of Object.entries(value)) {
    assertKeepable(key, path)
    assertKeepable(each, path === '' ? key : `${path}.${key}`)
  }
}

/** Reads JSON bodies: nothing that is too much to read, and no text that cannot be kept. An empty body counts as none. */
export function readJsonBodies(http: FastifyInstance): void {
  const parse = http.getDefaultJsonParser('error', 'error')
  http.removeContentTypeParser(['application/json', 'text/plain'])
  http.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (request: FastifyRequest, text: string) => {
      if (text === '') return undefined
      assertModestShape(text)
      const body = await new Promise((resolve, reject) => {
        void parse(request, text, (error, parsed) => (error ? reject(error) : resolve(parsed)))
      })
      if (unkeptEscape.test(text)) assertKeepable(body)
      return body
    },
  )
}
