import {
  keyStates,
  type KeyUsageRow,
  mostKeyDays,
  type ProgramKey,
  programKeyRoutes,
  usageDays,
  usualCallsPerMinute,
} from '@chepu/contract/access/program-key'
import { userButtons, userRoleRoutes } from '@chepu/contract/access/user'
import { addDays } from '@chepu/contract/kernel/calendar'
import { shanghaiDay } from '@chepu/contract/kernel/time'
import { Button, Select, Tabs, Tag } from 'antd'
import { useState } from 'react'
import { call } from '../../kit/base/call'
import { Confirm } from '../../kit/ui/confirm'
import { FormDialog } from '../../kit/form/form-dialog'
import type { MasterField } from '../../kit/form/master-form'
import { PageModal } from '../../kit/ui/page-modal'
import { useSession } from '../../kit/base/session'
import { toast } from '../../kit/base/toast'
import { useCall, useRefreshCalls } from '../../kit/base/use-call'
import '../access.css'
import { PageState } from '../../kit/ui/page-state'
import { SecretDialog } from '../secret-dialog'

interface Account {
  id: number
  name: string
}

type Step = { kind: 'list' | 'make' } | { kind: 'shown'; key: string } | { kind: 'stop'; row: ProgramKey }

/** 接口密钥 of a program and what they were used for; one dialog at a time. */
export function KeysDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const [step, setStep] = useState<Step>({ kind: 'list' })
  const refresh = useRefreshCalls()
  const back = () => setStep({ kind: 'list' })
  if (step.kind === 'make')
    return <KeyForm account={account} onMade={(key) => setStep({ kind: 'shown', key })} onClose={back} />
  if (step.kind === 'shown')
    return (
      <SecretDialog
        title="接口密钥"
        owner={`接口账号：${account.name}`}
        secret={step.key}
        note="请求时放在请求头 token 中。不要写进网页或发到群里；泄露了请立即停用。"
        onClose={back}
      />
    )
  if (step.kind === 'stop')
    return (
      <Confirm
        title="停用密钥"
        okText="停用"
        danger
        run={async () => {
          await call(programKeyRoutes.stop, { params: { id: account.id, keyId: step.row.id } })
          toast.success('密钥已停用')
          refresh(programKeyRoutes.list)
        }}
        onClose={back}
      >
        “{step.row.name}”（{step.row.firstSigns}…）立即失效，使用它的程序不能再调用接口，也不能恢复。
      </Confirm>
    )
  return (
    <PageModal open width={860} title={`接口密钥：${account.name}`} footer={null} onCancel={onClose}>
      <Tabs
        items={[
          { key: 'keys', label: '密钥', children: <Keys account={account} go={setStep} /> },
          { key: 'usage', label: '调用记录', children: <Usage account={account} /> },
        ]}
      />
    </PageModal>
  )
}

function Keys({ account, go }: { account: Account; go: (step: Step) => void }) {
  const keys = useCall(programKeyRoutes.list, { params: { id: account.id } })
  const { has } = useSession()
  const mayChange = has(userButtons.resetPassword)
  const rows = keys.data?.rows
  if (!rows) return <PageState error={keys.error} retry={() => void keys.refetch()} />
  return (
    <>
      {mayChange && (
        <Button type="primary" size="small" onClick={() => go({ kind: 'make' })}>
          新建密钥
        </Button>
      )}
      {rows.length === 0 && <p className="ac-note ac-keys">还没有密钥。新建后交给要对接的程序使用。</p>}
      <ul className="ac-keys">
        {rows.map((row) => (
          <li key={row.id} className={row.state === 'live' ? undefined : 'is-over'}>
            <div>
              <b>{row.name}</b>
              <code>{row.firstSigns}…</code>
              <Tag color={row.state === 'live' ? 'green' : 'default'}>{keyStates[row.state]}</Tag>
              {mayChange && row.state !== 'stopped' && (
                <button type="button" className="kit-link" onClick={() => go({ kind: 'stop', row })}>
                  停用
                </button>
              )}
            </div>
            <p>
              {row.orgName}，有效期至{row.expiresOn}，每分钟最多{row.callsPerMinute}次，
              {row.addresses.length === 0 ? '不限地址' : `限地址 ${row.addresses.join('、')}`}
            </p>
            <p>{storyOf(row)}</p>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Who made it, when it was used last, and who stopped it. */
const storyOf = (row: ProgramKey): string =>
  [
    `${row.createdByName} ${row.createdAt} 新建`,
    row.lastUsedAt === null ? '还没有用过' : `最近使用 ${row.lastUsedAt}，来自 ${row.lastIp}`,
    ...(row.stoppedAt === null ? [] : [`${row.stoppedByName ?? ''} ${row.stoppedAt} 停用`]),
  ].join('；')

function KeyForm(props: { account: Account; onMade: (key: string) => void; onClose: () => void }) {
  const { account } = props
  const places = useCall(userRoleRoutes.read, { query: { userId: account.id } })
  const refresh = useRefreshCalls()
  const orgs = places.data?.orgs ?? []
  const fields: MasterField[] = [
    { name: 'name', title: '密钥名称', required: true, help: '如：网店正式、网店测试' },
    {
      name: 'expiresOn',
      title: '有效期至',
      kind: 'date',
      required: true,
      initial: addDays(shanghaiDay(), mostKeyDays),
    },
    { name: 'callsPerMinute', title: '每分钟最多调用', kind: 'integer', required: true, initial: usualCallsPerMinute },
    {
      name: 'orgId',
      title: '企业',
      kind: 'select',
      numeric: true,
      initial: null,
      options: Object.fromEntries(orgs.map(({ orgId, orgName }) => [orgId, orgName])),
      help: '密钥只在一个企业中使用；不选为默认企业',
    },
    {
      name: 'addresses',
      title: '允许的地址',
      wide: true,
      initial: [],
      help: 'IP地址或网段，如 203.0.113.7、192.168.1.0/24；不填则不限',
      render: ({ id, value, onChange }) => (
        <Select
          id={id}
          mode="tags"
          open={false}
          suffixIcon={null}
          tokenSeparators={[' ', ',', '，', '、', ';', '；']}
          value={value as string[]}
          onChange={onChange}
        />
      ),
    },
  ]
  return (
    <FormDialog
      title={`新建密钥：${account.name}`}
      okText="新建"
      fields={fields}
      schema={programKeyRoutes.make.body}
      onSave={(body) => ({ route: programKeyRoutes.make, params: { id: account.id }, body })}
      onSaved={({ key }) => {
        refresh(programKeyRoutes.list)
        props.onMade(key)
      }}
      onClose={props.onClose}
    />
  )
}

const which = { '': '全部', true: '失败的', false: '成功的' }

function Usage({ account }: { account: Account }) {
  const [failed, setFailed] = useState<keyof typeof which>('')
  const [page, setPage] = useState(1)
  const query = { page, rows: 50, ...(failed === '' ? {} : { failed }) }
  const usage = useCall(programKeyRoutes.usage, { params: { id: account.id }, query }, { keeps: true })
  if (!usage.data) return <PageState error={usage.error} retry={() => void usage.refetch()} />
  const { rows, more } = usage.data
  return (
    <>
      <div className="lp-bar ac-members-bar ac-usage-bar">
        <Select
          aria-label="调用结果"
          value={failed}
          options={Object.entries(which).map(([value, label]) => ({ value: value as keyof typeof which, label }))}
          onChange={(next) => {
            setFailed(next)
            setPage(1)
          }}
        />
        <span className="ac-note">按天、接口和结果汇总，保留{usageDays}天</span>
      </div>
      {rows.length === 0 ? (
        <p className="dt-placeholder">没有调用记录</p>
      ) : (
        <div className="ac-effective ac-members">
          <UsageTable rows={rows} />
        </div>
      )}
      {(more || page > 1) && (
        <p className="ac-turn">
          <Button size="small" disabled={page === 1} onClick={() => setPage(page - 1)}>
            上一页
          </Button>
          <Button size="small" disabled={!more} onClick={() => setPage(page + 1)}>
            下一页
          </Button>
        </p>
      )}
    </>
  )
}

const UsageTable = ({ rows }: { rows: KeyUsageRow[] }) => (
  <table className="ac-usage">
    <thead>
      <tr>
        <th>日期</th>
        <th>接口</th>
        <th>结果</th>
        <th>次数</th>
        <th>平均耗时</th>
        <th>最近一次</th>
        <th>密钥</th>
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={row.key}>
          <td>{row.day}</td>
          <td>
            {row.summary}
            <code>{row.call}</code>
          </td>
          <td>
            {row.status}
            {row.lastRefusal && <em>{row.lastRefusal}</em>}
          </td>
          <td>{row.calls}</td>
          <td>{row.averageMs}毫秒</td>
          <td>{row.lastAt.slice(11)}</td>
          <td>{row.keyName}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
