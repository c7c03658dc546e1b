import { menuSwitchRoutes } from '@chepu/contract/access/menu-switch'
import type { OrgRow } from '@chepu/contract/access/org'
import { Alert, Checkbox } from 'antd'
import { useState } from 'react'
import { call } from '../../kit/base/call'
import { PageModal } from '../../kit/ui/page-modal'
import { toast } from '../../kit/base/toast'
import { useCall, useRefreshCalls } from '../../kit/base/use-call'
import { useOneStep } from '../../kit/base/use-one-step'
import './organisation.css'

/** 菜单开关: which screens the organisation shows (business/access 2.2). */
export function MenuDialog({ org, onClose }: { org: OrgRow; onClose: () => void }) {
  const input = { query: { orgid: org.id } }
  const { data, error } = useCall(menuSwitchRoutes.read, input)
  const refreshCalls = useRefreshCalls()
  const [changed, setChanged] = useState<Readonly<Record<string, boolean>>>({})
  const { busy, take: save } = useOneStep(async () => {
    const screens = Object.entries(changed).map(([key, isOn]) => ({ key, isOn }))
    if (screens.length === 0) return onClose()
    await call(menuSwitchRoutes.save, { body: { orgid: org.id, screens } })
    toast.success('菜单已保存，相关用户立即生效')
    refreshCalls(menuSwitchRoutes.read)
    onClose()
  })
  return (
    <PageModal
      open
      title={`菜单开关：${org.name}`}
      width={720}
      okText="保存"
      cancelText="取消"
      confirmLoading={busy}
      onOk={() => void save()}
      onCancel={onClose}
    >
      {error && <Alert type="error" title={error.message} />}
      <p className="mf-help">不勾选的菜单在该企业不显示，不影响权限；灰色的由组织类型“{org.orgTypeName}”决定。</p>
      {data?.areas.map((area) => (
        <fieldset key={area.key} className="org-menu">
          <legend>{area.name}</legend>
          {area.screens.map(({ key, name, isOn, isOfType, isFixed }) => (
            <Checkbox
              key={key}
              disabled={isFixed || !isOfType}
              checked={isOfType && (changed[key] ?? isOn)}
              onChange={(event) => setChanged((old) => ({ ...old, [key]: event.target.checked }))}
            >
              {name}
            </Checkbox>
          ))}
        </fieldset>
      ))}
    </PageModal>
  )
}
