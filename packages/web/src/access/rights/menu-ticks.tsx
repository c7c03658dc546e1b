import type { MenuNode } from '@chepu/contract/access/role'
import { moveInList } from './arrow-keys'
import { Tick } from './permission-grid'

interface Props {
  menu: readonly MenuNode[]
  holds: (id: number) => boolean
  /** Whether the giver may tick the id. */
  mayGive: (id: number) => boolean
  onToggle: (ids: readonly number[], on: boolean) => void
  /** Shows the group of a screen beside. */
  onShow: (pageId: number) => void
}

/** The menu as the holder of a role sees it: a screen shows when one of its page ids is held. */
export function MenuTicks({ menu, holds, mayGive, onToggle, onShow }: Props) {
  const screensBelow = (key: string): MenuNode[] =>
    menu.flatMap((node) =>
      node.parentKey !== key || node.isHidden ? [] : node.kind === 'screen' ? [node] : screensBelow(node.key),
    )
  const folders = (parentKey: string | null): MenuNode[] =>
    menu.filter((node) => node.kind === 'folder' && node.parentKey === parentKey && !node.isHidden)
  const isOn = ({ pageIds }: MenuNode) => pageIds === null || pageIds.some(holds)
  const draw = (folder: MenuNode, level: number) => {
    const screens = menu.filter((node) => node.kind === 'screen' && node.parentKey === folder.key && !node.isHidden)
    const all = screensBelow(folder.key).filter((node) => node.pageIds !== null)
    const on = all.filter(isOn).length
    if (screensBelow(folder.key).length === 0) return null
    // One id is enough for a screen; taking it away takes all of them.
    const idsFor = (nodes: readonly MenuNode[], add: boolean) =>
      nodes.flatMap(({ pageIds }) => (add ? (pageIds ?? []).filter(mayGive).slice(0, 1) : (pageIds ?? [])))
    return (
      <li key={folder.key}>
        <Tick
          className={level === 0 ? 'ac-folder' : 'ac-folder ac-folder-in'}
          label={folder.name}
          checked={all.length > 0 && on === all.length}
          partly={on > 0 && on < all.length}
          disabled={all.length === 0}
          onChange={(add) => onToggle(idsFor(add ? all.filter((node) => !isOn(node)) : all, add), add)}
        />
        <ul>
          {screens.map((node) => (
            <li key={node.key} className="ac-screen">
              <Tick
                label={node.name}
                checked={isOn(node)}
                disabled={node.pageIds === null || (!isOn(node) && !node.pageIds.some(mayGive))}
                title={node.pageIds === null ? '人人可见' : `页面编号 ${node.pageIds.join('、')}`}
                onChange={(add) => onToggle(idsFor([node], add), add)}
              />
              {node.pageIds !== null && (
                <button
                  type="button"
                  className="kit-link"
                  aria-label={`${node.name}的按钮`}
                  onClick={() => onShow(node.pageIds?.find(holds) ?? (node.pageIds?.[0] as number))}
                >
                  按钮
                </button>
              )}
            </li>
          ))}
          {folders(folder.key).map((inner) => draw(inner, level + 1))}
        </ul>
      </li>
    )
  }
  return (
    <ul className="ac-menu" aria-label="菜单" onKeyDown={moveInList}>
      {folders(null).map((folder) => draw(folder, 0))}
    </ul>
  )
}
