import { Button } from 'antd'
import { type ReactNode, useCallback } from 'react'
import { PageModal } from '../ui/page-modal'
import type { LabelSize, LabelText } from './label-template'
import { type DialogProps, useDialog } from '../ui/use-dialog'

/** A roll of stickers is not printed by a slip of the keyboard: above this it is asked for. */
const manyLabels = 500

const digits = (count: number) => count.toLocaleString('en-US')

/** Prints stickers; of a long roll it asks first. Draw the second value anywhere in the page. */
export function useLabels(
  size: LabelSize = 'usual',
): [print: (labels: readonly LabelText[]) => Promise<void>, node: ReactNode] {
  const [ask, question] = useDialog(RollQuestion)
  const print = useCallback(
    async (labels: readonly LabelText[]) => {
      const { countOf, printLabels } = await import('./labels')
      const count = countOf(labels)
      const chosen = count > manyLabels ? await ask({ labels, count }) : labels
      if (chosen) await printLabels(chosen, size)
    },
    [ask, size],
  )
  return [print, question]
}

interface Roll {
  labels: readonly LabelText[]
  count: number
}

/** How many stickers of a long roll are meant. */
function RollQuestion({ input: { labels, count }, onDone }: DialogProps<Roll, readonly LabelText[]>) {
  const single = () => onDone(labels.map((label) => ({ ...label, copies: 1 })))
  return (
    <PageModal
      open
      width={460}
      title="打印标签"
      onCancel={() => onDone()}
      footer={[
        <Button key="cancel" onClick={() => onDone()}>
          取消
        </Button>,
        ...(labels.length < count
          ? [
              <Button key="single" onClick={single}>
                每种 1 张，共 {digits(labels.length)} 张
              </Button>,
            ]
          : []),
        <Button key="all" type="primary" onClick={() => onDone(labels)}>
          打印 {digits(count)} 张
        </Button>,
      ]}
    >
      共 {digits(count)} 张标签，确定打印吗？
    </PageModal>
  )
}
