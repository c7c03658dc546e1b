import { type BookAccount, balanceSides, isProfitAccount } from '@chepu/contract/finance/book-accounts'
import {
  type BookSettings as Settings,
  bookButtons,
  bookSettings,
  resetBookSettings,
  saveBookSettings,
} from '@chepu/contract/finance/books'
import { Button, Input, Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { call } from '../../kit/base/call'
import { useSession } from '../../kit/base/session'
import { toast } from '../../kit/base/toast'
import { useCall } from '../../kit/base/use-call'
import { Confirm } from '../../kit/ui/confirm'
import { PageState } from '../../kit/ui/page-state'
import { useUnsaved } from '../../kit/ui/use-unsaved'

/** 科目设置: the accounts of the group's books, and on which of them what happens is booked (business/books 2). */
export function BookSettings() {
  const found = useCall(bookSettings, {}, { stale: Number.POSITIVE_INFINITY })
  // What is typed stays until it is saved, whatever is read meanwhile.
  const [generation, setGeneration] = useState(0)
  if (!found.data) return <PageState error={found.error} retry={() => void found.refetch()} />
  const again = async () => {
    await found.refetch()
    setGeneration((old) => old + 1)
  }
  return <Editor key={generation} data={found.data} again={again} />
}

/** An account being edited, with a place of its own while its code is typed. */
type Typed = BookAccount & { at: number }

const sideOptions = Object.entries(balanceSides).map(([value, label]) => ({ value, label }))

function Editor({ data: read, again }: { data: Settings; again: () => Promise<void> }) {
  const { has } = useSession()
  const [data] = useState(read)
  const [accounts, setAccounts] = useState<readonly Typed[]>(() => data.accounts.map((each, at) => ({ ...each, at })))
  const [mapping, setMapping] = useState<Readonly<Record<string, string>>>({})
  const [asking, setAsking] = useState<'save' | 'reset'>()
  const [isChanged, setChanged] = useState(false)
  const { question, settled } = useUnsaved(isChanged)
  const mayChange = has(bookButtons.settings)
  const typed = (at: number, change: Partial<BookAccount>) => {
    setChanged(true)
    setAccounts((old) => old.map((each) => (each.at === at ? { ...each, ...change } : each)))
  }
  const add = () => {
    setChanged(true)
    setAccounts((old) => [{ at: Date.now(), code: '', name: '', side: 'debit' }, ...old])
  }
  const remove = (at: number) => {
    setChanged(true)
    setAccounts((old) => old.filter((each) => each.at !== at))
  }
  const choose = (key: string, code: string) => {
    setChanged(true)
    setMapping((old) => ({ ...old, [key]: code }))
  }
  const done = async (told: string) => {
    toast.success(told)
    settled()
    await again()
  }
  const save = async () => {
    const whole = Object.fromEntries(data.events.map(({ key, code }) => [key, mapping[key] ?? code]))
    await call(saveBookSettings, {
      body: { version: data.version, accounts: accounts.map(({ at: _, ...each }) => each), mapping: whole },
    })
    await done('科目设置已保存')
  }
  const reset = async () => {
    await call(resetBookSettings, { body: { version: data.version } })
    await done('科目已恢复默认')
  }
  return (
    <div className="books-settings">
      <div className="books-head">
        {mayChange && (
          <>
            <Button type="primary" disabled={!isChanged} onClick={() => setAsking('save')}>
              保存
            </Button>
            <Button onClick={add}>新增科目</Button>
            <Button danger disabled={data.version === 0} onClick={() => setAsking('reset')}>
              恢复默认
            </Button>
          </>
        )}
        <span className="books-note">全集团共用；小企业会计准则科目，下级科目每级加2位编码，业务只能记到末级科目</span>
      </div>
      <div className="books-sides">
        <Accounts accounts={accounts} mayChange={mayChange} typed={typed} remove={remove} />
        <Mapping data={data} accounts={accounts} mapping={mapping} mayChange={mayChange} choose={choose} />
      </div>
      {question}
      {asking === 'save' && (
        <Confirm title="保存科目设置" okText="保存" run={save} onClose={() => setAsking(undefined)}>
          以后的凭证和报表按新科目；已导出的凭证不变，科目有变的在该月下次导出时出更正。
        </Confirm>
      )}
      {asking === 'reset' && (
        <Confirm title="恢复默认科目" okText="恢复默认" danger run={reset} onClose={() => setAsking(undefined)}>
          自己增加、修改的科目和对应关系都会取消。
        </Confirm>
      )}
    </div>
  )
}

function Accounts(props: {
  accounts: readonly Typed[]
  mayChange: boolean
  typed: (at: number, change: Partial<BookAccount>) => void
  remove: (at: number) => void
}): ReactNode {
  const { accounts, mayChange, typed, remove } = props
  return (
    <div className="books-table">
      <table aria-label="科目">
        <thead>
          <tr>
            <th>科目编码</th>
            <th>科目名称</th>
            <th>余额方向</th>
            <th />
          </tr>
        </thead>
        <tbody>
          {accounts.map(({ at, code, name, side }) => (
            <tr key={at} className={code.length === 4 ? 'books-strong' : undefined}>
              {mayChange ? (
                <>
                  <td>
                    <Input
                      size="small"
                      className="books-code"
                      aria-label="科目编码"
                      maxLength={12}
                      value={code}
                      onChange={({ target }) => typed(at, { code: target.value.trim() })}
                    />
                  </td>
                  <td>
                    <Input
                      size="small"
                      aria-label={`${code} 科目名称`}
                      maxLength={60}
                      value={name}
                      onChange={({ target }) => typed(at, { name: target.value })}
                    />
                  </td>
                  <td>
                    <Select
                      size="small"
                      aria-label={`${code} 余额方向`}
                      value={side}
                      options={sideOptions}
                      onChange={(next) => typed(at, { side: next })}
                    />
                  </td>
                  <td>
                    <Button size="small" type="link" danger onClick={() => remove(at)}>
                      删除
                    </Button>
                  </td>
                </>
              ) : (
                <>
                  <td>{code}</td>
                  <td>{name}</td>
                  <td>{balanceSides[side]}</td>
                  <td />
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Mapping(props: {
  data: Settings
  accounts: readonly BookAccount[]
  mapping: Readonly<Record<string, string>>
  mayChange: boolean
  choose: (key: string, code: string) => void
}): ReactNode {
  const { data, accounts, mapping, mayChange, choose } = props
  const isLeaf = ({ code }: BookAccount) => !accounts.some((each) => each.code !== code && each.code.startsWith(code))
  const options = accounts.filter(isLeaf).map(({ code, name }) => ({ value: code, label: `${code} ${name}` }))
  const [profit, balance] = [true, false].map((isProfit) =>
    options.filter(({ value }) => isProfitAccount(value) === isProfit),
  )
  const nameOf = (code: string) => accounts.find((each) => each.code === code)?.name ?? ''
  return (
    <div className="books-table">
      <table aria-label="业务对应科目">
        <thead>
          <tr>
            <th>业务</th>
            <th>记到科目</th>
          </tr>
        </thead>
        <tbody>
          {data.events.map(({ key, title, code, standard, isProfit }) => {
            const chosen = mapping[key] ?? code
            return (
              <tr key={key}>
                <td>
                  {title}
                  {chosen !== standard && <small className="books-note"> 已改</small>}
                </td>
                <td>
                  {mayChange ? (
                    <Select
                      size="small"
                      className="books-account"
                      aria-label={`${title}的科目`}
                      showSearch={{ optionFilterProp: 'label' }}
                      value={chosen}
                      options={(isProfit ? profit : balance) ?? []}
                      onChange={(next) => choose(key, next)}
                    />
                  ) : (
                    `${chosen} ${nameOf(chosen)}`
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
