import type { DispatchBoard } from '@chepu/contract/repair/dispatch'

/** What the board is narrowed to. */
export interface Wanted {
  teamId?: number | undefined
  workerTypeId?: number | undefined
}

/** Technicians of the team who have the trade, and lines of the trade; a line that names none is anybody's. */
export const wantedOf = (board: DispatchBoard, { teamId, workerTypeId }: Wanted): DispatchBoard => ({
  ...board,
  technicians: board.technicians.filter(
    (each) =>
      (teamId === undefined || each.teamId === teamId) &&
      (workerTypeId === undefined || each.workerTypeIds.includes(workerTypeId)),
  ),
  cards: board.cards.filter(
    (card) => workerTypeId === undefined || card.workerTypeId === null || card.workerTypeId === workerTypeId,
  ),
})

type Choice = { value: number; label: string }

/** Teams and trades of the technicians and lines of the board, each once. */
export function choicesOf({ technicians, cards }: DispatchBoard): { teams: Choice[]; workerTypes: Choice[] } {
  const teams = technicians.flatMap(({ teamId, teamName }) =>
    teamId === null ? [] : [{ value: teamId, label: teamName ?? '' }],
  )
  const trades = technicians.flatMap(({ workerTypeIds, workerTypeNames }) => {
    const names = workerTypeNames.split('、')
    return workerTypeIds.map((value, i) => ({ value, label: names[i] ?? '' }))
  })
  const asked = cards.flatMap(({ workerTypeId, workerTypeName }) =>
    workerTypeId === null ? [] : [{ value: workerTypeId, label: workerTypeName ?? '' }],
  )
  return { teams: once(teams), workerTypes: once([...trades, ...asked]) }
}

const once = (choices: readonly Choice[]): Choice[] => [
  ...new Map(choices.map((choice) => [choice.value, choice])).values(),
]
