import { favouriteRoutes } from '@chepu/contract/shell/favourite'
import { type MenuItem, menuTree } from '@chepu/contract/shell/session'
import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import { call } from '../../kit/base/call'
import { PageModal } from '../../kit/ui/page-modal'
import { useTabs } from '../../kit/base/tabs'
import { useCall, useRefreshCalls } from '../../kit/base/use-call'

/** 快捷入口: the user's favourites (business/frame 2.8), as they stand on the server; chosen here, or at the page's own tab. */
export function QuickEntries() {
  const { open } = useTabs()
  const { data } = useCall(favouriteRoutes.list)
  const [choosing, setChoosing] = useState(false)
  if (!data) return null
  return (
    <nav className="quick-card" aria-label="快捷入口">
      <h2>快捷入口</h2>
      {data.map(({ name, path, title }) => (
        <button key={name} type="button" onClick={() => open(path)}>
          {title}
        </button>
      ))}
      <Button type="link" onClick={() => setChoosing(true)}>
        {data.length === 0 ? '选择常用页面' : '编辑'}
      </Button>
      {choosing && <ChooseEntries chosen={data.map(({ name }) => name)} onClose={() => setChoosing(false)} />}
    </nav>
  )
}

interface Group {
  title: string
  pages: { name: string; title: string }[]
}

/** Pages of the menu by the group that they stand in. */
const groupsOf = (menu: readonly MenuItem[]): Group[] =>
  menu
    .map(({ jsondata, children }) => ({
      title: jsondata.meta.title,
      pages: pagesOf(children),
    }))
    .filter(({ pages }) => pages.length > 0)

const pagesOf = (items: readonly MenuItem[]): Group['pages'] =>
  items.flatMap(({ jsondata, children }) =>
    children.length > 0
      ? pagesOf(children)
      : jsondata.hidden
        ? []
        : [{ name: jsondata.component, title: jsondata.meta.title }],
  )

/** The pages of the user's menu, ticked where they are favourites; each tick is kept at once. */
function ChooseEntries(props: { chosen: readonly string[]; onClose: () => void }) {
  const { data = [] } = useCall(menuTree, {}, { stale: 300_000 })
  const refresh = useRefreshCalls()
  const change = async (name: string, isChosen: boolean) => {
    await (
      isChosen ? call(favouriteRoutes.add, { body: { name } }) : call(favouriteRoutes.remove, { query: { name } })
    ).finally(() => refresh(favouriteRoutes.list))
  }
  return (
    <PageModal open title="选择常用页面" onCancel={props.onClose} footer={null}>
      {groupsOf(data).map((group) => (
        <fieldset key={group.title} className="quick-group">
          <legend>{group.title}</legend>
          {group.pages.map(({ name, title }) => (
            <Checkbox
              key={name}
              checked={props.chosen.includes(name)}
              // The call has already told the user why it failed.
              onChange={({ target }) => void change(name, target.checked).catch(() => undefined)}
            >
              {title}
            </Checkbox>
          ))}
        </fieldset>
      ))}
    </PageModal>
  )
}
