import { askOverride, type Override, overrideLabels } from '@chepu/contract/kernel/override'
import type { BodyOf } from '@chepu/contract/kernel/route'
import { Button } from 'antd'
import { useState } from 'react'
import { FormDialog } from '../form/form-dialog'
import { toast } from '../base/toast'

const fields = [{ name: 'remark', title: '说明', kind: 'area' as const, wide: true }]
const schema = askOverride.body.pick({ remark: true })

/** 请求放行: asks those who may let the document pass what the caller may not (business/notifications 4, event 8). */
export function AskOverride({ kind, id, override }: { kind: string; id: number; override: Override }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        请求放行
      </Button>
      {open && (
        <FormDialog
          title={`请求放行：${overrideLabels[override]}`}
          okText="发送"
          fields={fields}
          schema={schema}
          onSave={({ remark }: Pick<BodyOf<typeof askOverride>, 'remark'>) => ({
            route: askOverride,
            body: { kind, id, override, remark },
          })}
          onSaved={({ names }) => {
            toast.success(`已请求 ${names.slice(0, 3).join('、')}${names.length > 3 ? `等${names.length}人` : ''} 放行`)
            setOpen(false)
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
