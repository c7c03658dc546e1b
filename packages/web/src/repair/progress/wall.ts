/** How long a page of cars stands on the wall. */
export const pageMs = 8000

/** Goes on to the cars that the lane has no room for, the first of them on top; after the last it begins anew. */
export function turnPage(lane: HTMLElement): void {
  const { top, bottom } = lane.getBoundingClientRect()
  const next = [...lane.children].find((car) => car.getBoundingClientRect().bottom > bottom + 1)
  const isTooLarge = next !== undefined && next.getBoundingClientRect().top <= top + 1
  if (!next || isTooLarge) lane.scrollTop = 0
  else lane.scrollTop += next.getBoundingClientRect().top - top
}
