import { expect, it } from 'vitest'
import { showMoney, shown, showNumber, showPrice, showRate } from './line-grid-text'

const shows = [showMoney, showPrice, showNumber, showRate, shown]

it('a figure is shown for people, each in its way', () => {
  expect(shows.map((show) => show('1234.5600'))).toEqual(['1,234.56', '1,234.56', '1234.56', '123,456%', '1234.5600'])
})

it('what is no figure stays as it was typed, and nothing is empty', () => {
  for (const show of shows) expect([show('1x'), show(''), show(null), show(undefined)]).toEqual(['1x', '', '', ''])
})
