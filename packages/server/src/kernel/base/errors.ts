import type { Override } from '@chepu/contract/kernel/override'
import {
  type Envelope,
  type ErrorKind,
  errorKinds,
  type FieldError,
  staleMessage,
  staleWords,
} from '@chepu/contract/kernel/errors'

/** An answer other than success that the program foresaw; everything else that is thrown is a bug. */
export class Failure extends Error {
  /** Who holds this right may let it pass. */
  readonly override: Override | undefined
  /** Seconds after which the same call may be let in. */
  readonly retryAfter: number | undefined

  constructor(
    readonly kind: ErrorKind,
    message: string,
    readonly errors?: FieldError[],
    options?: { cause?: unknown; override?: Override; retryAfter?: number },
  ) {
    super(message, options)
    this.override = options?.override
    this.retryAfter = options?.retryAfter
  }

  get status(): number {
    return errorKinds[this.kind].status
  }

  /** What the caller is answered. */
  get envelope(): Envelope {
    const { kind, message, errors, override } = this
    const { code } = errorKinds[kind]
    return { code, reason: kind, msg: message, ...(errors && { errors }), ...(override && { override }) }
  }
}

/** A business rule says no; `message` is Chinese and names the line or the thing. */
export function refuse(message: string): never {
  throw new Failure('refusal', message)
}

/** A line of a goods document, as messages name it. */
interface NamedLine {
  lineNo: number
  partCode: string
}

const lineFault = ({ lineNo, partCode }: NamedLine, field: string, message: string): FieldError => ({
  path: `lines.${lineNo - 1}.${field}`,
  message: `第${lineNo}行 [${partCode}] ${message}`,
})

/** A business rule says no to one line; `field` is what the user would change. */
export function refuseLine(line: NamedLine, field: string, message: string): never {
  const fault = lineFault(line, field, message)
  throw new Failure('refusal', fault.message, [fault])
}

/** The same of a rule that somebody with the right may let the document pass. */
export function refuseLineUnlessPassed(line: NamedLine, field: string, message: string, override: Override): never {
  const fault = lineFault(line, field, message)
  throw new Failure('refusal', fault.message, [fault], { override })
}

/** The same of a rule about the whole document that somebody with the right may let the document pass; he may be asked to. */
export function refuseUnlessPassed(message: string, override: Override): never {
  throw new Failure('refusal', message, undefined, { override })
}

/** The input has faulty fields; the message shown is the first of them. */
export function invalid(errors: FieldError[]): never {
  throw invalidInput(errors)
}

/** What `invalid` throws. */
export const invalidInput = (errors: FieldError[]): Failure =>
  new Failure('invalid', errors[0]?.message ?? '输入有误', errors)

/** A faulty field by its path, as in 'lines.2.qty'; the message of a line begins with its number. */
export function fieldError(path: string, message: string): FieldError {
  const line = /^lines\.(\d+)\./.exec(path)?.[1]
  return { path, message: line === undefined ? message : `第${Number.parseInt(line, 10) + 1}行 ${message}` }
}

/** The row does not exist for this caller: absent, of another group, or outside his data scope (business/access 7). */
export function notFound(what = '数据'): never {
  throw new Failure('notFound', `${what}不存在或无权查看`)
}

/** The caller lacks the button (business/access 4). */
export function forbidden(message = '您没有此操作的权限'): never {
  throw new Failure('forbidden', message)
}

/** Somebody else saved the document first (business/lists 2.5). */
export function stale(message = staleMessage): never {
  throw new Failure('stale', message)
}

/** Somebody else saved the row first; `what` it is called, e.g. 品牌. */
export const staleRow = (what: string): never => stale(staleWords(what))
