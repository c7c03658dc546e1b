import { invalid } from '../base/errors'

interface Node {
  id: number
  parentId: number | null
}

/**
 * Refuses a place under `parentId` that does not exist, is below the row itself, or would make the tree deeper than `most` levels.
 * `all` are the rows of the tree as they stand, `title` is what they are called; a new row has no id.
 */
export function assertTreePlace(
  all: readonly Node[],
  { id, parentId }: { id: number | undefined; parentId: number },
  { title, most }: { title: string; most: number },
): void {
  const wrong = (message: string): never => invalid([{ path: 'parentId', message }])
  const parents = new Map(all.map((each) => [each.id, each.parentId]))
  if (!parents.has(parentId)) wrong(`上级${title}不存在`)
  const above: number[] = []
  for (let at: number | null | undefined = parentId; at != null; at = parents.get(at)) above.push(at)
  if (id !== undefined && above.includes(id)) wrong('不能移到自己的下级')
  if (above.length + (id === undefined ? 1 : heightOf(all, id)) > most) wrong(`${title}最多${most}级`)
}

const heightOf = (all: readonly Node[], id: number): number =>
  1 + Math.max(0, ...all.filter((each) => each.parentId === id).map((each) => heightOf(all, each.id)))
