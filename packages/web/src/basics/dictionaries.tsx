import { dictionaryButtons } from '@chepu/contract/access/document-rights'
import {
  type DictionaryKind,
  dictionaryKinds,
  type DictionaryRow,
  dictionaryRoutes,
} from '@chepu/contract/basics/dictionary'
import { basicsInfo } from '@chepu/contract/shell/lookups'
import { Tree } from 'antd'
import { useState } from 'react'
import { activeFilter, activeLabels } from '../kit/list/active-filter'
import type { Column } from '../kit/list/columns'
import { SelectFilter, TextFilter } from '../kit/list/filters'
import { MasterPage } from '../kit/form/master-page'
import { useCall } from '../kit/base/use-call'

const columns: Column<DictionaryRow>[] = [
  { key: 'name', title: '名称', width: 180, isKey: true },
  { key: 'sort', title: '排序', kind: 'count' },
  { key: 'isSystem', title: '系统使用', kind: 'flag', width: 80, sort: false },
  { key: 'isActive', title: '状态', labels: activeLabels, width: 56, sort: false, isKey: true },
]
const kinds = Object.entries(dictionaryKinds) as [DictionaryKind, (typeof dictionaryKinds)[DictionaryKind]][]
const titles = Object.fromEntries(kinds.map(([kind, { title }]) => [kind, title]))

/** 数据字典 (business/basics 8): the lists on the left with the words that may be chosen, the words of one on the right. */
export default function Dictionaries() {
  const [kind, setKind] = useState<DictionaryKind>('partner_category')
  const { data } = useCall(basicsInfo)
  const tree = kinds.map(([key, { title }]) => ({
    key,
    title,
    children: (data?.basics[key] ?? []).map(({ name }) => ({ key: `${key}/${name}`, title: name })),
  }))
  return (
    <div className="kit-split">
      <nav className="lp-tree" aria-label="字典">
        <Tree
          blockNode
          showLine
          treeData={tree}
          selectedKeys={[kind]}
          onSelect={([key]) => key !== undefined && setKind(String(key).split('/')[0] as DictionaryKind)}
        />
      </nav>
      <div className="kit-stack">
        <Use kind={kind} />
        <Words key={kind} kind={kind} />
      </div>
    </div>
  )
}

function Use({ kind }: { kind: DictionaryKind }) {
  const { usedIn, help }: { usedIn: string; help?: string } = dictionaryKinds[kind]
  return (
    <p className="mf-help">
      用于{usedIn}；{help ?? '停用后不能再选，已有资料和单据不受影响'}。
    </p>
  )
}

function Words({ kind }: { kind: DictionaryKind }) {
  const { title } = dictionaryKinds[kind]
  return (
    <MasterPage<DictionaryRow>
      name="dictionaries"
      title={title}
      routes={dictionaryRoutes}
      refresh={[basicsInfo]}
      buttons={dictionaryButtons}
      columns={columns}
      defaults={{ kind }}
      preset={{ kind }}
      labelOf={(row) => row.name}
      fields={[
        { name: 'kind', title: '字典', kind: 'select', options: titles, required: true, fixed: true },
        { name: 'name', title: '名称', required: true, help: '改名只影响以后的资料和单据' },
        { name: 'sort', title: '排序', kind: 'integer', initial: 0 },
      ]}
    >
      <TextFilter name="q" title={title} search placeholder="名称" />
      <SelectFilter {...activeFilter} />
    </MasterPage>
  )
}
