import { type PermissionCatalogue, permissionCatalogue } from '@chepu/contract/access/role'
import { userRoutes } from '@chepu/contract/access/user'
import { privilegeRoutes } from '@chepu/contract/access/user-rights'
import { Button, Checkbox, Segmented, Tag } from 'antd'
import { useState } from 'react'
import { call } from '../../kit/base/call'
import { saveOnKey } from '../../kit/form/master-form'
import { SearchInput } from '../../kit/ui/search-input'
import { useSession } from '../../kit/base/session'
import { useScreenParams } from '../../kit/base/tabs'
import { toast } from '../../kit/base/toast'
import { useCall } from '../../kit/base/use-call'
import { useKept } from '../../kit/base/use-kept'
import '../access.css'
import { BarSelect, SaveFailure } from '../bar'
import { PageState } from '../../kit/ui/page-state'
import { EffectiveDialog } from './effective-dialog'
import { PermissionGrid } from './permission-grid'
import { PrivilegeFields } from './privilege-fields'
import { bodyOf, type Grants, useLayer } from './privilege-layer'
import { useReach } from './reach'
import { useLimitFaults } from './use-limit-faults'
import { useSave } from '../use-save'
import { useUnsaved } from '../../kit/ui/use-unsaved'

type Pane = 'buttons' | 'fields'

/** 用户授权: what one user holds beside his roles, or does not hold in spite of them (business/access 3.7). */
export default function Privilege() {
  const params = useScreenParams()
  const session = useSession()
  const { options: orgs } = useReach()
  const [orgId, setOrgId] = useState(session.orgId)
  const [chosen, setChosen] = useState(params['userId'] ? Number.parseInt(params['userId'], 10) : undefined)
  const users = useCall(userRoutes.list, { query: { orgId, rows: 1000 } })
  const rows = users.data?.rows ?? []
  const userId = rows.some((row) => row.id === chosen) ? chosen : rows.find((row) => !row.isProtected)?.id
  const catalogue = useCall(permissionCatalogue, {}, { stale: 60_000 })
  const grants = useCall(
    privilegeRoutes.read,
    { query: { userId: userId ?? 0, orgId } },
    { enabled: userId !== undefined },
  )
  const error = users.error ?? catalogue.error ?? grants.error
  const reload = () => Promise.all([users, catalogue, grants].map((each) => each.refetch()))
  const [pane, setPane] = useState<Pane>('buttons')
  const people = rows.map((row) => ({ value: row.id, label: `${row.realName} ${row.username}` }))
  const isAsked = grants.data?.userId === userId && grants.data?.orgId === orgId
  const kept = useKept(isAsked ? grants.data : undefined, isSame)
  if (!kept.data || !catalogue.data)
    return (
      <div className="lp">
        <h1 className="visually-hidden">用户授权</h1>
        <div className="lp-bar">
          <BarSelect title="企业" value={orgId} options={orgs} onChange={(id) => id && setOrgId(id)} wide />
          <BarSelect title="用户" value={userId} options={people} onChange={setChosen} wide />
        </div>
        <PageState error={error} retry={() => void reload()}>
          {users.isSuccess && userId === undefined ? '该企业没有您可以授权的用户' : undefined}
        </PageState>
      </div>
    )
  return (
    <Editor
      key={kept.round}
      grants={kept.data}
      catalogue={catalogue.data}
      orgs={orgs}
      users={people}
      onOrg={setOrgId}
      onUser={setChosen}
      pane={pane}
      onPane={setPane}
      onReload={reload}
      hold={kept.hold}
    />
  )
}

const isSame = (before: Grants, now: Grants) =>
  before.userId === now.userId && before.orgId === now.orgId && before.version === now.version

function Editor(props: {
  grants: Grants
  catalogue: PermissionCatalogue
  orgs: readonly { value: number; label: string }[]
  users: readonly { value: number; label: string }[]
  onOrg: (id: number) => void
  onUser: (id: number) => void
  pane: Pane
  onPane: (pane: Pane) => void
  onReload: () => Promise<unknown>
  /** Says whether something is unsaved here. */
  hold: (unsaved: boolean) => void
}) {
  const { grants, catalogue, pane } = props
  const edit = useLayer(grants)
  const { layer, dirty, mayButtons, mayFields } = edit
  const { faults, isFine } = useLimitFaults(privilegeRoutes.save.body, () => props.onPane('fields'))
  const [search, setSearch] = useState('')
  const [changedOnly, setChangedOnly] = useState(false)
  const [inspecting, setInspecting] = useState(false)
  const { leave, settled, question } = useUnsaved(dirty, props.hold)
  const reload = () => {
    settled()
    return props.onReload()
  }

  const saving = useSave(async () => {
    const body = bodyOf(grants, layer)
    if (!isFine(body)) return
    await call(privilegeRoutes.save, { body, quiet: true })
    await reload()
    toast.success('已保存，对方的菜单和按钮随即更新')
  })
  /** 复制自用户: his layer in the place of this one's, to be saved. */
  const copyFrom = async (userId: number) => {
    edit.copy(await call(privilegeRoutes.read, { query: { userId, orgId: grants.orgId } }))
    toast.info('已复制增加项、收回项、字段和上限，保存后生效')
  }
  const trySave = () => void (dirty && (mayButtons || mayFields) && saving.save())
  const paneOptions = [
    { value: 'buttons' as const, label: `增加 ${layer.granted.size}　收回 ${layer.withdrawn.size}` },
    { value: 'fields' as const, label: '字段与上限' },
  ]
  return (
    <div className="lp ac" onKeyDown={saveOnKey(trySave)}>
      <h1 className="visually-hidden">用户授权</h1>
      <div className="lp-bar">
        <BarSelect
          title="企业"
          value={grants.orgId}
          options={props.orgs}
          onChange={(id) => id !== undefined && leave(() => props.onOrg(id))}
          wide
        />
        <BarSelect
          title="用户"
          value={grants.userId}
          options={props.users}
          onChange={(id) => id !== undefined && leave(() => props.onUser(id))}
          wide
        />
        {(mayButtons || mayFields) && (
          <Button size="small" type="primary" disabled={!dirty} loading={saving.busy} onClick={trySave}>
            保存
          </Button>
        )}
        <Button size="small" onClick={() => setInspecting(true)}>
          查看有效权限
        </Button>
        {mayButtons && mayFields && (
          <BarSelect
            title="复制自用户"
            value={undefined}
            placeholder="选择用户"
            options={props.users.filter((user) => user.value !== grants.userId)}
            onChange={(id) => id !== undefined && void copyFrom(id).catch(() => undefined)}
          />
        )}
        {dirty && <Tag color="warning">未保存</Tag>}
      </div>
      <p className="ac-note">
        角色继承：{grants.roles.length === 0 ? '没有角色' : grants.roles.map((role) => role.name).join('、')}
        {grants.isProtected && '　您不能修改此用户的授权。'}
      </p>
      <SaveFailure failure={saving.failure} isStale={saving.isStale} onReload={() => void reload()} />
      <div className="ac-panes">
        <div className="ac-right">
          <div className="lp-bar">
            <Segmented size="small" value={pane} options={paneOptions} onChange={props.onPane} />
            {pane === 'buttons' && (
              <>
                <SearchInput placeholder="搜索权限" value={search} onChange={setSearch} />
                <Checkbox checked={changedOnly} onChange={(event) => setChangedOnly(event.target.checked)}>
                  只看增加和收回
                </Checkbox>
              </>
            )}
          </div>
          {pane === 'buttons' ? (
            <PermissionGrid
              groups={catalogue.groups}
              look={edit.look}
              onToggle={edit.toggle}
              search={search}
              markedOnly={changedOnly}
            />
          ) : (
            <PrivilegeFields catalogue={catalogue} edit={edit} roleLimits={grants.roleLimits} faults={faults} />
          )}
        </div>
      </div>
      {inspecting && (
        <EffectiveDialog
          userId={grants.userId}
          orgId={grants.orgId}
          name={props.users.find((user) => user.value === grants.userId)?.label ?? ''}
          onClose={() => setInspecting(false)}
        />
      )}
      {question}
    </div>
  )
}
