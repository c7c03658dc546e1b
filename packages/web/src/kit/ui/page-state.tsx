import { Button } from 'antd'
import type { ReactNode } from 'react'

/** What a page shows while it reads, or why it could not. */
export function PageState(props: { error: Error | null; retry: () => void; children?: ReactNode }) {
  if (!props.error) return <p className="dt-placeholder">{props.children ?? '正在加载…'}</p>
  return (
    <div role="alert" className="dt-placeholder">
      <p>{props.error.message}</p>
      <Button size="small" onClick={props.retry}>
        重试
      </Button>
    </div>
  )
}
