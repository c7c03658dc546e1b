import { expect, it } from 'vitest'
import { card } from '../card.fixture'
import { choicesOf, wantedOf } from './wanted'

const technician = (employeeId: number, teamId: number | null, workerTypeIds: number[], workerTypeNames: string) => ({
  employeeId,
  name: `技师${employeeId}`,
  teamId,
  teamName: teamId === null ? null : `${teamId}组`,
  workerTypeIds,
  workerTypeNames,
  hours: '0.00',
})
const board = {
  technicians: [technician(7, 1, [1, 2], '机电、钣金'), technician(8, 2, [2], '钣金'), technician(9, null, [], '')],
  bays: [],
  cards: [
    card({ lineId: 11, workerTypeId: 1, workerTypeName: '机电' }),
    card({ lineId: 12, workerTypeId: 3, workerTypeName: '喷漆' }),
    card({ lineId: 13, workerTypeId: null, workerTypeName: null }),
  ],
}
const shown = (wanted: Parameters<typeof wantedOf>[1]) => {
  const { technicians, cards } = wantedOf(board, wanted)
  return [technicians.map(({ employeeId }) => employeeId), cards.map(({ lineId }) => lineId)]
}

it('narrows the board to a team and a trade; a line of no trade is anybody’s', () => {
  expect(shown({})).toEqual([
    [7, 8, 9],
    [11, 12, 13],
  ])
  expect(shown({ teamId: 2 })).toEqual([[8], [11, 12, 13]])
  expect(shown({ workerTypeId: 1 })).toEqual([[7], [11, 13]])
  expect(shown({ teamId: 1, workerTypeId: 2 })).toEqual([[7], [13]])
})

it('offers teams and trades once', () => {
  expect(choicesOf(board)).toEqual({
    teams: [
      { value: 1, label: '1组' },
      { value: 2, label: '2组' },
    ],
    workerTypes: [
      { value: 1, label: '机电' },
      { value: 2, label: '钣金' },
      { value: 3, label: '喷漆' },
    ],
  })
})
