import { button } from '@chepu/contract/access/catalogue'
import { limitLabels, type PermissionCatalogue, permissionCatalogue } from '@chepu/contract/access/role'
import { userRoutes } from '@chepu/contract/access/user'
import {
  authButtons,
  privilegeRoutes,
  type UserLimitKey,
  userLimitKeys,
  type UserLimits,
} from '@chepu/contract/access/user-rights'
import type { FieldKey } from '@chepu/contract/kernel/fields'
import type { DataOf } from '@chepu/contract/kernel/route'
import { Button, Checkbox, Segmented, Tag } from 'antd'
import { useMemo, useState } from 'react'
import { call } from '../../kit/base/call'
import { percentText } from '../../kit/base/format'
import { fieldErrors, saveOnKey } from '../../kit/form/master-form'
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
import { LimitInput } from './limit-input'
import { percentOf, rateOf } from './percent'
import { type Look, PermissionGrid, Tick } from './permission-grid'
import { useReach } from './reach'
import { useSave } from '../use-save'
import { useUnsaved } from '../use-unsaved'

type Grants = DataOf<typeof privilegeRoutes.read>
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

interface Layer {
  granted: ReadonlySet<number>
  withdrawn: ReadonlySet<number>
  visible: ReadonlySet<FieldKey>
  hidden: ReadonlySet<FieldKey>
  limits: UserLimits
}

const layerOf = (grants: Grants): Layer => ({
  granted: new Set(grants.granted),
  withdrawn: new Set(grants.withdrawn),
  visible: new Set(grants.visibleFields),
  hidden: new Set(grants.hiddenFields),
  limits: { ...grants.limits, discountLimit: percentOf(grants.limits.discountLimit) },
})
const plain = ({ granted, withdrawn, visible, hidden, limits }: Layer) =>
  JSON.stringify([[...granted].sort(), [...withdrawn].sort(), [...visible].sort(), [...hidden].sort(), limits])
const belowMin = button('price', 'below_min')

/** Sets the wish for one right: nothing of its own when the roles already say so. */
function wish<Key>(id: Key, on: boolean, fromRoles: boolean, plus: ReadonlySet<Key>, minus: ReadonlySet<Key>) {
  const [more, less] = [new Set(plus), new Set(minus)]
  more.delete(id)
  less.delete(id)
  if (on && !fromRoles) more.add(id)
  if (!on && fromRoles) less.add(id)
  return [more, less] as const
}

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
  const { has, sees } = useSession()
  const start = useMemo(() => layerOf(grants), [grants])
  const [layer, setLayer] = useState(start)
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [search, setSearch] = useState('')
  const [changedOnly, setChangedOnly] = useState(false)
  const [inspecting, setInspecting] = useState(false)
  const ofRoles = useMemo(() => new Set(grants.roles.flatMap((role) => role.buttons)), [grants.roles])
  const fieldsOfRoles = useMemo(() => new Set(grants.roles.flatMap((role) => role.fields)), [grants.roles])
  const mayButtons = !grants.isProtected && has(authButtons.grant)
  const mayFields = !grants.isProtected && has(authButtons.field)
  const dirty = plain(layer) !== plain(start)
  const { leave, settled, question } = useUnsaved(dirty, props.hold)
  const reload = () => {
    settled()
    return props.onReload()
  }

  const isOn = (id: number, of: Layer = layer) => of.granted.has(id) || (ofRoles.has(id) && !of.withdrawn.has(id))
  const look = (id: number): Look => ({
    on: isOn(id),
    locked: !mayButtons || (!isOn(id) && !has(id) && !isOn(id, start)),
    mark: layer.granted.has(id) ? '增' : layer.withdrawn.has(id) ? '收' : '',
  })
  const toggle = (ids: readonly number[], on: boolean) =>
    setLayer((old) => {
      let { granted, withdrawn } = old
      for (const id of ids) [granted, withdrawn] = wish(id, on, ofRoles.has(id), granted, withdrawn)
      return { ...old, granted, withdrawn }
    })
  const seesField = (key: FieldKey, of: Layer = layer) =>
    of.visible.has(key) || (fieldsOfRoles.has(key) && !of.hidden.has(key))
  const toggleField = (key: FieldKey, on: boolean) =>
    setLayer((old) => {
      const [visible, hidden] = wish(key, on, fieldsOfRoles.has(key), old.visible, old.hidden)
      return { ...old, visible, hidden }
    })

  const saving = useSave(async () => {
    const body = {
      userId: grants.userId,
      orgId: grants.orgId,
      version: grants.version,
      granted: [...layer.granted],
      withdrawn: [...layer.withdrawn],
      visibleFields: [...layer.visible],
      hiddenFields: [...layer.hidden],
      limits: { ...layer.limits, discountLimit: rateOf(layer.limits.discountLimit) },
    }
    const parsed = privilegeRoutes.save.body.safeParse(body)
    if (!parsed.success) {
      setFaults(fieldErrors(parsed.error.issues.map((issue) => ({ ...issue, path: issue.path.slice(-1) }))))
      return props.onPane('fields')
    }
    setFaults({})
    await call(privilegeRoutes.save, { body, quiet: true })
    await reload()
    toast.success('已保存，对方的菜单和按钮随即更新')
  })
  /** 复制自用户: his layer in the place of this one's, to be saved. */
  const copyFrom = async (userId: number) => {
    const other = await call(privilegeRoutes.read, { query: { userId, orgId: grants.orgId } })
    setLayer(layerOf(other))
    toast.info('已复制增加项、收回项、字段和上限，保存后生效')
  }
  const trySave = () => void (dirty && (mayButtons || mayFields) && saving.save())
  const setLimit = (key: UserLimitKey, value: string | null, isUnlimited: boolean) =>
    setLayer((old) => {
      const others = old.limits.unlimited.filter((each) => each !== key)
      return {
        ...old,
        limits: { ...old.limits, [key]: value, unlimited: isUnlimited ? [...others, key].sort() : others },
      }
    })
  const roleLimit = (key: UserLimitKey) => {
    const value = grants.roleLimits[key]
    return value === null ? '不限' : key === 'discountLimit' ? percentText(value) : `${value}元`
  }
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
              look={look}
              onToggle={toggle}
              search={search}
              markedOnly={changedOnly}
            />
          ) : (
            <div className="ac-fields">
              <section aria-label="字段可见">
                <h2>字段可见</h2>
                <div className="ac-boxes">
                  {catalogue.fields.map(({ key, name }) => {
                    const mark = layer.visible.has(key) ? '（增加）' : layer.hidden.has(key) ? '（收回）' : ''
                    return (
                      <Tick
                        key={key}
                        label={name + mark}
                        checked={seesField(key)}
                        disabled={!mayFields || (!seesField(key) && !sees(key) && !seesField(key, start))}
                        onChange={(on) => toggleField(key, on)}
                      />
                    )
                  })}
                </div>
              </section>
              <section aria-label="上限">
                <h2>上限</h2>
                {userLimitKeys.map((key) => (
                  <LimitInput
                    key={key}
                    title={limitLabels[key]}
                    unit={key === 'discountLimit' ? '%' : '元'}
                    nullLabel={`按角色（${roleLimit(key)}）`}
                    start="0"
                    disabled={!mayButtons}
                    value={layer.limits[key]}
                    error={faults[key]}
                    onChange={(value) => setLimit(key, value, false)}
                    unlimited={{
                      on: layer.limits.unlimited.includes(key),
                      onChange: (on) => setLimit(key, null, on),
                    }}
                  />
                ))}
                <Tick
                  label="可以低于最低价销售"
                  checked={isOn(belowMin)}
                  disabled={look(belowMin).locked}
                  onChange={(on) => toggle([belowMin], on)}
                />
              </section>
            </div>
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
