import { conflictsOf } from '@chepu/contract/access/duties'
import {
  limitLabels,
  type PermissionCatalogue,
  permissionCatalogue,
  roleButtons,
  type RoleLimits,
  rolePermissionRoutes,
  roleRoutes,
} from '@chepu/contract/access/role'
import type { FieldKey } from '@chepu/contract/kernel/fields'
import type { DataOf } from '@chepu/contract/kernel/route'
import { Button, Segmented, Tag } from 'antd'
import { useMemo, useRef, useState } from 'react'
import { call } from '../../kit/base/call'
import { Confirm } from '../../kit/ui/confirm'
import { fieldErrors, saveOnKey } from '../../kit/form/master-form'
import { SearchInput } from '../../kit/ui/search-input'
import { useSession } from '../../kit/base/session'
import { useScreenParams } from '../../kit/base/tabs'
import { toast } from '../../kit/base/toast'
import { useCall, useRefreshCalls } from '../../kit/base/use-call'
import { useKept } from '../../kit/base/use-kept'
import { useNarrow } from '../../kit/base/use-narrow'
import '../access.css'
import { BarSelect, SaveFailure } from '../bar'
import { PageState } from '../../kit/ui/page-state'
import { LimitInput } from './limit-input'
import { MenuTicks } from './menu-ticks'
import { percentOf, rateOf } from './percent'
import { type Look, PermissionGrid, Tick } from './permission-grid'
import { useSave } from '../use-save'
import { useUnsaved } from '../use-unsaved'

type Role = DataOf<typeof rolePermissionRoutes.read>
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

const limitKeys = Object.keys(limitLabels) as (keyof RoleLimits)[]
/** Limits as typed: the discount in per cent. */
const typedLimits = (limits: RoleLimits): RoleLimits => ({ ...limits, discountLimit: percentOf(limits.discountLimit) })
const sortedText = (values: Iterable<number | string>) => [...values].map(String).sort().join()

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
  const { has, sees } = useSession()
  const narrow = useNarrow()
  const [held, setHeld] = useState<ReadonlySet<number>>(() => new Set(role.buttons))
  const [fields, setFields] = useState<ReadonlySet<FieldKey>>(() => new Set(role.fields))
  const [limits, setLimits] = useState<RoleLimits>(() => typedLimits(role.limits))
  const [allWarehouses, setAllWarehouses] = useState(role.allWarehouses)
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [search, setSearch] = useState('')
  const [otherId, setOtherId] = useState<number>()
  const [warned, setWarned] = useState<string[]>()
  const panes = useRef<HTMLDivElement>(null)
  const refresh = useRefreshCalls()
  const before = useMemo(() => new Set(role.buttons), [role.buttons])
  const other = useCall(
    rolePermissionRoutes.read,
    { query: { roleId: otherId ?? 0 } },
    { enabled: otherId !== undefined },
  )
  const others = useMemo(() => (otherId && other.data ? new Set(other.data.buttons) : undefined), [otherId, other.data])

  const mayEdit = role.isOwn && has(roleButtons.grant)
  // What the giver does not hold he may take away, not give.
  const mayGive = (id: number) => mayEdit && (has(id) || before.has(id))
  const look = (id: number): Look => {
    const on = held.has(id)
    const mark = !others || others.has(id) === on ? '' : on ? '多' : '少'
    return { on, locked: on ? !mayEdit : !mayGive(id), mark }
  }
  const toggle = (ids: readonly number[], on: boolean) =>
    setHeld((old) => {
      const next = new Set(old)
      for (const id of ids)
        if (on) next.add(id)
        else next.delete(id)
      return next
    })
  const allIds = catalogue.groups.flatMap((group) => [group.pageId, ...group.actions.map((action) => action.id)])
  const givable = allIds.filter((id) => mayGive(id) || held.has(id))
  const isAll = givable.length > 0 && givable.every((id) => held.has(id))

  const dirty =
    sortedText(held) !== sortedText(role.buttons) ||
    sortedText(fields) !== sortedText(role.fields) ||
    allWarehouses !== role.allWarehouses ||
    limitKeys.some((key) => limits[key] !== typedLimits(role.limits)[key])
  const { leave, settled, question } = useUnsaved(dirty, props.hold)
  const reload = () => {
    settled()
    return props.onReload()
  }

  const saving = useSave(async () => {
    setWarned(undefined)
    const body = {
      roleId: role.roleId,
      version: role.version,
      buttons: [...held],
      fields: [...fields],
      allWarehouses,
      limits: { ...limits, discountLimit: rateOf(limits.discountLimit) },
    }
    const parsed = rolePermissionRoutes.save.body.safeParse(body)
    if (!parsed.success) {
      setFaults(fieldErrors(parsed.error.issues.map((issue) => ({ ...issue, path: issue.path.slice(-1) }))))
      return props.onPane('fields')
    }
    setFaults({})
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
    requestAnimationFrame(() => {
      const group = panes.current?.querySelector(`#group-${pageId}`)
      group?.scrollIntoView({ block: 'start' })
      group?.querySelector<HTMLInputElement>('.ac-boxes input:not(:disabled)')?.focus({ preventScroll: true })
    })
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
        {mayEdit && (
          <Tick
            label="全选"
            checked={isAll}
            partly={held.size > 0 && !isAll}
            onChange={(on) => toggle(on ? givable : allIds, on)}
          />
        )}
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
            {pane === 'buttons' && others && (
              <span className="ac-note">
                <b className="ac-more">多</b> 本角色有、对比角色没有　<b className="ac-less">少</b> 反之
              </span>
            )}
          </div>
          {pane === 'menu' && narrow && menu}
          {pane === 'buttons' && (
            <PermissionGrid groups={catalogue.groups} look={look} onToggle={toggle} search={search} />
          )}
          {pane === 'fields' && (
            <div className="ac-fields">
              <section aria-label="可见字段">
                <h2>可见字段</h2>
                <div className="ac-boxes">
                  {catalogue.fields.map(({ key, name }) => (
                    <Tick
                      key={key}
                      label={name}
                      checked={fields.has(key)}
                      disabled={!mayEdit || (!fields.has(key) && !sees(key) && !role.fields.includes(key))}
                      onChange={(on) => setFields(on ? new Set([...fields, key]) : without(fields, key))}
                    />
                  ))}
                </div>
              </section>
              <section aria-label="额度">
                <h2>额度</h2>
                {limitKeys.map((key) => (
                  <LimitInput
                    key={key}
                    title={limitLabels[key]}
                    unit={key === 'discountLimit' ? '%' : '元'}
                    nullLabel="不限"
                    start="0"
                    disabled={!mayEdit}
                    value={limits[key]}
                    error={faults[key]}
                    onChange={(value) => setLimits({ ...limits, [key]: value })}
                  />
                ))}
              </section>
              <section aria-label="仓库">
                <h2>仓库</h2>
                <Tick
                  label="全部仓库（包括以后新建的）"
                  checked={allWarehouses}
                  disabled={!mayEdit}
                  onChange={setAllWarehouses}
                />
              </section>
            </div>
          )}
        </div>
      </div>
      {warned && (
        <Confirm title="职责冲突提醒" okText="仍然保存" run={saving.save} onClose={() => setWarned(undefined)}>
          <ul className="ac-warned">
            {warned.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          建议分给不同的角色。
        </Confirm>
      )}
      {question}
    </div>
  )
}

function without<Value>(set: ReadonlySet<Value>, value: Value): ReadonlySet<Value> {
  const next = new Set(set)
  next.delete(value)
  return next
}
