import type { FieldError } from '@chepu/contract/kernel/errors'
import { missingMessage } from '@chepu/contract/kernel/messages'
import type { FastifySchemaCompiler } from 'fastify'
import type { z } from 'zod'
import { Failure, fieldError } from '../kernel/base/errors'
import { own } from '../kernel/base/own'

/** Faulty fields that an answer names; nobody mends more at once. */
const mostFaults = 50

/** Checks one part of a request. Fastify shows a body that is absent as null; to the contract it is undefined. */
export const validated: FastifySchemaCompiler<z.ZodType> =
  ({ schema }) =>
  (sent) => {
    const { success, data, error } = schema.safeParse(sent ?? undefined)
    if (success) return { value: data }
    const faults = faultsOf(schema, error.issues)
    return { error: new Failure('invalid', faults[0]?.message ?? '输入有误', faults) }
  }

/** Misspelled names come first: what is missing is often what they should have been. What is missing is called by its label, where it has one. */
const faultsOf = (schema: z.ZodType, issues: readonly z.core.$ZodIssue[]): FieldError[] =>
  issues
    .toSorted((a, b) => Number(b.code === 'unrecognized_keys') - Number(a.code === 'unrecognized_keys'))
    .slice(0, mostFaults)
    .map((issue) => {
      const path = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0]] : issue.path
      const label = issue.message === missingMessage ? labelAt(schema, issue.path) : ''
      return fieldError(path.join('.'), `${issue.message}${label}`)
    })

interface Definition {
  shape?: Record<string, z.ZodType>
  element?: z.ZodType
  innerType?: z.ZodType
  in?: z.ZodType
}

/** The label of the field at a path, or '' . */
function labelAt(schema: z.ZodType | undefined, path: readonly PropertyKey[]): string {
  if (!schema) return ''
  const { shape, element, innerType, in: before } = schema.def as unknown as Definition
  const [key, ...rest] = path
  if (key === undefined) return (schema.meta()?.title as string | undefined) ?? labelAt(innerType ?? before, path)
  if (shape) return labelAt(own(shape, String(key)), rest)
  return element ? labelAt(element, rest) : labelAt(innerType ?? before, path)
}
