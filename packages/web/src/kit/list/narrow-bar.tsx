import { Button, Popover } from 'antd'
import { isValidElement, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { flatChildren } from '../ui/flat-children'
import { walkToolbar } from '../base/focus'
import type { FilterState, FilterValues } from './use-filters'

/** How many filters narrow the list; both ends of a range are one, and the search box and the tab of the page show themselves. */
function activeFilters(values: FilterValues, search: string | undefined): number {
  const filled = Object.keys(values).filter((name) => values[name] && name !== search && name !== 'tab')
  return filled.filter((name) => !(name === 'to' && values['from'])).length
}

const isChief = (child: ReactNode) =>
  isValidElement<{ type?: string }>(child) && child.type === Button && child.props.type === 'primary'

const loadSheet = () => import('../ui/page-drawer')
const Sheet = lazy(async () => ({ default: (await loadSheet()).PageDrawer }))

/** Above a list on a phone: one row of search box, 筛选 with the number of active filters, 新增, and the rest under 更多. */
export function NarrowBar(props: {
  filters: FilterState
  /** The filter that stands in the row itself. */
  search: ReactNode
  /** All other filters; they stand in a sheet. */
  others: readonly ReactNode[]
  /** Buttons of the list. A primary one stays in the row; several would leave a scanned number no room. */
  toolbar: ReactNode
  end: ReactNode
}) {
  const { filters, others } = props
  const [filtering, setFiltering] = useState(false)
  const [more, setMore] = useState(false)
  // Only phones have the sheet, so only they fetch it: beside the rows, to be there before a finger is.
  useEffect(() => void loadSheet().catch(() => undefined), [])
  const buttons = flatChildren(props.toolbar)
  const chiefs = buttons.filter(isChief)
  const chief = chiefs.length === 1 ? chiefs[0] : undefined
  const name = isValidElement<{ name?: string }>(props.search) ? props.search.props.name : undefined
  const count = activeFilters(filters.applied, name)
  const close = () => {
    filters.apply()
    setFiltering(false)
  }
  return (
    <div className="lp-narrow lp-filters">
      {props.search}
      <div className="lp-bar" role="toolbar" aria-label="列表操作" onKeyDown={walkToolbar}>
        {others.length > 0 && (
          <Button aria-label={count > 0 ? `筛选${count}项` : '筛选'} onClick={() => setFiltering(true)}>
            筛选
            {count > 0 && (
              <span className="lp-count" aria-hidden="true">
                {count}
              </span>
            )}
          </Button>
        )}
        {chief}
        <Popover
          trigger="click"
          placement="bottomRight"
          open={more}
          onOpenChange={setMore}
          forceRender
          content={
            <div className="lp-more" onClick={() => setMore(false)}>
              {buttons.filter((button) => button !== chief)}
              {props.end}
            </div>
          }
        >
          <Button aria-haspopup="dialog">更多</Button>
        </Popover>
      </div>
      {filtering && (
        <Suspense>
          <Sheet
            title="筛选"
            onClose={close}
            footer={
              <div className="page-drawer-foot">
                <Button onClick={filters.reset}>重置</Button>
                <Button type="primary" onClick={close}>
                  查询
                </Button>
              </div>
            }
          >
            <div className="lp-filters">{others}</div>
          </Sheet>
        </Suspense>
      )}
    </div>
  )
}
