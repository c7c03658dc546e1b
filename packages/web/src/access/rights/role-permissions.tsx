import { conflictsOf } from '@chepu/contract/access/duties'
import {
  type PermissionCatalogue,
  permissionCatalogue,
  rolePermissionRoutes,
  roleRoutes,
} from '@chepu/contract/access/role'
import { Button, Segmented, Tag } from 'antd'
import { useMemo, useRef, useState } from 'react'
import { call } from '../../kit/base/call'
import { Confirm } from '../../kit/ui/confirm'
import { saveOnKey } from '../../kit/form/master-form'
import { SearchInput } from '../../kit/ui/search-input'
import { useScreenParams } from '../../kit/base/tabs'
import { toast } from '../../kit/base/toast'
import { useCall, useRefreshCalls } from '../../kit/base/use-call'
import { useKept } from '../../kit/base/use-kept'
import { useNarrow } from '../../kit/base/use-narrow'
import '../access.css'
import { BarSelect, SaveFailure } from '../bar'
import { PageState } from '../../kit/ui/page-state'
import { MenuTicks } from './menu-ticks'
import { type Look, PermissionGrid, Tick } from './permission-grid'
import { RoleFields } from './role-fields'
import { type Role, type RoleRights, useRoleRights } from './role-rights'
import { useLimitFaults } from './use-limit-faults'
import { useSave } from '../use-save'
import { useUnsaved } from '../../kit/ui/use-unsaved'

type Pane = 'menu' | 'buttons' | 'fields'

/** 角色权限: menu at the left, buttons at the right, fields and limits behind (business/access 3.6). */
export default function RolePermissions() {
  const params = useScreenParams()
  const roles = useCall(roleRoutes.list, { query: { rows: 200, active: 'true' } })
  const catalogue = useCall(permissionCatalogue, {}, { stale: 60_000 })
  const [chosen, setChosen] = useState(params['roleId'] ? Number.parseInt(params['roleId'], 10) : undefined)
  const roleId = chosen ?? roles.data?.rows[0]?.id
  const role = useCall(rolePermissionRoutes.read, { query: { roleId: roleId ?? 0 } }, { enabled: roleId !== undefined })
  const error = roles.error ?? catalogue.error ?? role.error
  const options = (roles.data?.rows ?? []).map(({ id, name, reach }) => ({ value: id, label: `${name}（${reach}）` }))
  const reload = () => Promise.all([roles, catalogue, role].map((each) => each.refetch()))
  const [pane, setPane] = useState<Pane>('buttons')
  const kept = useKept(role.data?.roleId === roleId ? role.data : undefined, isSame)
  if (!kept.data || !catalogue.data)
    return (
      <div className="lp">
        <h1 className="visually-hidden">角色权限</h1>
        <div className="lp-bar">
          <BarSelect title="角色" value={roleId} options={options} onChange={setChosen} wide />
        </div>
        <PageState error={error} retry={() => void reload()} />
      </div>
    )
  return (
    <Editor
      key={kept.round}
      role={kept.data}
      roles={options}
      catalogue={catalogue.data}
      onRole={setChosen}
      pane={pane}
      onPane={setPane}
      onReload={reload}
      hold={kept.hold}
    />
  )
}

const isSame = (before: Role, now: Role) => before.roleId === now.roleId && before.version === now.version

function Editor(props: {
  role: Role
  roles: readonly { value: number; label: string }[]
  catalogue: PermissionCatalogue
  onRole: (id: number) => void
  pane: Pane
  onPane: (pane: Pane) => void
  onReload: () => Promise<unknown>
  /** Says whether something is unsaved here. */
  hold: (unsaved: boolean) => void
}) {
  const { role, catalogue, pane } = props
  const rights = useRoleRights(role)
  const { held, fields, mayEdit, mayGive, toggle, dirty } = rights
  const narrow = useNarrow()
  const { faults, isFine } = useLimitFaults(rolePermissionRoutes.save.body, () => props.onPane('fields'))
  const [search, setSearch] = useState('')
  const [otherId, setOtherId] = useState<number>()
  const { look, isCompared } = useComparison(rights, otherId)
  const [warned, setWarned] = useState<string[]>()
  const panes = useRef<HTMLDivElement>(null)
  const refresh = useRefreshCalls()
  const { leave, settled, question } = useUnsaved(dirty, props.hold)
  const reload = () => {
    settled()
    return props.onReload()
  }

  const saving = useSave(async () => {
    setWarned(undefined)
    const body = rights.body()
    if (!isFine(body)) return
    const saved = await call(rolePermissionRoutes.save, { body, quiet: true })
    refresh(rolePermissionRoutes.read, roleRoutes.list)
    await reload()
    toast.success(saved.told > 0 ? `已保存，已通知${saved.told}名用户` : '已保存')
  })
  const trySave = () => {
    if (!dirty || !mayEdit) return
    const conflicts = conflictsOf(held)
    if (conflicts.length > 0) setWarned(conflicts)
    else void saving.save()
  }
  const show = (pageId: number) => {
    props.onPane('buttons')
    setSearch('')
    requestAnimationFrame(() => bringForward(panes.current?.querySelector(`#group-${pageId}`)))
  }
  const paneOptions = [
    ...(narrow ? [{ value: 'menu' as const, label: '菜单' }] : []),
    { value: 'buttons' as const, label: `按钮权限 ${held.size}` },
    { value: 'fields' as const, label: `字段与额度 ${fields.size}` },
  ]
  const menu = (
    <MenuTicks
      menu={catalogue.menu}
      holds={(id) => held.has(id)}
      mayGive={mayGive}
      onToggle={(ids, on) => mayEdit && toggle(ids, on)}
      onShow={show}
    />
  )
  return (
    <div className="lp ac" onKeyDown={saveOnKey(trySave)}>
      <h1 className="visually-hidden">角色权限</h1>
      <div className="lp-bar">
        <BarSelect
          title="角色"
          value={role.roleId}
          options={props.roles}
          onChange={(id) => id !== undefined && leave(() => props.onRole(id))}
          wide
        />
        {mayEdit && (
          <Button size="small" type="primary" disabled={!dirty} loading={saving.busy} onClick={trySave}>
            保存
          </Button>
        )}
        {mayEdit && <TickAll catalogue={catalogue} rights={rights} />}
        <BarSelect
          title="对比角色"
          value={otherId}
          options={props.roles.filter((each) => each.value !== role.roleId)}
          placeholder="选择角色"
          allowClear
          onChange={setOtherId}
          wide
        />
        <span className="ac-note">
          {dirty && <Tag color="warning">未保存</Tag>}
          {role.userCount}名用户
        </span>
      </div>
      {!mayEdit && <p className="ac-note">您只能查看此角色；集团角色由集团管理员维护，可复制为本企业角色。</p>}
      <SaveFailure failure={saving.failure} isStale={saving.isStale} onReload={() => void reload()} />
      <div className="ac-panes" ref={panes}>
        {!narrow && <nav className="ac-left">{menu}</nav>}
        <div className="ac-right">
          <div className="lp-bar">
            <Segmented size="small" value={pane} options={paneOptions} onChange={props.onPane} />
            {pane === 'buttons' && <SearchInput placeholder="搜索权限" value={search} onChange={setSearch} />}
            {pane === 'buttons' && isCompared && (
              <span className="ac-note">
                <b className="ac-more">多</b> 本角色有、对比角色没有　<b className="ac-less">少</b> 反之
              </span>
            )}
          </div>
          {pane === 'menu' && narrow && menu}
          {pane === 'buttons' && (
            <PermissionGrid groups={catalogue.groups} look={look} onToggle={toggle} search={search} />
          )}
          {pane === 'fields' && <RoleFields catalogue={catalogue} rights={rights} faults={faults} />}
        </div>
      </div>
      {warned && <ConflictQuestion conflicts={warned} run={saving.save} onClose={() => setWarned(undefined)} />}
      {question}
    </div>
  )
}

/** How the rights look beside those of another role. */
function useComparison({ held, mayEdit, mayGive }: RoleRights, otherId: number | undefined) {
  const other = useCall(
    rolePermissionRoutes.read,
    { query: { roleId: otherId ?? 0 } },
    { enabled: otherId !== undefined },
  )
  const others = useMemo(() => (otherId && other.data ? new Set(other.data.buttons) : undefined), [otherId, other.data])
  const look = (id: number): Look => {
    const on = held.has(id)
    const mark = !others || others.has(id) === on ? '' : on ? '多' : '少'
    return { on, locked: on ? !mayEdit : !mayGive(id), mark }
  }
  return { look, isCompared: others !== undefined }
}

/** Gives all that the giver may give, or takes everything. */
function TickAll({ catalogue, rights }: { catalogue: PermissionCatalogue; rights: RoleRights }) {
  const { held, mayGive, toggle } = rights
  const allIds = catalogue.groups.flatMap((group) => [group.pageId, ...group.actions.map((action) => action.id)])
  const givable = allIds.filter((id) => mayGive(id) || held.has(id))
  const isAll = givable.length > 0 && givable.every((id) => held.has(id))
  return (
    <Tick
      label="全选"
      checked={isAll}
      partly={held.size > 0 && !isAll}
      onChange={(on) => toggle(on ? givable : allIds, on)}
    />
  )
}

function ConflictQuestion(props: { conflicts: readonly string[]; run: () => Promise<void>; onClose: () => void }) {
  return (
    <Confirm title="职责冲突提醒" okText="仍然保存" run={props.run} onClose={props.onClose}>
      <ul className="ac-warned">
        {props.conflicts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      建议分给不同的角色。
    </Confirm>
  )
}

function bringForward(group: Element | null | undefined): void {
  group?.scrollIntoView({ block: 'start' })
  group?.querySelector<HTMLInputElement>('.ac-boxes input:not(:disabled)')?.focus({ preventScroll: true })
}
