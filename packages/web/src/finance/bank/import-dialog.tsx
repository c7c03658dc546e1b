import { type BankImport, checkStatement, importStatement } from '@chepu/contract/finance/bank'
import { type BankField, bankFields } from '@chepu/contract/finance/bank-layouts'
import { sheetLimit, sizeLimit } from '@chepu/contract/kernel/file-limit'
import { Alert, Button, Select, Upload } from 'antd'
import { useRef, useState } from 'react'
import { CallError, newIdempotencyKey, send } from '../../kit/base/call'
import { moneyText } from '../../kit/base/format'
import { toast } from '../../kit/base/toast'
import { PageModal } from '../../kit/ui/page-modal'
import { useRefreshBank } from './refresh'

type Told = Readonly<Record<string, BankField | ''>>
interface Chosen {
  name: string
  content: Blob
}

/** Further waits for an answer that took longer than a call may; the server does the work once. */
const moreWaits = 8

/** 导入流水 of one account: a file is checked as soon as it is chosen, and taken when that is confirmed (business/finance 4.2). */
export function ImportDialog(props: { account: { accountId: number; name: string }; onClose: () => void }) {
  const { accountId, name } = props.account
  const state = useStatement(accountId)
  const refresh = useRefreshBank()
  const { result, busy } = state
  const isReady = result !== undefined && result.missing === '' && result.faultCount === 0 && result.added > 0
  const confirm = async () => {
    const done = await state.run()
    if (!done?.imported) return
    toast.success(`已导入 ${done.added} 笔${done.known > 0 ? `，${done.known} 笔以前已导入` : ''}`)
    refresh()
    props.onClose()
  }
  return (
    <PageModal
      open
      title={`导入流水：${name}`}
      width="min(820px, 97vw)"
      onCancel={props.onClose}
      footer={[
        <Button key="close" onClick={props.onClose}>
          关闭
        </Button>,
        <Button
          key="ok"
          type="primary"
          disabled={!isReady || busy === 'check'}
          loading={busy === 'run'}
          onClick={() => void confirm()}
        >
          确认导入
        </Button>,
      ]}
    >
      <div className="bank-import">
        <Upload.Dragger
          accept=".xlsx,.csv,.txt"
          showUploadList={false}
          disabled={busy !== undefined}
          beforeUpload={(file) => {
            void state.choose(file)
            return false
          }}
        >
          <p>{state.file ? state.file.name : '点击选择，或把网银、微信、支付宝导出的账单拖到这里'}</p>
          <p className="bank-note">
            .xlsx 或 CSV，最多{sheetLimit.rows}行、{sizeLimit(sheetLimit.bytes)}
            ；原样上传，不用删表头。以前导入过的流水不会重复
          </p>
        </Upload.Dragger>
        {busy === 'check' && <p role="status">正在校验，请稍候</p>}
        {state.error && <Alert type="error" showIcon title={state.error} />}
        {result && <Result result={result} onTell={(told) => void state.tell(told)} />}
      </div>
    </PageModal>
  )
}

function useStatement(accountId: number) {
  const [file, setFile] = useState<Chosen>()
  const [told, setTold] = useState<Told>({})
  const [busy, setBusy] = useState<'check' | 'run'>()
  const [result, setResult] = useState<BankImport>()
  const [error, setError] = useState<string>()
  const turn = useRef(0)
  const ask = async (step: 'check' | 'run', chosen: Chosen, columns: Told): Promise<BankImport | undefined> => {
    turn.current += 1
    const mine = turn.current
    setBusy(step)
    setError(undefined)
    try {
      const found = await sendStatement(step, accountId, chosen, columns)
      if (mine !== turn.current) return undefined
      setResult(found)
      return found
    } catch (problem) {
      if (!(problem instanceof CallError)) throw problem
      if (mine === turn.current) setError(problem.message)
      return undefined
    } finally {
      if (mine === turn.current) setBusy(undefined)
    }
  }
  return {
    file,
    busy,
    result,
    error,
    async choose(picked: File) {
      setResult(undefined)
      setTold({})
      if (picked.size > sheetLimit.bytes) {
        setFile(undefined)
        return setError(`“${picked.name}”超过${sizeLimit(sheetLimit.bytes)}，请拆成几个文件`)
      }
      const chosen = { name: picked.name, content: new Blob([await picked.arrayBuffer()]) }
      setFile(chosen)
      await ask('check', chosen, {})
    },
    async tell(columns: Told) {
      const all = { ...told, ...columns }
      setTold(all)
      if (file) await ask('check', file, all)
    },
    run: async () => (file ? ask('run', file, told) : undefined),
  }
}

async function sendStatement(step: 'check' | 'run', accountId: number, file: Chosen, told: Told): Promise<BankImport> {
  const { method, path } = step === 'check' ? checkStatement : importStatement
  const idempotencyKey = newIdempotencyKey()
  const query = { accountId, ...(Object.keys(told).length > 0 && { columns: JSON.stringify(told) }) }
  for (let wait = 0; ; wait += 1) {
    const body = new FormData()
    body.append('file', file.content, file.name)
    try {
      return await send<BankImport>(method, path, { query, body, idempotencyKey, quiet: true })
    } catch (problem) {
      if (problem instanceof CallError && problem.unanswered && wait < moreWaits) continue
      throw problem
    }
  }
}

function Result({ result, onTell }: { result: BankImport; onTell: (told: Told) => void }) {
  const { missing, faults, faultCount, notes, rows, added, known, from, to, income, expense } = result
  const isAsking = missing !== '' && result.titles.length > 0
  return (
    <>
      {missing !== '' && <Alert type="warning" showIcon title={missing} />}
      {isAsking && <Columns result={result} onTell={onTell} />}
      {faultCount > 0 && (
        <Alert
          type="error"
          showIcon
          title={`发现 ${faultCount} 处错误，没有导入`}
          description={
            <ul className="bank-faults">
              {faults.map((fault) => (
                <li key={fault.row}>{fault.message}</li>
              ))}
            </ul>
          }
        />
      )}
      {notes.length > 0 && <Alert type="info" showIcon title={notes.join('；')} />}
      {missing === '' && (
        <>
          <p>
            {from} 至 {to}，共 {rows} 笔：收入 {moneyText(income)}，支出 {moneyText(expense)}。新增 <b>{added}</b> 笔
            {known > 0 && `，${known} 笔以前已导入`}
          </p>
          <Sample rows={result.sample} />
          <details>
            <summary>各列的含义</summary>
            <Columns result={result} onTell={onTell} />
          </details>
        </>
      )}
    </>
  )
}

const fieldOptions = [
  { value: '', label: '不用' },
  ...Object.entries(bankFields).map(([value, { title }]) => ({ value, label: title })),
]

/** What each column of the file is; what is said is remembered of the account. */
function Columns({ result, onTell }: { result: BankImport; onTell: (told: Told) => void }) {
  return (
    <div className="bank-columns">
      {result.titles.map(({ title, field, sample }) => (
        <label key={title}>
          <span title={sample}>
            {title}
            <small>{sample}</small>
          </span>
          <Select
            size="small"
            aria-label={`${title}的含义`}
            value={field}
            options={fieldOptions}
            onChange={(next: string) => onTell({ [title]: next as BankField | '' })}
          />
        </label>
      ))}
    </div>
  )
}

function Sample({ rows }: { rows: BankImport['sample'] }) {
  return (
    <div className="slip-scroll">
      <table aria-label="前几笔">
        <thead>
          <tr>
            <th>日期</th>
            <th className="right">金额</th>
            <th className="right">余额</th>
            <th>对方</th>
            <th>摘要</th>
            <th>流水号</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            // oxlint-disable-next-line react/no-array-index-key -- rows of a file have no identity but their place
            <tr key={i}>
              <td>{row.bizDate}</td>
              <td className="right">{moneyText(row.amount)}</td>
              <td className="right">{moneyText(row.balance)}</td>
              <td className="bank-text">{row.counterparty}</td>
              <td className="bank-text">{row.summary}</td>
              <td className="bank-text">{row.tradeNo}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
