import { orgButtons, type OrgNode, orgRoutes } from '@chepu/contract/access/org'
import { Tree } from 'antd'
import { useMemo } from 'react'
import { activeFilter } from '../../kit/list/active-filter'
import { SelectFilter, TextFilter } from '../../kit/list/filters'
import { type TreeNode, treeOf } from '../../kit/form/tree-rows'
import { useCall } from '../../kit/base/use-call'
import { type FilterState, useFilterState } from '../../kit/list/use-filters'
import { useNarrow } from '../../kit/base/use-narrow'
import { useOptions } from '../../pickers/lists'
import { useOrgOptions } from './org-fields'
import { OrgList } from './org-list'

const none = {}

/** 企业管理 (business/access 3.2): the tree of the group's companies, and their list with profile, settings and hand-over. */
export default function Organization() {
  const filters = useFilterState(none)
  const narrow = useNarrow()
  const [orgs, types] = [useOrgOptions(), useOptions('orgType')]
  return (
    <div className="kit-split">
      {!narrow && <OrgTree filters={filters} />}
      <OrgList
        name="organization"
        title="企业"
        list={orgRoutes.list}
        totals={orgRoutes.totals}
        filterState={filters}
        addButton={orgButtons.add}
      >
        <TextFilter name="q" title="企业" search placeholder="编码 / 名称 / 简称" />
        <SelectFilter name="orgType" title="类型" options={types} />
        <SelectFilter {...activeFilter} />
        <SelectFilter name="below" title="范围" options={orgs} more />
      </OrgList>
    </div>
  )
}

/** The group with its organisations; choosing one lists it and all below it. */
function OrgTree({ filters }: { filters: FilterState }) {
  const { data } = useCall(orgRoutes.nodes)
  const tree = useMemo(() => treeOf(data?.rows ?? []), [data])
  const chosen = filters.values['below']
  if (!data) return <div className="lp-tree" />
  const group = { key: 'group', title: data.groupName, children: tree.map(drawn) }
  return (
    <nav className="lp-tree" aria-label="企业树">
      <Tree
        blockNode
        showLine
        defaultExpandAll
        treeData={[group]}
        selectedKeys={[chosen ?? 'group']}
        onSelect={([key]) =>
          filters.set({ below: key === undefined || key === 'group' ? undefined : String(key) }, true)
        }
      />
    </nav>
  )
}

interface Drawn {
  key: string
  title: React.ReactNode
  children: Drawn[]
}

function drawn({ row, children }: TreeNode<OrgNode>): Drawn {
  return {
    key: String(row.id),
    title: (
      <span className={row.isActive ? 'lp-node' : 'lp-node is-off'}>
        <span>{row.name}</span>
        <small>{row.code}</small>
      </span>
    ),
    children: children.map(drawn),
  }
}
