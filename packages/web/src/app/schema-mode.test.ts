import { afterAll, expect, it } from 'vitest'

// The page's policy reports whoever makes code of text, also when it is only tried.

const real = globalThis.Function
afterAll(() => {
  globalThis.Function = real
})

it('lets no schema make code of text', async () => {
  let tried = 0
  globalThis.Function = new Proxy(real, {
    construct() {
      tried += 1
      throw new EvalError('refused by the policy')
    },
  })
  await import('./schema-mode')
  const { z } = await import('zod')
  const part = z.object({ code: z.string(), name: z.string().optional() })
  expect(part.safeParse({ code: 'A' }).success).toBe(true)
  expect(part.safeParse({ code: 1 }).success).toBe(false)
  expect(tried).toBe(0)
})
