import { imports, type ImportType, shownFaults } from '@chepu/contract/imports/import'
import { sheetLimit, sizeLimit } from '@chepu/contract/kernel/file-limit'
import type { Access } from '@chepu/contract/kernel/route'
import { DownloadOutlined, InboxOutlined } from '@ant-design/icons'
import { Alert, Button, Checkbox, Result, Segmented, Select, Steps, Table, Upload } from 'antd'
import { useEffect, useState } from 'react'
import { fetchFile } from '../kit/base/call'
import { documentPath } from '../kit/document/document-screens'
import { useSession } from '../kit/base/session'
import { useScreenParams, useTabs } from '../kit/base/tabs'
import { saveFile } from '../kit/list/use-export'
import { useNarrow } from '../kit/base/use-narrow'
import './import-excel.css'
import { type Importing, useImport } from './use-import'

const fits = `最多${sheetLimit.rows}行、${sizeLimit(sheetLimit.bytes)}；旧版 .xls 请先另存为 .xlsx 或 CSV`

/** Where the imported rows are seen. */
const screens: Record<ImportType, string | undefined> = {
  part: '/parts',
  product: '/products',
  partner: '/customer',
  vehicle: '/customer',
  region: '/regions',
  count_result: '/inventoryListByOrder',
  car_model: '/cars',
  service_item: '/serviceItems',
  labour_quota: '/labourQuota',
  invoice_number: '/ticketManage',
  claim_answer: '/confirm',
  card: '/card',
  opening_balance: undefined,
  opening_stock: undefined,
}
/** What changes nothing that is there: it only adds, or registers what waits. */
const neverOverwrites: ReadonlySet<ImportType> = new Set(['opening_balance', 'opening_stock', 'card', 'invoice_number'])
/** Drafts that are named one by one; the others are found in their list. */
const shownDrafts = 20

/** 批量导入: template, upload, check, confirm; all rows of a file or none (business/basics 10). */
export default function ImportExcel() {
  const { has, isPlatform } = useSession()
  const { type: asked } = useScreenParams<{ type: string }>()
  const may = (access: Access) => (access === 'platform' ? isPlatform : typeof access !== 'string' && has(access))
  const permitted = (Object.keys(imports) as ImportType[]).filter((type) => may(imports[type].access))
  const [chosen, setChosen] = useState<ImportType>()
  const type = chosen ?? permitted.find((each) => each === asked) ?? permitted[0]
  if (!type) return <Alert className="ie-page" type="warning" showIcon title="您没有批量导入的权限" />
  return (
    <div className="ie-page">
      {permitted.length > 1 && (
        <Segmented
          value={type}
          options={permitted.map((value) => ({ value, label: imports[value].title }))}
          onChange={setChosen}
        />
      )}
      <OneImport key={type} type={type} />
    </div>
  )
}

const steps = ['下载模板', '上传文件', '校验结果', '确认导入'].map((title) => ({ title }))

function OneImport({ type }: { type: ImportType }) {
  const state = useImport(type)
  const narrow = useNarrow()
  const { setTitle, setDirty } = useTabs()
  const running = state.busy === 'run'
  useEffect(() => setTitle(`导入${imports[type].title}`), [type, setTitle])
  useEffect(() => setDirty(running), [running, setDirty])
  const step = state.result?.imported ? 4 : running ? 3 : state.result ? 2 : 1
  return (
    <>
      {narrow ? (
        step < steps.length && (
          <p className="ie-hint">
            第{step + 1}步，共{steps.length}步：{steps[step]?.title}
          </p>
        )
      ) : (
        <Steps size="small" current={step} items={steps} />
      )}
      {state.result?.imported ? (
        <Done type={type} state={state} />
      ) : (
        <>
          <Choice type={type} state={state} />
          {state.busy && <Working text={running ? '正在导入' : '正在校验'} />}
          {state.error && (
            <Alert type="error" showIcon title={state.error} description="文件没有导入，请更正后重新上传。" />
          )}
          {state.result &&
            !state.busy &&
            (state.result.unknown.length > 0 ? <AskColumns state={state} /> : <Checked state={state} />)}
        </>
      )}
    </>
  )
}

function Choice({ type, state }: { type: ImportType; state: Importing }) {
  const { title, template } = imports[type]
  const download = async () => saveFile(await fetchFile(template), `${title}导入模板.xlsx`)
  return (
    <section className="ie-choice">
      <div className="ie-row">
        <Button icon={<DownloadOutlined />} onClick={() => void download().catch(() => undefined)}>
          下载{title}模板
        </Button>
        <span className="ie-hint">带 * 的列必填，填写规则见模板的“填写说明”。整个文件有一处错误就不会导入。</span>
      </div>
      <Upload.Dragger
        accept=".xlsx,.csv,.txt"
        showUploadList={false}
        disabled={state.busy === 'run'}
        beforeUpload={(file) => {
          void state.choose(file)
          return false
        }}
      >
        {!state.file && (
          <p className="ie-icon">
            <InboxOutlined />
          </p>
        )}
        <p>{state.file ? state.file.name : '点击选择，或把填好的 .xlsx 或 CSV 文件拖到这里'}</p>
        <p className="ie-hint">{state.file ? '点击可换一个文件' : fits}</p>
      </Upload.Dragger>
      {!neverOverwrites.has(type) && (
        <Checkbox
          checked={state.overwrite}
          disabled={state.busy === 'run'}
          onChange={(event) => state.setOverwrite(event.target.checked)}
        >
          覆盖：已存在的{title}按文件更新，空白单元格保持原值
        </Checkbox>
      )}
    </section>
  )
}

/** The seconds tell the user that something goes on; nobody knows beforehand how long it takes. */
function Working({ text }: { text: string }) {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setSeconds((past) => past + 1), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <div className="ie-working">
      <div className="ie-bar" aria-hidden />
      <p role="status">{text}，请稍候</p>
      <p className="ie-hint">已用 {seconds} 秒。两万行约需半分钟，期间可以继续其他工作，但请不要关闭此页签。</p>
    </div>
  )
}

/** Which column of the template a title means that was not understood, or none: nothing is left out unasked. */
function AskColumns({ state }: { state: Importing }) {
  const { unknown = [], free = [] } = state.result ?? {}
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({})
  const taken = new Set(Object.values(chosen))
  const isTold = unknown.every(({ title }) => chosen[title] !== undefined)
  const optionsFor = (title: string) => [
    { value: '', label: '忽略此列' },
    ...free
      .filter(({ key }) => !taken.has(key) || chosen[title] === key)
      .map((column) => ({ value: column.key, label: column.title })),
  ]
  return (
    <section className="ie-choice">
      <Alert
        type="warning"
        showIcon
        title="有些列无法识别，请选择各列对应的内容，不需要的选“忽略此列”"
        action={
          <Button type="primary" disabled={!isTold} onClick={() => void state.tell(chosen)}>
            继续校验
          </Button>
        }
      />
      <Table
        size="small"
        rowKey="title"
        dataSource={unknown}
        pagination={false}
        columns={[
          { title: '列名', dataIndex: 'title' },
          { title: '首个数据', dataIndex: 'sample' },
          {
            title: '对应内容',
            key: 'column',
            width: 180,
            render: (_, { title }) => (
              <Select
                className="ie-column"
                aria-label={`${title}对应`}
                placeholder="请选择"
                value={chosen[title]}
                options={optionsFor(title)}
                onChange={(key: string) => setChosen((old) => ({ ...old, [title]: key }))}
              />
            ),
          },
        ]}
      />
    </section>
  )
}

function Checked({ state }: { state: Importing }) {
  const result = state.result
  if (!result) return null
  const { rows, added, updated, summary, faults, faultCount, ignored, notes } = result
  return (
    <section className="ie-choice">
      {ignored.length > 0 && <Alert type="warning" showIcon title={`以下列不会导入：${ignored.join('、')}`} />}
      {notes.length > 0 && <Alert type="info" showIcon title={notes.join('；')} />}
      {faultCount === 0 ? (
        <Alert
          type="success"
          showIcon
          title={`校验通过：共 ${rows} 行，新增 ${added}，更新 ${updated}`}
          description={summary}
          action={
            <Button type="primary" onClick={() => void state.confirm()}>
              确认导入
            </Button>
          }
        />
      ) : (
        <>
          <Alert
            type="error"
            showIcon
            title={`共 ${rows} 行，发现 ${faultCount} 处错误，整个文件都没有导入`}
            description={
              faultCount > shownFaults ? `下面列出前 ${shownFaults} 处，更正后重新上传。` : '更正后重新上传。'
            }
          />
          <Table
            size="small"
            rowKey={(fault) => `${fault.row}/${fault.column}/${fault.message}`}
            dataSource={faults}
            pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false }}
            columns={[
              { title: '行号', dataIndex: 'row', width: 64, align: 'right' },
              { title: '字段', dataIndex: 'column', width: 96 },
              { title: '错误', dataIndex: 'message' },
            ]}
          />
        </>
      )}
    </section>
  )
}

function Done({ type, state }: { type: ImportType; state: Importing }) {
  const { open } = useTabs()
  const { added = 0, updated = 0, documents = [] } = state.result ?? {}
  const { title } = imports[type]
  const screen = screens[type]
  const rows = added + updated
  const counts =
    documents.length === 0
      ? `新增 ${added}，更新 ${updated}`
      : type === 'claim_answer'
        ? `${rows} 行已录入厂家确认单，请确认`
        : `${rows} 行已生成 ${documents.length} 张${title}草稿，请审核`
  return (
    <Result
      status="success"
      title={`${title}导入完成`}
      subTitle={counts}
      extra={[
        ...documents.slice(0, shownDrafts).map(({ kind, id, billNo }) => {
          const path = documentPath(kind, id)
          return path ? (
            <Button key={id} type="link" onClick={() => open(path)}>
              {billNo}
            </Button>
          ) : (
            <span key={id} className="ie-hint">
              {billNo}
            </span>
          )
        }),
        screen && (
          <Button key="list" type="primary" onClick={() => open(screen)}>
            查看{title}
          </Button>
        ),
        <Button key="again" onClick={state.reset}>
          继续导入
        </Button>,
      ]}
    />
  )
}
