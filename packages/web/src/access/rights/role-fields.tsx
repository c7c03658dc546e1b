import { limitLabels, type PermissionCatalogue } from '@chepu/contract/access/role'
import { LimitInput } from './limit-input'
import { Tick } from './permission-grid'
import { limitKeys, type RoleRights } from './role-rights'

/** 字段与额度: which fields a role sees, how far it may go, and whether in all warehouses. */
export function RoleFields(props: {
  catalogue: PermissionCatalogue
  rights: RoleRights
  /** Messages by limit. */
  faults: Readonly<Record<string, string>>
}) {
  const { fields, limits, allWarehouses, mayEdit, mayToggleField, toggleField, setLimit, setAllWarehouses } =
    props.rights
  return (
    <div className="ac-fields">
      <section aria-label="可见字段">
        <h2>可见字段</h2>
        <div className="ac-boxes">
          {props.catalogue.fields.map(({ key, name }) => (
            <Tick
              key={key}
              label={name}
              checked={fields.has(key)}
              disabled={!mayToggleField(key)}
              onChange={(on) => toggleField(key, on)}
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
            error={props.faults[key]}
            onChange={(value) => setLimit(key, value)}
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
  )
}
