import { permissionGroups } from '@chepu/contract/access/catalogue'
import type { Access, ActionRights } from '@chepu/contract/kernel/route'

const names = new Map(
  permissionGroups.flatMap(({ label, pageId, actions }) => [
    [pageId, `${label}·查看（${pageId}）`] as const,
    ...actions.map((action) => [action.id, `${label}·${action.label}（${action.id}）`] as const),
  ]),
)

const namesOf = (buttons: number | readonly number[]): string[] =>
  [...new Set([buttons].flat())].map((id) => names.get(id) ?? String(id))

/** What each action needs, in words. */
export const actionsText = (actions: ActionRights): string =>
  Object.entries(actions)
    .map(([action, { button, desk }]) => {
      const besides = desk ? `（企业由专人办理此步时还要${namesOf(desk.button).join()}）` : ''
      return `${action}：${namesOf(button).join(' 或 ')}${besides}`
    })
    .join('；')

/** Who may call a route, in words: each right by its name and id in the catalogue, once. */
export function rightsText(access: Access): string {
  if (access === 'public') return '所有人，无需登录'
  if (access === 'signedIn') return '登录用户'
  if (access === 'platform') return '平台管理员'
  const rights = namesOf(access)
  return rights.length === 1 ? `有权限「${rights[0]}」的用户` : `有以下任一权限的用户：${rights.join('、')}`
}
