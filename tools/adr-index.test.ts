import { expect, test } from 'vitest'
import { adrIndex } from './adr-index'

test('the list of decisions names each by its title, and the numbers that none has', () => {
  const list = adrIndex({ '0004-new.md': '# 0004 What is new\n\nText.', '0002-old.md': '# What is old\n' })
  expect(list).toContain('\n- [0002](0002-old.md) What is old\n- [0004](0004-new.md) What is new\n')
  expect(list).toContain('stays unused: 0001 0003.\n')
})
