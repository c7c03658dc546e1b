import { button } from '@chepu/contract/access/catalogue'
import { limitLabels, type PermissionCatalogue } from '@chepu/contract/access/role'
import { type UserLimitKey, userLimitKeys } from '@chepu/contract/access/user-rights'
import { percentText } from '../../kit/base/format'
import { LimitInput } from './limit-input'
import { Tick } from './permission-grid'
import type { Grants, LayerEdit } from './privilege-layer'

const belowMin = button('price', 'below_min')

/** 字段与上限: which fields one user sees, and up to what he may discount or owe. */
export function PrivilegeFields(props: {
  catalogue: PermissionCatalogue
  edit: LayerEdit
  roleLimits: Grants['roleLimits']
  /** Messages by limit. */
  faults: Readonly<Record<string, string>>
}) {
  const { layer, mayButtons, look, toggle, lookOfField, toggleField, setLimit } = props.edit
  const roleLimit = (key: UserLimitKey) => {
    const value = props.roleLimits[key]
    return value === null ? '不限' : key === 'discountLimit' ? percentText(value) : `${value}元`
  }
  return (
    <div className="ac-fields">
      <section aria-label="字段可见">
        <h2>字段可见</h2>
        <div className="ac-boxes">
          {props.catalogue.fields.map(({ key, name }) => {
            const { on, locked, mark } = lookOfField(key)
            return (
              <Tick
                key={key}
                label={name + mark}
                checked={on}
                disabled={locked}
                onChange={(next) => toggleField(key, next)}
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
            error={props.faults[key]}
            onChange={(value) => setLimit(key, value, false)}
            unlimited={{
              on: layer.limits.unlimited.includes(key),
              onChange: (on) => setLimit(key, null, on),
            }}
          />
        ))}
        <Tick
          label="可以低于最低价销售"
          checked={look(belowMin).on}
          disabled={look(belowMin).locked}
          onChange={(on) => toggle([belowMin], on)}
        />
      </section>
    </div>
  )
}
