import { expect, it } from 'vitest'
import { levelOf } from './inspection'

it('is red and yellow from the limits on, downwards where red is the lower one', () => {
  const pad = { yellowAt: '5', redAt: '3' }
  expect(['8', '5.1', '5', '3.0001', '3', '0'].map((value) => levelOf(value, pad))).toEqual([
    'green',
    'green',
    'yellow',
    'yellow',
    'red',
    'red',
  ])
})

it('counts upwards where red is the higher one, below zero too', () => {
  expect(['1.9', '2', '2.99', '3'].map((value) => levelOf(value, { yellowAt: '2', redAt: '3' }))).toEqual([
    'green',
    'yellow',
    'yellow',
    'red',
  ])
  expect(['-30', '-25', '-15'].map((value) => levelOf(value, { yellowAt: '-25', redAt: '-15' }))).toEqual([
    'green',
    'yellow',
    'red',
  ])
})

it('says nothing of a point without limits', () => {
  expect(levelOf('3', { yellowAt: null, redAt: null })).toBeUndefined()
})
