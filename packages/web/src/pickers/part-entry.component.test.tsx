import { type LookupPart, searchParts } from '@chepu/contract/basics/lookups'
import { expect, test } from 'vitest'
import { server } from '../../test/page'
import { lookupPart } from '../../test/part'
import { choices } from '../kit/base/underway'
import { blankLine, type EditorLine, isBlankLine } from '../kit/goods/document-lines'
import { LineStore } from '../kit/grid/line-grid-store'
import { PartEntry } from './part-entry'

const part = (partId: number, partCode: string, price: string): LookupPart =>
  lookupPart({ partId, partCode, partName: `配件${partCode}`, price })

/** Lines whose codes are looked up by a server that answers when the test says so, and what the screen was asked meanwhile. */
function entryOf(parts: readonly LookupPart[]) {
  const waiting: (() => void)[] = []
  server.on(searchParts, ({ query }) => {
    const rows = parts.filter(({ partCode }) => partCode.startsWith(query.q ?? ''))
    return new Promise<never>((resolve) => waiting.push(() => resolve({ rows, more: false } as never)))
  })
  const lines = new LineStore<EditorLine>(blankLine, isBlankLine)
  const screen = { partnerId: 1, isTyping: false, said: [] as string[], opened: 0 }
  const entry = new PartEntry(lines, {
    context: () => ({ mode: 'sale', partnerId: screen.partnerId }),
    choose: () => {
      screen.opened += 1
      return Promise.resolve([])
    },
    say: (message) => screen.said.push(message),
    refuse: () => {},
    flash: () => {},
    focus: () => {},
    typing: () => screen.isTyping,
  })
  const answer = async () => {
    await expect.poll(() => waiting.length).toBeGreaterThan(0)
    waiting.shift()?.()
  }
  const first = () => lines.line(lines.keyAt(0) ?? 0)
  const key = () => lines.keyAt(0) ?? 0
  return { lines, entry, screen, answer, first, key }
}

test('what was typed while the code was looked up stays, also where it is what the former part costs', async () => {
  const { lines, entry, answer, first, key } = entryOf([part(1, 'A1', '30'), part(2, 'B1', '88')])
  entry.typed(key(), 'A1', 'partId')
  await answer()
  await entry.settled()
  expect(first()).toMatchObject({ partId: 1, qty: '1', price: '30', priceSource: 'retail' })

  entry.typed(key(), 'B1', 'partId')
  expect(first()).toMatchObject({ price: '' })
  lines.update(key(), { qty: '5' })
  lines.update(key(), { price: '30', priceSource: 'manual' })
  // Hints of the former part, which nobody has typed.
  lines.update(key(), { available: '99' })
  await answer()
  await entry.settled()
  expect(first()).toMatchObject({ partId: 2, qty: '5', price: '30', priceSource: 'manual', available: '10' })
})

test('no picker opens under a hand that types on; the line says what is to be chosen', async () => {
  const { lines, entry, screen, answer, first, key } = entryOf([part(1, 'A1', '30'), part(2, 'A2', '31')])
  entry.typed(key(), 'A', 'partId')
  screen.isTyping = true
  await answer()
  await entry.settled()
  expect(screen).toMatchObject({ opened: 0, said: ['A 对应多个配件，请在该行按 F2 选择'] })
  expect(lines.errorsOf(key())).toEqual({ partId: 'A 对应多个配件，请在该行按 F2 选择' })
  expect(first()).toMatchObject({ partId: null, pending: 'A' })

  entry.typed(key(), '机', 'partName')
  await answer()
  await entry.settled()
  expect(lines.errorsOf(key())).toMatchObject({ partName: '未找到配件 机' })

  screen.isTyping = false
  entry.typed(key(), 'AA', 'partId')
  await answer()
  await entry.settled()
  expect(screen.opened).toBe(1)
})

test('a line whose other code names nothing keeps its part and its price', async () => {
  const { entry, answer, first, key } = entryOf([part(1, 'A1', '30')])
  entry.typed(key(), 'A1', 'partId')
  await answer()
  await entry.settled()
  entry.typed(key(), 'XX', 'partId')
  await answer()
  await entry.settled()
  expect(first()).toMatchObject({ partId: 1, pending: '', price: '30' })
})

test('a code waits for the customer who was chosen by Enter, and is asked anew when another one came meanwhile', async () => {
  const { entry, screen, answer, first, key } = entryOf([part(1, 'A1', '30')])
  let chosen = () => {}
  void choices.begin(new Promise<void>((resolve) => (chosen = resolve)))
  entry.typed(key(), 'A1', 'partId')
  expect(server.asked(searchParts)).toEqual([])
  screen.partnerId = 2
  chosen()
  await expect.poll(() => server.asked(searchParts).map(({ query }) => query.partnerId)).toEqual([2])
  screen.partnerId = 3
  await answer()
  await answer()
  await entry.settled()
  expect(server.asked(searchParts).map(({ query }) => query.partnerId)).toEqual([2, 3])
  expect(first()).toMatchObject({ partId: 1 })
})

test('the answer to a line that was deleted meanwhile brings nothing back', async () => {
  const { lines, entry, answer, key } = entryOf([part(1, 'A1', '30')])
  entry.typed(key(), 'A1', 'partId')
  lines.remove([key()])
  await answer()
  await entry.settled()
  expect(lines.filled()).toEqual([])
})
