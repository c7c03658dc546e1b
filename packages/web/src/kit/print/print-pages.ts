/** Heights of what stands on a paper, all in one unit. */
export interface Flow {
  /** Of a page, for rows. */
  room: number
  /** Of the lines, which take more than one row of text where theirs is long. */
  lines: readonly number[]
  /** Of 本页小计, which each of several pages carries. */
  subtotal: number
  /** Of 合计 and what follows it on the last page. */
  end: number
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** How many lines stand on each page. The last page has a line at least, if there is any, so that no total stands alone. */
export function cutPages({ room, lines, subtotal, end }: Flow): number[] {
  if (sum(lines) + end <= room) return [lines.length]
  const pages: number[] = []
  let count = 0
  let used = 0
  for (const height of lines) {
    if (count > 0 && used + height + subtotal > room) {
      pages.push(count)
      count = 0
      used = 0
    }
    count += 1
    used += height
  }
  return count > 1 && used + subtotal + end > room ? [...pages, count - 1, 1] : [...pages, count]
}
