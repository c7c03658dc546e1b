import { inspectionRoutes } from '@chepu/contract/repair/inspection'
import { Button } from 'antd'
import { useState } from 'react'
import { call } from '../../kit/base/call'
import { useTabs } from '../../kit/base/tabs'
import type { EditorApi } from '../../kit/document/document-context'
import { type InspectedAt, StartDialog } from './start-dialog'
import './inspection.css'

/** 检车 of an order or a reception: the last report that it has, or a new one. */
export function InspectButton({ editor, of }: { editor: EditorApi; of: 'workOrderId' | 'receptionId' }) {
  const { open } = useTabs()
  const [at, setAt] = useState<InspectedAt>()
  const show = (id: number) => open({ key: 'inspection', params: { id }, title: '检车报告' })
  const inspect = async () => {
    const asked = { [of]: editor.id as number } as InspectedAt
    // The call has told the user what went wrong.
    const found = await call(inspectionRoutes.list, { query: { ...asked, page: 1, rows: 1 } }).catch(() => undefined)
    const last = found?.rows[0]
    if (last) show(last.id)
    else if (found) setAt(asked)
  }
  return (
    <>
      <Button size="small" onClick={() => void inspect()}>
        检车
      </Button>
      {at && <StartDialog at={at} onStarted={show} onClose={() => setAt(undefined)} />}
    </>
  )
}
