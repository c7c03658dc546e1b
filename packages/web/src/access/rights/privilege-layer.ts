import type { FieldKey } from '@chepu/contract/kernel/fields'
import type { DataOf } from '@chepu/contract/kernel/route'
import {
  authButtons,
  type privilegeRoutes,
  type UserLimitKey,
  type UserLimits,
} from '@chepu/contract/access/user-rights'
import { useMemo, useState } from 'react'
import { useSession } from '../../kit/base/session'
import { percentOf, rateOf } from './percent'
import type { Look } from './permission-grid'

export type Grants = DataOf<typeof privilegeRoutes.read>

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

/** Sets the wish for one right: nothing of its own when the roles already say so. */
function wish<Key>(id: Key, on: boolean, fromRoles: boolean, plus: ReadonlySet<Key>, minus: ReadonlySet<Key>) {
  const [more, less] = [new Set(plus), new Set(minus)]
  more.delete(id)
  less.delete(id)
  if (on && !fromRoles) more.add(id)
  if (!on && fromRoles) less.add(id)
  return [more, less] as const
}

/** What a user has of his own above his roles, as it is edited: what is granted, withdrawn, shown, hidden, and how far he may go. */
export function useLayer(grants: Grants) {
  const { has, sees } = useSession()
  const start = useMemo(() => layerOf(grants), [grants])
  const [layer, setLayer] = useState(start)
  const ofRoles = useMemo(() => new Set(grants.roles.flatMap((role) => role.buttons)), [grants.roles])
  const fieldsOfRoles = useMemo(() => new Set(grants.roles.flatMap((role) => role.fields)), [grants.roles])
  const mayButtons = !grants.isProtected && has(authButtons.grant)
  const mayFields = !grants.isProtected && has(authButtons.field)
  const isOn = (id: number, of: Layer = layer) => of.granted.has(id) || (ofRoles.has(id) && !of.withdrawn.has(id))
  const seesField = (key: FieldKey, of: Layer = layer) =>
    of.visible.has(key) || (fieldsOfRoles.has(key) && !of.hidden.has(key))
  return {
    layer,
    mayButtons,
    mayFields,
    dirty: plain(layer) !== plain(start),
    look: (id: number): Look => ({
      on: isOn(id),
      locked: !mayButtons || (!isOn(id) && !has(id) && !isOn(id, start)),
      mark: layer.granted.has(id) ? '增' : layer.withdrawn.has(id) ? '收' : '',
    }),
    toggle: (ids: readonly number[], on: boolean) =>
      setLayer((old) => {
        let { granted, withdrawn } = old
        for (const id of ids) [granted, withdrawn] = wish(id, on, ofRoles.has(id), granted, withdrawn)
        return { ...old, granted, withdrawn }
      }),
    lookOfField: (key: FieldKey) => ({
      on: seesField(key),
      locked: !mayFields || (!seesField(key) && !sees(key) && !seesField(key, start)),
      mark: layer.visible.has(key) ? '（增加）' : layer.hidden.has(key) ? '（收回）' : '',
    }),
    toggleField: (key: FieldKey, on: boolean) =>
      setLayer((old) => {
        const [visible, hidden] = wish(key, on, fieldsOfRoles.has(key), old.visible, old.hidden)
        return { ...old, visible, hidden }
      }),
    setLimit: (key: UserLimitKey, value: string | null, isUnlimited: boolean) =>
      setLayer((old) => {
        const others = old.limits.unlimited.filter((each) => each !== key)
        return {
          ...old,
          limits: { ...old.limits, [key]: value, unlimited: isUnlimited ? [...others, key].sort() : others },
        }
      }),
    /** Takes another user's layer in the place of this one's, to be saved. */
    copy: (other: Grants) => setLayer(layerOf(other)),
  }
}

export type LayerEdit = ReturnType<typeof useLayer>

/** The layer as it is saved. */
export const bodyOf = ({ userId, orgId, version }: Grants, layer: Layer) => ({
  userId,
  orgId,
  version,
  granted: [...layer.granted],
  withdrawn: [...layer.withdrawn],
  visibleFields: [...layer.visible],
  hiddenFields: [...layer.hidden],
  limits: { ...layer.limits, discountLimit: rateOf(layer.limits.discountLimit) },
})
