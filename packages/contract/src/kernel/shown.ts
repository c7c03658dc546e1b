// What answers show of the fields that requests take, told by the fields themselves (ADR 0105).
import { z } from 'zod'

export type Fields = Readonly<Record<string, z.ZodType>>

/** Values of fields as an answer holds them. */
export type ShownValues<Shape extends Fields> = { -readonly [Name in keyof Shape]: z.output<Shape[Name]> }

/** Beside the id of something else stands its name: partnerId, partnerName. Null when the id is. */
export type ShownNames<Shape extends Fields> = {
  [Name in keyof Shape as Name extends `${infer Stem}Id` ? `${Stem}Name` : never]: string | null
}

/** Beside the id of a bin on a line stands its code: toLocationId, toLocationCode. Null when the id is. */
export type ShownCodes<Shape extends Fields> = {
  [Name in keyof Shape as Name extends `${infer Stem}LocationId` ? `${Stem}LocationCode` : never]: string | null
}

/** A schema that answers with these values. */
export type Shows<Values> = z.ZodType<Values, Values>

/** Such a schema, made when somebody reads it: the web makes the calls of a kind and never looks at what they answer. */
export const shows = <Values>(make: () => z.ZodType): Shows<Values> => z.lazy(make) as unknown as Shows<Values>

/** A value of a row whose fields are not the same in every answer. */
export const plainValue = z.union([z.string(), z.number(), z.boolean(), z.null()])
export type PlainValue = z.output<typeof plainValue>

interface Definition {
  type: string
  format?: string
  innerType?: z.ZodType
  in?: z.ZodType
  out?: z.ZodType
}

/** The field without its rules and its default, for what was saved once is shown whatever would be refused today. */
function shown(field: z.ZodType): z.ZodType {
  const title = field.meta()?.title
  const bare = bareOf(field)
  return title === undefined ? bare : bare.meta({ title })
}

function bareOf(field: z.ZodType): z.ZodType {
  const { type, format, innerType, in: taken, out } = field.def as unknown as Definition
  if (innerType) return type === 'default' ? bareOf(innerType) : bareOf(innerType).nullable()
  // What a transformation makes of a text is a text.
  if (taken && out) return bareOf((out.def as unknown as Definition).type === 'transform' ? taken : out)
  if (type === 'string') return format === 'date' ? z.iso.date() : z.string()
  return type === 'number' ? z.number() : field
}

/** The fields as an answer shows them. */
export const shownFields = (shape: Fields): Record<string, z.ZodType> =>
  Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, shown(field)]))

/** Names that stand beside ids in a header: partnerId, partnerName. */
export const namesBeside = (shape: Fields): string[] =>
  Object.keys(shape)
    .filter((name) => name.endsWith('Id'))
    .map((name) => name.replace(/Id$/, 'Name'))

/** Codes that stand beside further bins of a line: toLocationId, toLocationCode. */
export const codesBeside = (names: readonly string[]): string[] =>
  names.filter((name) => name.endsWith('LocationId')).map((name) => name.replace(/Id$/, 'Code'))
