import { expect, it } from 'vitest'
import { slipFigures } from './slip-figures'

const tenders = [
  { amount: '100', fee: '0.6' },
  { amount: '50.5', fee: '0' },
]
const items = [
  { amount: '120', discount: '3' },
  { amount: '-10', discount: '0.5' },
]

it('a slip of 150.50 settles 110.00, and 40.50 are paid ahead', () => {
  expect(slipFigures(tenders, items, false)).toEqual({
    total: '150.50',
    fee: '0.60',
    writtenOff: '110.00',
    discount: '3.50',
    advance: '40.50',
  })
})

it('money of a refund goes back: 60.00 for returned goods of 50.00 take 10.00 off what was paid ahead', () => {
  expect(slipFigures([{ amount: '60', fee: '0' }], [{ amount: '-50', discount: '0' }], true)).toMatchObject({
    total: '-60.00',
    writtenOff: '-50.00',
    advance: '-10.00',
  })
})

it('a slip that settles goods with returned ones moves no money', () => {
  expect(
    slipFigures(
      [],
      [
        { amount: '50', discount: '0' },
        { amount: '-50', discount: '0' },
      ],
      false,
    ),
  ).toEqual({
    total: '0.00',
    fee: '0.00',
    writtenOff: '0.00',
    discount: '0.00',
    advance: '0.00',
  })
})
