import { policyButtons, policyRoutes, type PolicyView } from '@chepu/contract/warranty/policy'
import { useSession } from '../../kit/base/session'
import { useScreenParams } from '../../kit/base/tabs'
import { useCall } from '../../kit/base/use-call'
import { MasterEditor } from '../../kit/form/master-editor'
import { basicFields } from './fields'

/** 厂家三包政策 of one policy with its terms over time (business/three-guarantees 1.2); `?copy=3` begins a new one like another. */
export default function PolicyEditor() {
  const { has } = useSession()
  const { id, copy } = useScreenParams<{ id: string; copy: string }>()
  const asked = Number.parseInt(id ?? copy ?? '0', 10)
  const found = useCall(policyRoutes.read, { params: { id: asked } }, { enabled: asked > 0 })
  if (asked > 0 && !found.data && !found.error) return <div className="me">正在加载…</div>
  return (
    <MasterEditor<PolicyView>
      title="三包政策"
      tabs={[{ key: 'basic', title: '基本', fields: basicFields(found.data) }]}
      read={policyRoutes.read}
      save={policyRoutes.save}
      refresh={[policyRoutes.list, policyRoutes.totals]}
      preset={id === undefined && found.data ? copyOf(found.data) : undefined}
      mayAdd={has(policyButtons.add)}
      mayUpdate={() => has(policyButtons.update)}
      labelOf={(row) => row.code}
    />
  )
}

/** What a copy takes of a policy: all but its code; its terms may be changed. */
const copyOf = ({ name, manufacturerId, scope, brandId, seriesId, categoryId, partId, remark, terms }: PolicyView) => ({
  name: `${name} 副本`.slice(0, 60),
  manufacturerId,
  scope,
  brandId,
  seriesId,
  categoryId,
  partId,
  remark,
  terms: terms.map(({ id: _, isFixed: _fixed, ...term }) => term),
})
