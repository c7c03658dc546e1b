import { type OrgRow, orgRoutes } from '@chepu/contract/access/org'
import { orgSettingGroups, type OrgSetting, submittableKinds } from '@chepu/contract/access/org-settings'
import { orgConfig } from '@chepu/contract/kernel/org-config'
import type { DataOf } from '@chepu/contract/kernel/route'
import { Checkbox } from 'antd'
import { useState } from 'react'
import { type FieldControl, MasterDrawer, type MasterField } from '../../kit/form/master-form'
import { toast } from '../../kit/base/toast'
import { useCall } from '../../kit/base/use-call'

function Kinds({ value, onChange, disabled }: FieldControl) {
  return (
    <Checkbox.Group
      disabled={disabled}
      value={(value as string[]) ?? []}
      options={Object.entries(submittableKinds).map(([kind, label]) => ({ value: kind, label }))}
      onChange={(kinds) => onChange(kinds)}
    />
  )
}

const defaults = orgConfig.parse({})

/** The control that a setting's kind of value asks for. */
function fieldOf({ key, title, help }: OrgSetting, section: string | undefined): MasterField {
  const value = defaults[key]
  const kinds: Readonly<Record<string, MasterField['kind']>> = {
    boolean: 'switch',
    string: 'decimal',
    number: 'integer',
  }
  return {
    name: key,
    title,
    help,
    wide: true,
    kind: kinds[typeof value],
    ...(section && { section }),
    ...(Array.isArray(value) && { render: Kinds }),
  }
}

const fields = orgSettingGroups.flatMap(({ title, settings }) =>
  settings.map((setting, i) => fieldOf(setting, i === 0 ? title : undefined)),
)

/** 参数设置: every setting of the organisation with what it does. They act on everybody's next step. */
export function ConfigDrawer(props: { org: OrgRow; onSaved: () => void; onClose: () => void }) {
  const { data, isFetching, refetch } = useCall(orgRoutes.read, { params: { id: props.org.id } })
  // The drawer stays with the row that it was opened with: what is read later would take away what is typed.
  const [org, setOrg] = useState<DataOf<typeof orgRoutes.read>>()
  if (!org && data && !isFetching) setOrg(data)
  if (!org) return null
  return (
    <MasterDrawer
      key={org.version}
      title={`参数设置：${org.name}`}
      fields={fields}
      schema={orgConfig}
      row={org.config}
      onSave={(config) => ({
        route: orgRoutes.config,
        body: { orgid: org.id, version: org.version, config: config as never },
      })}
      onSaved={() => {
        toast.success('参数已保存，立即生效')
        props.onSaved()
        props.onClose()
      }}
      onReload={() => void refetch().then(({ data: now }) => setOrg(now))}
      onClose={props.onClose}
    />
  )
}
