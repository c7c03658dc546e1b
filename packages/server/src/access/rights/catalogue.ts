import { permissionGroups } from '@chepu/contract/access/catalogue'
import type { PermissionCatalogue } from '@chepu/contract/access/role'
import { fieldKeys, fieldLabels } from '@chepu/contract/kernel/fields'
import type { CallerTx } from '../../kernel/db/tx'
import { menuPoints } from '../../shell/public'

/** Menu, buttons and fields for those who give rights, in the names and the order of the platform's points. */
export async function catalogueOf(tx: CallerTx): Promise<PermissionCatalogue> {
  const points = await menuPoints(tx)
  const byKey = new Map(points.map((point) => [point.key, point]))
  const isStopped = (key: string) => byKey.get(key)?.isActive === false
  const menu = points
    .filter((point) => point.isActive && (point.kind === 'folder' || point.kind === 'screen') && !point.isPlatform)
    .map(({ key, parentKey, kind, name, pageIds, isHidden }) => ({
      key,
      parentKey,
      kind: kind as 'folder' | 'screen',
      name,
      pageIds,
      isHidden,
    }))
  const groups = permissionGroups.map((group) => ({
    area: group.area,
    key: group.key,
    name: group.label,
    pageId: group.pageId,
    actions: group.actions
      .filter((action) => !isStopped(`${group.key}.${action.key}`))
      .map((action) => ({ ...action, name: byKey.get(`${group.key}.${action.key}`)?.name ?? action.label }))
      .map(({ id, key, name }) => ({ id, key, name })),
  }))
  const fields = fieldKeys
    .filter((key) => !isStopped(key))
    .map((key) => ({ key, name: byKey.get(key)?.name ?? fieldLabels[key] }))
  return { menu, groups, fields }
}
