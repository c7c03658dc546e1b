import { useEffect } from 'react'
import { useEditor } from '../../kit/document/document-context'
import { useGoods } from '../../kit/goods-editor/goods-context'

/** The part that is entered first is the kit; the tick may be moved to another line. */
export function useFirstIsKit(): void {
  const { readOnly } = useEditor()
  const { lines } = useGoods()
  useEffect(
    () =>
      lines.watch((_, after) => {
        const [first, ...others] = lines.filled()
        if (readOnly || !first || others.length > 0 || after?.key !== first.key || first['isKit'] === true) return
        lines.update(first.key, { isKit: true })
      }),
    [lines, readOnly],
  )
}
