import type { FieldError } from '@chepu/contract/kernel/errors'
import type { z } from 'zod'
import { figureFault, figureReason } from '../base/figure-fault'

type Shape = Readonly<Record<string, unknown>>
type FieldValues = Readonly<Record<string, unknown>>

/** Chinese name of a header or line field, from the contract. */
export const fieldTitle = (shape: Shape, name: string): string =>
  ((shape[name] as z.ZodType | undefined)?.meta()?.title as string | undefined) ?? name

/** The named fields of values, as the contract lists them. */
export const picked = (values: FieldValues, shape: Shape): Record<string, unknown> =>
  Object.fromEntries(Object.keys(shape).map((name) => [name, values[name]]))

/** Values that the contract gives to fields that nobody filled. */
export function defaultsOf(shape: Shape): Record<string, unknown> {
  const values = Object.entries(shape).map(([name, type]) => {
    const parsed = (type as z.ZodType).safeParse(undefined)
    return [name, parsed.success ? parsed.data : null]
  })
  return Object.fromEntries(values)
}

/** Whether a field of the contract is a figure that is typed as text. */
const takesFigures = (shape: Shape, name: string): boolean => {
  const type = shape[name] as z.ZodType | undefined
  return type !== undefined && type.safeParse('1').success && !type.safeParse('x').success
}

/** Faults that a schema found, in words that name what is missing. */
export function fieldErrors(
  parsed: { success: boolean; error?: z.ZodError | undefined },
  values: FieldValues,
  titleOf: (name: string) => string,
  at: string,
): FieldError[] {
  return (parsed.error?.issues ?? []).map(({ path, message }) => {
    const name = String(path[0] ?? '')
    const missing = values[name] == null || values[name] === ''
    return { path: `${at}.${path.join('.')}`, message: missing ? `请填写${titleOf(name)}` : message }
  })
}

/** What is wrong with a typed figure of a header, by its title: why it is no number, or else what its schema `found`. */
export function headerFault(shape: Shape, name: string, value: unknown, found: string): string {
  if (typeof value !== 'string' || !takesFigures(shape, name)) return found
  return figureFault(fieldTitle(shape, name), value, found) ?? found
}

/** What is wrong with a line, in the words of its cell: a typed figure that is none says why. */
export function lineFault(shape: Shape, line: FieldValues, { path, message }: FieldError): string {
  const name = path.split('.')[2] ?? ''
  const value = line[name]
  if (typeof value !== 'string' || value === '' || !takesFigures(shape, name)) return message
  const reason = figureReason(value, '')
  return reason === '' ? message : `${fieldTitle(shape, name)}：${reason}`
}
