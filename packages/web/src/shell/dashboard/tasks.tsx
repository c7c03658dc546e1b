import { isNegative, withCommas } from '@chepu/contract/kernel/decimal'
import type { Dashboard } from '@chepu/contract/shell/dashboard'
import { useTabs } from '../../kit/base/tabs'

/** 待办: what waits for the user; each line opens the list of just these rows. */
export function Tasks({ tasks }: { tasks: Dashboard['tasks'] }) {
  const { open } = useTabs()
  return (
    <section className="home-card" aria-label="待办">
      <h2>待办</h2>
      {tasks.length === 0 && <p className="soft">没有等您处理的事</p>}
      <ul>
        {tasks.map(({ title, count, amount, screen, params }) => (
          <li key={title}>
            <button type="button" onClick={() => open({ key: screen, params })}>
              <span>{title}</span>
              {amount !== undefined && <span className="alarm">{withCommas(amount)}</span>}
              <b>{count}</b>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** 资金余额: the money on each account in use, and on all together. */
export function Accounts({ accounts }: { accounts: NonNullable<Dashboard['accounts']> }) {
  const { open } = useTabs()
  const figure = (amount: string) => <b className={isNegative(amount) ? 'alarm' : undefined}>{withCommas(amount)}</b>
  return (
    <section className="home-card" aria-label="资金余额">
      <h2>资金余额</h2>
      <ul>
        {accounts.rows.map(({ id, name, balance }) => (
          <li key={id}>
            <button type="button" onClick={() => open({ key: 'storeAccount', params: { q: name, active: 'true' } })}>
              <span>{name}</span>
              {figure(balance)}
            </button>
          </li>
        ))}
        <li>
          <button type="button" onClick={() => open({ key: 'storeAccount', params: { active: 'true' } })}>
            <span>合计</span>
            {figure(accounts.total)}
          </button>
        </li>
      </ul>
    </section>
  )
}
