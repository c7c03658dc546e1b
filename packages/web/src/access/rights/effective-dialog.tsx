import { scopeNames } from '@chepu/contract/kernel/scope-areas'
import { effectiveRights, type EffectiveRights } from '@chepu/contract/access/user-rights'
import { Input } from 'antd'
import { useState } from 'react'
import { percentText } from '../../kit/base/format'
import { PageModal } from '../../kit/ui/page-modal'
import { useCall } from '../../kit/base/use-call'
import { PageState } from '../../kit/ui/page-state'

type Source = EffectiveRights['fields'][number]

/** Where a right comes from, in words. */
function fromOf({ roles, own, isStopped }: Pick<Source, 'roles' | 'own' | 'isStopped'>): string {
  const parts = [
    ...(roles.length > 0 ? [`角色：${roles.join('、')}`] : []),
    ...(own === true ? ['用户增加'] : []),
    ...(own === false ? ['用户收回'] : []),
    ...(isStopped ? ['平台已停用'] : []),
  ]
  return parts.join('；')
}

/** 查看有效权限: everything that a user may do, and where each right comes from. */
export function EffectiveDialog(props: { userId: number; orgId: number; name: string; onClose: () => void }) {
  const rights = useCall(effectiveRights, { query: { userId: props.userId, orgId: props.orgId } })
  const [search, setSearch] = useState('')
  const data = rights.data
  const matches = (text: string) => search === '' || text.includes(search)
  return (
    <PageModal open width={760} title={`有效权限：${props.name}`} footer={null} onCancel={props.onClose}>
      {!data ? (
        <PageState error={rights.error} retry={() => void rights.refetch()} />
      ) : (
        <div className="ac-effective ac-members">
          <Input
            allowClear
            placeholder="搜索权限"
            aria-label="搜索有效权限"
            value={search}
            onChange={(event) => setSearch(event.target.value.trim())}
          />
          <Rights
            title={`按钮（${data.buttons.filter((each) => each.isHeld).length}）`}
            rows={data.buttons
              .map((each) => ({
                ...each,
                key: String(each.id),
                name: `${each.group}-${each.name}`,
                note: String(each.id),
              }))
              .filter((each) => matches(each.name))}
          />
          <Rights
            title={`可见字段（${data.fields.filter((each) => each.isHeld).length}）`}
            rows={data.fields.map((each) => ({ ...each, note: '' })).filter((each) => matches(each.name))}
          />
          <Facts
            title="数据范围"
            rows={data.scopes.map(({ name, scope, departments, from }) => ({
              name,
              value: scopeNames[scope] + (departments.length > 0 ? `（${departments.join('、')}）` : ''),
              from,
            }))}
          />
          <Facts
            title="上限"
            rows={data.limits.map(({ name, value, isRate, from }) => ({
              name,
              value: value === null ? '不限' : isRate ? percentText(value) : `${value}元`,
              from,
            }))}
          />
          <Facts
            title="仓库"
            rows={data.warehouses.map(({ name, flags, from }) => ({ name, value: flags.join('、'), from }))}
          />
        </div>
      )}
    </PageModal>
  )
}

function Rights(props: { title: string; rows: readonly (Omit<Source, 'key'> & { key: string; note: string })[] }) {
  if (props.rows.length === 0) return null
  return (
    <>
      <h3>{props.title}</h3>
      <table>
        <thead>
          <tr>
            <th>权限</th>
            <th>来源</th>
          </tr>
        </thead>
        <tbody>
          {props.rows.map((row) => (
            <tr key={row.key} className={row.isHeld ? undefined : 'is-lost'}>
              <th scope="row">
                {row.name} <small>{row.note}</small>
              </th>
              <td>{fromOf(row)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

function Facts(props: { title: string; rows: readonly { name: string; value: string; from: string }[] }) {
  if (props.rows.length === 0) return null
  return (
    <>
      <h3>{props.title}</h3>
      <table>
        <thead>
          <tr>
            <th>项目</th>
            <th>范围</th>
            <th>来源</th>
          </tr>
        </thead>
        <tbody>
          {props.rows.map((row) => (
            <tr key={row.name}>
              <th scope="row">{row.name}</th>
              <td>{row.value}</td>
              <td>{row.from}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
