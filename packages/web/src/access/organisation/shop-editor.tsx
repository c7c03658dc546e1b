import { orgButtons, orgChange, type OrgRow, orgRoutes, shopRoutes } from '@chepu/contract/access/org'
import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { DataOf } from '@chepu/contract/kernel/route'
import { FormDialog } from '../../kit/form/form-dialog'
import type { Change } from '../../kit/base/submit-once'
import {
  type FormValues,
  MasterFailure,
  type MasterField,
  MasterFields,
  saveOnKey,
  useMasterForm,
} from '../../kit/form/master-form'
import { useSession } from '../../kit/base/session'
import { useScreenParams, useTabs } from '../../kit/base/tabs'
import { toast } from '../../kit/base/toast'
import { useCall, useRefreshCalls } from '../../kit/base/use-call'
import { useKept, useUnsavedMark } from '../../kit/base/use-kept'
import { AccountShown } from './account-shown'
import { useOrgFields, useOrgOptions } from './org-fields'

type Saved = DataOf<typeof shopRoutes.save>
type Account = NonNullable<Saved['account']>

/** 新建/编辑门店 (business/access 3.5): `?id=` changes an organisation, `?parentId=` names the one above a new one. */
export default function ShopEditor() {
  const { id } = useScreenParams<{ id: string }>()
  const asked = id === undefined ? 0 : Number.parseInt(id, 10)
  const found = useCall(orgRoutes.read, { params: { id: asked } }, { enabled: asked > 0 })
  const kept = useKept(found.data, isSame)
  if (asked > 0 && !kept.data && found.error)
    return (
      <div className="me" role="alert">
        <p>{found.error.message}</p>
        <div>
          <Button size="small" onClick={() => void found.refetch()}>
            重试
          </Button>
        </div>
      </div>
    )
  if (asked > 0 && !kept.data) return <div className="me">正在加载…</div>
  return (
    <Editor
      key={kept.round}
      org={kept.data}
      hold={kept.hold}
      own={(org) => kept.data && kept.own({ ...kept.data, ...org })}
      onReload={() => void found.refetch().then(({ isSuccess }) => isSuccess && kept.renew())}
    />
  )
}

const isSame = (before: OrgRow, now: OrgRow) => before.id === now.id && before.version === now.version

interface EditorProps {
  org: OrgRow | undefined
  hold: (unsaved: boolean) => void
  own: (org: OrgRow) => void
  onReload: () => void
}

function Editor({ org, hold, own, onReload }: EditorProps) {
  const { has, orgId } = useSession()
  const { parentId } = useScreenParams<{ parentId: string }>()
  const { setTitle, setParams } = useTabs()
  const refreshCalls = useRefreshCalls()
  const [asking, setAsking] = useState(false)
  const [shown, setShown] = useState<Account>()
  const saved = useRef<Saved>(undefined)
  const fields = [...useOrgFields(org), ...useCopyFields(org === undefined)]
  const may = org ? org.buttons.includes(orgButtons.update) : has(orgButtons.add)
  const refresh = () => refreshCalls(orgRoutes.list, orgRoutes.totals, orgRoutes.nodes, orgRoutes.read, shopRoutes.list)
  const done = (result: Saved) => {
    saved.current = result
    settled()
    refresh()
    if (result.account) setShown(result.account)
    else if (!org) setParams({ id: result.id })
  }
  const form = useMasterForm({
    fields,
    schema: org ? orgChange : shopRoutes.save.body,
    row: org,
    preset: { parentId: parentId === undefined ? orgId : Number.parseInt(parentId, 10) },
    onSave: (body): Change<typeof orgRoutes.update | typeof shopRoutes.save> => ({
      route: org ? orgRoutes.update : shopRoutes.save,
      body: body as never,
    }),
    isKept: org !== undefined,
    onSaved: (answer, _, sent) => {
      toast.success('已保存')
      if (!org) return done(answer as Saved)
      own({ ...org, ...sent, version: answer.version })
      refresh()
    },
  })
  useEffect(() => setTitle(org ? `编辑门店-${org.name}` : '新建门店'), [org, setTitle])
  const settled = useUnsavedMark(form.dirty && may, hold)
  const save = () => may && void form.save(false)
  return (
    <div className="me" onKeyDown={saveOnKey(save)}>
      <h1 className="visually-hidden">{org ? '编辑门店' : '新建门店'}</h1>
      {may && (
        <div className="lp-bar">
          <Button size="small" type="primary" loading={form.busy} onClick={save}>
            保存
          </Button>
          {!org && (
            <Button size="small" disabled={form.busy} onClick={() => setAsking(true)}>
              保存并开通账号
            </Button>
          )}
        </div>
      )}
      <MasterFailure form={form} onReload={onReload} />
      <MasterFields form={form} fields={may ? fields : fields.map(asFixed)} isNew={!org && may} />
      {asking && <AccountDialog values={form.values} onDone={done} onClose={() => setAsking(false)} />}
      {shown && (
        <AccountShown
          title="门店已建立，管理员账号已开通"
          account={shown}
          onClose={() => {
            setShown(undefined)
            if (saved.current) setParams({ id: saved.current.id })
          }}
        />
      )}
    </div>
  )
}

const asFixed = (field: MasterField): MasterField => ({ ...field, fixed: true })

/** 复制自: what a new shop takes over from another organisation. */
function useCopyFields(isNew: boolean): MasterField[] {
  const orgs = useOrgOptions()
  if (!isNew) return []
  return [
    {
      name: 'copyConfigFrom',
      title: '复制自',
      kind: 'select',
      numeric: true,
      options: orgs,
      section: '复制',
      help: '复制该企业的参数设置；留空使用默认参数',
    },
    { name: 'copyRoles', title: '同时复制角色', kind: 'switch', help: '复制只属于该企业的角色；集团角色本来就可用' },
  ]
}

/** 保存并开通账号: asks for the login of the shop's administrator and saves both together. */
function AccountDialog(props: { values: FormValues; onDone: (result: Saved) => void; onClose: () => void }) {
  const { values, onDone, onClose } = props
  return (
    <FormDialog
      title="保存并开通账号"
      okText="保存并开通"
      schema={shopRoutes.save.body.shape.account.unwrap().unwrap()}
      fields={[
        { name: 'username', title: '用户名', required: true, help: '6-20位字母、数字或下划线' },
        { name: 'realName', title: '姓名', required: true },
        { name: 'mobile', title: '手机', help: '该账号是新门店的管理员；密码只显示一次，首次登录后须修改' },
      ]}
      preset={{ realName: values['manager'] }}
      onSave={(account: object) => ({ route: shopRoutes.save, body: { ...values, account } as never })}
      onSaved={(saved) => {
        onClose()
        onDone(saved)
      }}
      onClose={onClose}
    />
  )
}
