import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

// The page's policy reports whoever makes code of text, also when it is only tried. A process of its own, where nothing is loaded yet.
const page = `
  let tried = 0
  globalThis.Function = new Proxy(Function, { construct() { tried += 1; throw new EvalError('refused by the policy') } })
  await import(${JSON.stringify(join(import.meta.dirname, 'schema-mode.ts'))})
  const { z } = await import('zod')
  const part = z.object({ code: z.string(), name: z.string().optional() })
  console.log(JSON.stringify([part.safeParse({ code: 'A' }).success, part.safeParse({ code: 1 }).success, tried]))`

it('lets no schema make code of text', () => {
  const said = execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', page], {
    encoding: 'utf8',
  })
  expect(JSON.parse(said)).toEqual([true, false, 0])
})
