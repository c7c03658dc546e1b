import { type Scope, type ScopeArea, scopeAreas, scopeNames } from '@chepu/contract/kernel/scope-areas'
import { dataScopeRoutes } from '@chepu/contract/access/user-rights'
import { Button, Segmented, Tag, TreeSelect } from 'antd'
import { useMemo, useState } from 'react'
import { call } from '../../kit/base/call'
import { Confirm } from '../../kit/ui/confirm'
import { saveOnKey } from '../../kit/form/master-form'
import { PageModal } from '../../kit/ui/page-modal'
import { useSession } from '../../kit/base/session'
import { toast } from '../../kit/base/toast'
import { treeOf, type TreeNode } from '../../kit/form/tree-rows'
import { useCall } from '../../kit/base/use-call'
import '../access.css'
import { BarSelect, SaveFailure } from '../bar'
import { PageState } from '../../kit/ui/page-state'
import { areas, type ScopesEdit, type Settings, type Subject, type SubjectKind, useScopes } from './data-scopes'
import { useReach } from './reach'
import { useSave } from '../use-save'
import { useUnsaved } from '../../kit/ui/use-unsaved'

/** 数据权限: roles or users by area (business/access 3.10, 7). */
export default function DataPermission() {
  const session = useSession()
  const { options } = useReach()
  const [orgId, setOrgId] = useState(session.orgId)
  const [kind, setKind] = useState<SubjectKind>('role')
  const settings = useCall(dataScopeRoutes.read, { query: { orgId } })
  const reload = () => settings.refetch()
  if (!settings.data || settings.data.orgId !== orgId)
    return (
      <div className="lp">
        <h1 className="visually-hidden">数据权限</h1>
        <PageState error={settings.error} retry={() => void reload()} />
      </div>
    )
  return (
    <Editor
      key={`${orgId}/${kind}`}
      settings={settings.data}
      kind={kind}
      orgs={options}
      onKind={setKind}
      onOrg={setOrgId}
      onReload={reload}
    />
  )
}

function Editor(props: {
  settings: Settings
  kind: SubjectKind
  orgs: readonly { value: number; label: string }[]
  onKind: (kind: SubjectKind) => void
  onOrg: (id: number) => void
  onReload: () => Promise<unknown>
}) {
  const { settings, kind } = props
  const edit = useScopes(settings, kind)
  const { mayEdit, changed } = edit
  const [naming, setNaming] = useState<Place>()
  const [resetting, setResetting] = useState<Subject>()
  const { leave, question } = useUnsaved(changed.length > 0)
  const departments = useMemo(() => treeOf(settings.departments), [settings.departments])
  const nameOf = new Map(settings.departments.map(({ id, name }) => [id, name]))

  /** Reads again after a save; what others of them have unsaved stays. */
  const readAgain = async (saved: readonly Subject[]) => {
    await props.onReload()
    edit.forget(saved)
  }
  const saving = useSave(async () => {
    // One after the other: each is a change of its own, and a refused one names its subject.
    const saved: Subject[] = []
    try {
      for (const subject of changed) {
        await call(dataScopeRoutes.save, {
          body: { ...edit.target(subject), scopes: [...edit.scopesOf(subject)] },
          quiet: true,
        })
        saved.push(subject)
      }
    } finally {
      await readAgain(saved)
    }
    toast.success('已保存')
  })
  const reset = async (subject: Subject) => {
    await call(dataScopeRoutes.save, { body: { ...edit.target(subject), reset: true } })
    await readAgain([subject])
    toast.success('已恢复默认')
  }
  const reload = () => void props.onReload().then(edit.giveUp)
  const trySave = () => void (changed.length > 0 && saving.save())
  return (
    <div className="lp ac" onKeyDown={saveOnKey(trySave)}>
      <h1 className="visually-hidden">数据权限</h1>
      <div className="lp-bar">
        <BarSelect
          title="企业"
          value={settings.orgId}
          options={props.orgs}
          onChange={(id) => id !== undefined && leave(() => props.onOrg(id))}
          wide
        />
        <Segmented
          size="small"
          value={kind}
          options={[
            { value: 'role' as const, label: '按角色' },
            { value: 'user' as const, label: '按用户' },
          ]}
          onChange={(next) => leave(() => props.onKind(next))}
        />
        {mayEdit && (
          <Button size="small" type="primary" disabled={changed.length === 0} loading={saving.busy} onClick={trySave}>
            保存
          </Button>
        )}
        {changed.length > 0 && <Tag color="warning">未保存</Tag>}
        <span className="ac-note">本人 &lt; 本部门 &lt; 本企业 &lt; 全部；多个角色取最大，用户设置优先于角色。</span>
      </div>
      <SaveFailure failure={saving.failure} isStale={saving.isStale} onReload={reload} />
      <ScopesTable kind={kind} edit={edit} known={nameOf} onName={setNaming} onReset={setResetting} />
      {naming && (
        <DepartmentsDialog
          title={`${naming.subject.name}-${scopeAreas[naming.area]}：指定部门`}
          departments={departments}
          known={nameOf}
          value={edit.look(naming.subject, naming.area).own?.departmentIds ?? []}
          onDone={(ids) => {
            if (ids)
              edit.set(naming.subject, naming.area, {
                area: naming.area,
                scope: 2,
                departmentIds: ids.length > 0 ? ids : null,
              })
            setNaming(undefined)
          }}
        />
      )}
      {resetting && (
        <Confirm title="恢复默认" okText="恢复" run={() => reset(resetting)} onClose={() => setResetting(undefined)}>
          {kind === 'role'
            ? `“${resetting.name}”的数据范围恢复为预置值；不是预置角色的恢复为本企业。`
            : `“${resetting.name}”自己的数据范围全部清除，按角色执行。`}
        </Confirm>
      )}
      {question}
    </div>
  )
}

interface Place {
  subject: Subject
  area: ScopeArea
}

interface TableProps {
  kind: SubjectKind
  edit: ScopesEdit
  /** Names of the departments of this organisation. */
  known: ReadonlyMap<number, string>
  onName: (place: Place) => void
  onReset: (subject: Subject) => void
}

/** A row for each role or user, a column for each area. */
function ScopesTable(props: TableProps) {
  const { kind, edit } = props
  return (
    <div className="ac-matrix">
      <table aria-label="数据权限">
        <thead>
          <tr>
            <th className="ac-stub" scope="col">
              {kind === 'role' ? '角色' : '用户'}
            </th>
            {areas.map((area) => (
              <th key={area} scope="col">
                {scopeAreas[area]}
              </th>
            ))}
            {edit.mayEdit && <th scope="col">操作</th>}
          </tr>
        </thead>
        <tbody>
          {edit.subjects.map((subject) => (
            <tr key={subject.id}>
              <th scope="row" className="ac-stub">
                {subject.name}
              </th>
              {areas.map((area) => (
                <ScopeCell key={area} {...props} place={{ subject, area }} />
              ))}
              {edit.mayEdit && (
                <td>
                  {subject.mayEdit && (
                    <button
                      type="button"
                      className="kit-link"
                      aria-label={`${subject.name} 恢复默认`}
                      onClick={() => props.onReset(subject)}
                    >
                      恢复默认
                    </button>
                  )}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function ScopeCell({ kind, edit, known, onName, place }: TableProps & { place: Place }) {
  const { subject, area } = place
  const { own, inherited, isChanged, mayGive } = edit.look(subject, area)
  const named = own?.scope === 2 ? (own.departmentIds ?? []) : []
  return (
    <td className={isChanged ? 'is-changed' : undefined}>
      <select
        aria-label={`${subject.name} ${scopeAreas[area]}`}
        className={own ? undefined : 'is-inherited'}
        disabled={!subject.mayEdit}
        value={own?.scope ?? ''}
        onChange={({ target: { value } }) =>
          edit.set(
            subject,
            area,
            value === '' ? undefined : { area, scope: Number.parseInt(value, 10) as Scope, departmentIds: null },
          )
        }
      >
        <option value="">
          {scopeNames[inherited]}（{kind === 'role' ? '默认' : '按角色'}）
        </option>
        {([1, 2, 3, 4] as const).map((scope) => (
          <option key={scope} value={scope} disabled={!mayGive(scope)}>
            {scopeNames[scope]}
          </option>
        ))}
      </select>
      {own?.scope === 2 && (
        <button
          type="button"
          className="kit-link"
          disabled={!subject.mayEdit}
          aria-label={`${subject.name} ${scopeAreas[area]} 指定部门`}
          title={named.map((id) => known.get(id) ?? '其他企业的部门').join('、')}
          onClick={() => onName(place)}
        >
          {named.length === 0 ? '指定部门' : `${named.length}个部门`}
        </button>
      )}
    </td>
  )
}

interface Choice {
  value: number
  title: string
  children: Choice[]
}
const choices = (nodes: readonly TreeNode<{ id: number; parentId: number | null; name: string }>[]): Choice[] =>
  nodes.map(({ row, children }) => ({ value: row.id, title: row.name, children: choices(children) }))

/** Departments that 本部门 means instead of the person's own; those below are included. */
function DepartmentsDialog(props: {
  title: string
  departments: readonly TreeNode<{ id: number; parentId: number | null; name: string }>[]
  known: ReadonlyMap<number, string>
  value: readonly number[]
  onDone: (ids?: number[]) => void
}) {
  const [ids, setIds] = useState<number[]>(props.value.filter((id) => props.known.has(id)))
  // Departments of other organisations stay as they are.
  const elsewhere = props.value.filter((id) => !props.known.has(id))
  return (
    <PageModal
      open
      width={440}
      title={props.title}
      okText="确定"
      cancelText="取消"
      onOk={() => props.onDone([...ids, ...elsewhere])}
      onCancel={() => props.onDone()}
    >
      <TreeSelect
        aria-label="部门"
        multiple
        treeDefaultExpandAll
        style={{ width: '100%' }}
        placeholder="空为本人所在部门"
        value={ids}
        treeData={choices(props.departments)}
        showSearch={{ treeNodeFilterProp: 'title' }}
        onChange={(next: number[]) => setIds(next)}
      />
      <p className="mf-help">包含其下级部门。</p>
    </PageModal>
  )
}
