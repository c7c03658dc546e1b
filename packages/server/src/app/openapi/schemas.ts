import { type Referred, referred } from '@chepu/contract/kernel/references'
import { z } from 'zod'
import { own } from '../../kernel/base/own'

/** A JSON Schema of draft 2020-12, as OpenAPI 3.1 takes it. */
export type JsonSchema = z.core.JSONSchema.JSONSchema

/** Shapes with a name stand once in a description and are referred to; shapes that contain themselves need one. */
export class Schemas {
  readonly named: Record<string, JsonSchema> = {}

  /** What a caller sends. */
  input(schema: z.ZodType): JsonSchema {
    return this.convert(schema, 'input')
  }

  /** What the server answers, with nothing beside it. */
  output(schema: z.ZodType): JsonSchema {
    return this.convert(schema, 'output')
  }

  private convert(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    // Inside another shape a named one becomes a reference, too.
    const whole = z.toJSONSchema(z.object({ it: schema }), { io, unrepresentable: 'any', override: worded })
    const { properties, $defs = {} } = inComponents(whole)
    for (const [name, { id: _, ...shape }] of Object.entries($defs)) this.keep(name, shape)
    return properties?.['it'] as JsonSchema
  }

  private keep(name: string, shape: JsonSchema): void {
    if (name.startsWith('__')) throw new Error('a shape that contains itself needs a name: .meta({ id })')
    const known = own(this.named, name)
    if (known && JSON.stringify(known) !== JSON.stringify(shape)) throw new Error(`two shapes are called ${name}`)
    this.named[name] = shape
  }
}

const inComponents = (schema: JsonSchema): JsonSchema =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as JsonSchema

/** Fields that mean the same wherever they stand. */
const fieldWords: Readonly<Record<string, string>> = {
  version: '版本号：取自上一次的返回，修改和动作时带上',
  billNo: '单号',
  more: '后面还有没有',
  can: '现在可以执行的动作',
  sourceLineId: '来源行：前单明细的编号',
  jobId: '导出任务的编号，见 /api/web/export/{id}',
}

/**
 * What the schemas say beside their shape is no word of JSON Schema: whose id a number is, what a field takes that is checked
 * later, and the field permission that it stands behind. Some fields get words here.
 */
function worded({ jsonSchema }: { jsonSchema: JsonSchema }): void {
  const { reference, told, properties = {} } = jsonSchema
  delete jsonSchema['reference']
  delete jsonSchema['told']
  delete jsonSchema['field']
  if (told) {
    const { $schema: _, ...shape } = z.toJSONSchema(told as z.ZodType, { io: 'input', override: worded })
    Object.assign(jsonSchema, shape)
  }
  if (reference) jsonSchema.description = `${referred[reference as Referred]}编号`
  for (const [name, property] of Object.entries(properties)) {
    const words = own(fieldWords, name)
    if (typeof property === 'object' && words) property.description ??= words
  }
}
