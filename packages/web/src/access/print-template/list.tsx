import {
  setDefaultTemplate,
  templateButtons,
  templateRoutes,
  type TemplateRow,
} from '@chepu/contract/access/print-template'
import { printPapers } from '@chepu/contract/kernel/print-template'
import { useMemo, useState } from 'react'
import { activeFilter, activeLabels } from '../../kit/list/active-filter'
import { call } from '../../kit/base/call'
import type { Column } from '../../kit/list/columns'
import { useContact } from '../../kit/document/document-print'
import { documentScreen } from '../../kit/document/document-screens'
import { SelectFilter } from '../../kit/list/filters'
import type { ListApi } from '../../kit/list/list-page'
import { MasterPage } from '../../kit/form/master-page'
import { PrintPreview } from '../../kit/print/print'
import { arrangeSheet } from '../../kit/print/print-arrange'
import { fullSheet, printKind, printKinds } from '../../kit/print/print-kinds'
import type { RowAction } from '../../kit/ui/row-actions'
import { useSession } from '../../kit/base/session'
import { useTabs } from '../../kit/base/tabs'
import { toast } from '../../kit/base/toast'
import { useCall } from '../../kit/base/use-call'
import { useSample } from './sample'

/** 打印模板配置 (business/access 3.12): papers of the organisation's documents. */
export default function PrintTemplates() {
  const { has } = useSession()
  const { open } = useTabs()
  const [shown, setShown] = useState<TemplateRow>()
  const kinds = useMemo(
    () =>
      Object.fromEntries(
        printKinds().map(({ document: { kind, title } }) => [kind, documentScreen(kind)?.title ?? title]),
      ),
    [],
  )
  const columns: Column<TemplateRow>[] = [
    { key: 'docKind', title: '单据类型', labels: kinds, width: 130, isKey: true },
    { key: 'name', title: '模板名', width: 200, isKey: true },
    { key: 'paper', title: '纸张', labels: printPapers, width: 140 },
    { key: 'isDefault', title: '默认', kind: 'flag', sort: false },
    { key: 'showCost', title: '打印成本', kind: 'flag', width: 80, sort: false },
    { key: 'isActive', title: '状态', labels: activeLabels, width: 56, sort: false, isKey: true },
  ]
  const edit = (params: { id?: number; copy?: number }) => open({ key: 'reportConfigAdd', params })
  const setDefault = async (row: TemplateRow, list: ListApi<TemplateRow>) => {
    const body = { isDefault: !row.isDefault, version: row.version }
    try {
      await call(setDefaultTemplate, { params: { id: row.id }, body })
      toast.success(row.isDefault ? '已取消默认' : '已设为默认')
    } catch {
      // The call has already told the user why.
    }
    list.refresh()
  }
  const rowActions = (row: TemplateRow, list: ListApi<TemplateRow>): RowAction[] => [
    { key: 'preview', label: '预览', run: () => setShown(row) },
    ...(has(templateButtons.update) && row.isActive
      ? [{ key: 'default', label: row.isDefault ? '取消默认' : '设默认', run: () => void setDefault(row, list) }]
      : []),
    ...(has(templateButtons.add) ? [{ key: 'copy', label: '复制', run: () => edit({ copy: row.id }) }] : []),
  ]
  return (
    <>
      <MasterPage<TemplateRow>
        name="reportConfig"
        title="打印模板"
        routes={templateRoutes}
        buttons={{ add: templateButtons.add, update: templateButtons.update }}
        columns={columns}
        fields={[]}
        labelOf={(row) => row.name}
        rowActions={rowActions}
        onOpen={(row) => edit({ id: row.id })}
        onNew={() => edit({})}
      >
        <SelectFilter name="docKind" title="单据类型" options={kinds} />
        <SelectFilter name="paper" title="纸张" options={printPapers} />
        <SelectFilter {...activeFilter} />
      </MasterPage>
      {shown && <Preview row={shown} onClose={() => setShown(undefined)} />}
    </>
  )
}

/** A template with the newest document of its kind. */
function Preview({ row, onClose }: { row: TemplateRow; onClose: () => void }) {
  const { orgName } = useSession()
  const kind = printKind(row.docKind)
  const sample = useSample(kind)
  const contact = useContact()
  const template = useCall(templateRoutes.read, { params: { id: row.id } }).data
  const sheets =
    kind && sample && template ? [{ ...arrangeSheet(fullSheet(kind, sample.data, orgName), template), contact }] : []
  return <PrintPreview title={`打印预览：${row.name}`} papers={[row.paper]} sheets={() => sheets} onClose={onClose} />
}
