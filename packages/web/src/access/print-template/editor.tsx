import { templateButtons, templateRoutes } from '@chepu/contract/access/print-template'
import {
  type PrintPaper,
  printPapers,
  type PrintTemplate,
  templatesOfKind,
} from '@chepu/contract/kernel/print-template'
import { Button, Select } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import type { z } from 'zod'
import { goodsSheet } from '../../kit/print/document-sheet'
import { documentScreen } from '../../kit/document/document-screens'
import {
  type FormValues,
  MasterFailure,
  type MasterField,
  MasterFields,
  saveOnKey,
  useMasterForm,
} from '../../kit/form/master-form'
import { fullSheet, type PrintKind, printKind, printKinds } from '../../kit/print/print-kinds'
import { useSession } from '../../kit/base/session'
import { useScreenParams, useTabs } from '../../kit/base/tabs'
import { toast } from '../../kit/base/toast'
import { useCall, useRefreshCalls } from '../../kit/base/use-call'
import { useKept, useUnsavedMark } from '../../kit/base/use-kept'
import { LogoControl } from './logo-control'
import { type Part, PartsControl } from './parts-control'
import { TemplatePreview } from './preview'
import { type Sample, useSample } from './sample'
import './print-template.css'

/** 新增模板 and 修改模板: `?id=12` changes a template, `?copy=12` begins with another's settings (business/access 3.12). */
export default function TemplateEditor() {
  const { id, copy } = useScreenParams<{ id: string; copy: string }>()
  const [kindName, setKindName] = useState(printKinds()[0]?.document.kind ?? '')
  const source = id ?? copy
  const params = { id: Number.parseInt(source ?? '0', 10) }
  const found = useCall(templateRoutes.read, { params }, { enabled: source !== undefined })
  const kept = useKept(found.data, isSame)
  const kind = printKind(kept.data?.docKind ?? kindName)
  const sample = useSample(kind)
  if (!kept.data && found.error)
    return (
      <div className="pt" role="alert">
        {found.error.message}
      </div>
    )
  if (!kind || !sample || (source !== undefined && !kept.data)) return <div className="pt">正在加载…</div>
  return (
    <Editor
      key={`${kind.document.kind}/${id}/${kept.round}`}
      kind={kind}
      sample={sample}
      row={id === undefined ? undefined : kept.data}
      copied={copy === undefined ? undefined : kept.data}
      onKind={source === undefined ? setKindName : undefined}
      hold={kept.hold}
      own={kept.own}
      onReload={() => void found.refetch().then(({ isSuccess }) => isSuccess && kept.renew())}
    />
  )
}

const isSame = (before: PrintTemplate, now: PrintTemplate) => before.id === now.id && before.version === now.version

interface EditorProps {
  kind: PrintKind
  sample: Sample
  row: PrintTemplate | undefined
  copied: PrintTemplate | undefined
  /** Changes the kind of a new template. */
  onKind: ((kind: string) => void) | undefined
  hold: (unsaved: boolean) => void
  own: (template: PrintTemplate) => void
  onReload: () => void
}

function Editor(props: EditorProps) {
  const { kind, sample, row, copied } = props
  const { has, sees } = useSession()
  const { setTitle, setParams } = useTabs()
  const refresh = useRefreshCalls()
  const may = has(row ? templateButtons.update : templateButtons.add)
  const preset = useMemo(() => (row ? undefined : startOf(kind, sample, copied)), [kind, sample, copied, row])
  const allFields = useMemo(() => fieldsOf(kind, sample, sees('cost_price')), [kind, sample, sees])
  const fields = may ? allFields : allFields.map((field) => ({ ...field, fixed: true }))
  const form = useMasterForm({
    fields,
    schema,
    row,
    ...(preset ? { preset } : {}),
    onSave: (body) => ({ route: templateRoutes.save, body: { ...(body as Body), docKind: kind.document.kind } }),
    isKept: row !== undefined,
    onSaved: (saved, _, sent) => {
      toast.success('已保存')
      if (row) props.own({ ...row, ...sent, version: saved.version })
      else settled()
      refresh(templateRoutes.list, templateRoutes.totals, templateRoutes.read, templatesOfKind)
      if (!row) setParams({ id: saved.id, copy: undefined })
    },
  })
  const name = row?.name
  useEffect(() => setTitle(name === undefined ? '新增模板' : `打印模板-${name}`), [name, setTitle])
  const settled = useUnsavedMark(form.dirty && may, props.hold)
  return (
    <div className="pt" onKeyDown={saveOnKey(() => void (may && form.save(false)))}>
      <div className="lp-bar">
        {may && (
          <Button size="small" type="primary" loading={form.busy} title="Ctrl+S" onClick={() => void form.save(false)}>
            保存
          </Button>
        )}
        <Select
          size="small"
          className="pt-kind"
          aria-label="单据类型"
          showSearch={{ optionFilterProp: 'label' }}
          disabled={!props.onKind}
          value={kind.document.kind}
          options={printKinds().map(({ document }) => ({ value: document.kind, label: titleOf(document.kind) }))}
          onChange={(next) => props.onKind?.(next)}
        />
      </div>
      <MasterFailure form={form} onReload={row && props.onReload} />
      <div className="pt-body">
        <div className="pt-form">
          <MasterFields form={form} fields={fields} isNew={!row && may} />
        </div>
        <TemplatePreview kind={kind} sample={sample} values={form.values} paper={form.values['paper'] as PrintPaper} />
      </div>
    </div>
  )
}

const schema = templateRoutes.save.body.omit({ docKind: true })
type Body = z.output<typeof schema>

const titleOf = (kind: string) => documentScreen(kind)?.title ?? kind

/** A new template begins as the kind's first built-in paper, a copy as the template it was made of. */
function startOf(
  { document, prints, sheet = goodsSheet }: PrintKind,
  sample: Sample,
  copied: PrintTemplate | undefined,
): FormValues {
  if (copied) return { ...copied, name: `${copied.name} 副本`, isDefault: false }
  const paper = sheet(document, sample.data, prints?.[0] ?? {}, '')
  return {
    title: paper.title,
    fields: paper.fields.flatMap(({ key, title }): Part[] => (key === undefined ? [] : [{ key, title }])),
    columns: paper.columns.map(({ key, title, share }): Part => ({ key, title, share })),
    signatures: paper.signatures?.map(({ title }) => title) ?? [],
    foot: paper.foot ?? '',
  }
}

function fieldsOf(kind: PrintKind, sample: Sample, seesCost: boolean): MasterField[] {
  const full = fullSheet(kind, sample.data, '')
  const knownFields = full.fields.flatMap(({ key, title }): Part[] => (key === undefined ? [] : [{ key, title }]))
  const knownColumns = full.columns.map(({ key, title, share }): Part => ({ key, title, share }))
  return [
    { name: 'name', title: '模板名', required: true },
    { name: 'paper', title: '纸张', kind: 'select', options: printPapers, required: true, initial: 'a4' },
    { name: 'title', title: '单据标题', help: '留空用单据名称' },
    { name: 'isDefault', title: '设为默认', kind: 'switch', help: '选这种纸时先用此模板' },
    { name: 'withAmount', title: '打印合计大写', kind: 'switch', initial: true },
    ...(seesCost ? [costField] : [{ ...costField, render: () => '您没有查看成本的权限，不能修改' }]),
    partsField('fields', '抬头', knownFields),
    partsField('columns', '明细列与列宽', knownColumns),
    {
      name: 'signatures',
      title: '签字栏',
      wide: true,
      initial: [],
      render: (control) => (
        <Select
          id={control.id}
          mode="tags"
          disabled={control.disabled}
          value={(control.value as string[] | null) ?? []}
          open={false}
          suffixIcon={null}
          placeholder="输入后回车，最多6个"
          onChange={control.onChange}
        />
      ),
    },
    { name: 'logo', title: '图标', wide: true, initial: null, render: (control) => <LogoControl control={control} /> },
    { name: 'foot', title: '页脚文字', kind: 'area' },
  ]
}

const costField: MasterField = {
  name: 'showCost',
  title: '打印成本',
  kind: 'switch',
  help: '打开后成本列只对有成本权限的人打印',
}

const partsField = (name: string, title: string, known: readonly Part[]): MasterField => ({
  name,
  title,
  wide: true,
  initial: [],
  render: (control) => <PartsControl control={control} known={known} label={title} />,
})
