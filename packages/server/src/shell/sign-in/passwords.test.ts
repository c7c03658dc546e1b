import { expect, it } from 'vitest'
import { hashPassword, passwordFits } from './passwords'

it('fits its own hash alone, and nothing where no hash is stored', async () => {
  const stored = await hashPassword('Chepu2026')
  expect(await passwordFits(stored, 'Chepu2026')).toBe(true)
  expect(await passwordFits(stored, 'chepu2026')).toBe(false)
  for (const none of [undefined, null])
    for (const typed of ['', 'Chepu2026', 'nobody has this password'])
      expect(await passwordFits(none, typed)).toBe(false)
})
