import type { MergePreview } from '@chepu/contract/kernel/merge-preview'
import type { Route } from '@chepu/contract/kernel/route'
import type { z } from 'zod'
import { useCall } from '../base/use-call'

type PreviewRoute = Route<z.ZodType, z.ZodType, z.ZodType, z.ZodType<MergePreview>>

/** What a merge would do, below the field that names the doubled row: what goes over, or why it is refused. */
export function MergeNote({ route, id, sourceId }: { route: PreviewRoute; id: number; sourceId: unknown }) {
  const isChosen = typeof sourceId === 'number'
  const found = useCall(route, { params: { id }, query: { sourceId } } as never, { enabled: isChosen })
  if (!isChosen) return null
  if (found.error)
    return (
      <p className="mf-error" role="alert">
        {found.error.message}
      </p>
    )
  if (!found.data) return <p className="mf-help">正在查询…</p>
  const { refusals, moves } = found.data
  if (refusals.length > 0)
    return (
      <div role="alert">
        {refusals.map((refusal) => (
          <p key={refusal} className="mf-error">
            {refusal}
          </p>
        ))}
      </div>
    )
  if (moves.length === 0) return <p className="mf-help">没有要并入的库存、余额和资料，合并后停用。</p>
  return (
    <div role="status">
      <p className="mf-help">合并后转入：</p>
      <ul className="mf-help">
        {moves.map(({ what, detail }) => (
          <li key={`${what} ${detail}`}>
            {what}：{detail}
          </li>
        ))}
      </ul>
    </div>
  )
}
