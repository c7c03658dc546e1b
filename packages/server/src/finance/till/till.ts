// 日结交款 (business/finance 4.1): a cashier declares what he has, the difference is posted and the day is closed to his money, in one transaction.
import {
  declaredCash,
  type HandOver,
  type reopenTill,
  type sealTill,
  type TillDay,
  tillDifference,
  tillPrefix,
} from '@chepu/contract/finance/till'
import { type Decimal, equals, isNegative, isZero } from '@chepu/contract/kernel/decimal'
import { shanghaiDay } from '../../kernel/base/calendar'
import { invalid, refuse, staleRow } from '../../kernel/base/errors'
import { audit } from '../../kernel/db/audit'
import { nextDocument } from '../../kernel/db/numbering'
import type { CallerTx } from '../../kernel/db/tx'
import { assertOpenPeriod } from '../../kernel/document/period'
import type { BodyOf } from '../../kernel/http/bind'
import { postDifferences, takeBackDifferences, tellOfDifferences } from './difference'
import { ownAccounts } from './moves'
import { ownOpenDays } from './open-days'
import { findTill } from './read'

/** The caller's own day, for the page that counts it. */
export async function dayOfCaller(tx: CallerTx, day: string): Promise<TillDay> {
  const [accounts, sealed, user, days] = await Promise.all([
    ownAccounts(tx, day),
    sealedDay(tx, day),
    tx.one<{ realName: string }>({
      name: 'name-of-user',
      text: 'select real_name from app_user where group_id = $1 and id = $2',
      values: [tx.groupId, tx.caller.userId],
    }),
    ownOpenDays(tx),
  ])
  return { userName: user?.realName ?? '', accounts, sealed: sealed ?? null, openDays: days }
}

const sealedDay = (tx: CallerTx, day: string) =>
  tx.one<{ id: number; billNo: string; sealedAt: string }>({
    name: 'sealed-till-day',
    text: `select id, bill_no, sealed_at from till_day
      where group_id = $1 and org_id = $2 and user_id = $3 and biz_date = $4 and state = 'sealed'`,
    values: [tx.groupId, tx.caller.orgId, tx.caller.userId, day],
  })

/** What of one account is handed over, in yuan. */
interface Declared {
  accountId: number
  ledger: Decimal
  declared: Decimal
  difference: Decimal
  denominations: object | null
}

/**
 * 交款 of the caller's day. The accounts are locked first, as money is, and the day is summed up again behind that.
 * @throws Failure refusal where it is closed, already handed over, or no longer what he was shown
 */
export async function sealDay(tx: CallerTx, body: BodyOf<typeof sealTill>): Promise<{ id: number; billNo: string }> {
  const { day, remark } = body
  if (day > shanghaiDay()) invalid([{ path: 'day', message: '日期不能晚于今天' }])
  await assertOpenPeriod(tx, day, { anyDay: true })
  assertOwnAccounts(body, await lockAccounts(tx))
  const done = await sealedDay(tx, day)
  if (done) refuse(`您 ${day} 的日结已交款（${done.billNo}）`)
  const rows = declaredOf(body, await ownAccounts(tx, day))
  if (remark === '' && rows.some(({ difference }) => !isZero(difference)))
    invalid([{ path: 'remark', message: '实交与应交不符，请填写差异原因' }])
  const { id, billNo } = await nextDocument(tx, tillPrefix, 'till_day')
  await postDifferences(tx, { id, billNo, day, remark }, rows)
  await insertDay(tx, { id, billNo, day, remark }, rows)
  await tellOfDifferences(tx, { id, billNo, day }, rows)
  await audit(tx, { entity: 'till_day', entityId: id, action: 'seal', toState: 'sealed', detail: rows })
  return { id, billNo }
}

/** What was declared beside what the books say; refused where these have changed since he looked. */
function declaredOf({ accounts }: BodyOf<typeof sealTill>, found: TillDay['accounts']): Declared[] {
  if (found.length === 0) refuse('这一天没有需要交款的收付')
  const isSame =
    accounts.length === found.length &&
    found.every((row) => accounts.some((each) => each.accountId === row.accountId && equals(each.ledger, row.ledger)))
  if (!isSame) refuse('金额已变动，请重新核对')
  return accounts.map(({ accountId, ledger, declared, denominations }, at) => {
    const wrong = (message: string, field = 'declared') => invalid([{ path: `accounts.${at}.${field}`, message }])
    const account = found.find((row) => row.accountId === accountId)
    const isCash = account?.accountKind === 'cash'
    if (isCash && !denominations) wrong(`${account.accountName}：请按面额清点张数`, 'denominations')
    if (!isCash && denominations) wrong(`${account?.accountName}：不是现金账户，不按面额清点`, 'denominations')
    if (denominations && !equals(declaredCash(denominations, ledger), declared)) wrong('实交金额与清点的张数不符')
    if (isNegative(declared) && !isNegative(ledger)) wrong('实交金额不能小于0')
    return { accountId, ledger, declared, difference: tillDifference(declared, ledger), denominations }
  })
}

function assertOwnAccounts({ accounts }: BodyOf<typeof sealTill>, own: readonly { id: number }[]): void {
  const ids = new Set(own.map(({ id }) => id))
  const at = accounts.findIndex(({ accountId }) => !ids.has(accountId))
  if (at >= 0) invalid([{ path: `accounts.${at}.accountId`, message: '账户不存在或不属于当前企业' }])
}

/** Holds every account of the organisation, so that no money moves meanwhile. */
const lockAccounts = (tx: CallerTx) =>
  tx.query<{ id: number }>({
    name: 'lock-all-accounts',
    text: 'select id from store_account where group_id = $1 and org_id = $2 order by id for no key update',
    values: [tx.groupId, tx.caller.orgId],
  })

async function insertDay(
  tx: CallerTx,
  day: { id: number; billNo: string; day: string; remark: string },
  rows: readonly Declared[],
): Promise<void> {
  const { groupId, caller } = tx
  await tx.insert(
    'till_day',
    ['group_id', 'id', 'org_id', 'bill_no', 'user_id', 'biz_date', 'remark'],
    [[groupId, day.id, caller.orgId, day.billNo, caller.userId, day.day, day.remark]],
    'returning id',
  )
  await tx.insert(
    'till_day_account',
    ['group_id', 'till_day_id', 'store_account_id', 'ledger', 'declared', 'difference', 'denominations'],
    rows.map((row) => [
      groupId,
      day.id,
      row.accountId,
      row.ledger,
      row.declared,
      row.difference,
      row.denominations && JSON.stringify(row.denominations),
    ]),
  )
  await tx.query({
    name: 'note-sealed-day',
    text: `update store_account set sealed_until = $3 where group_id = $1 and org_id = $2 and (sealed_until is null or sealed_until < $3)`,
    values: [groupId, caller.orgId, day.day],
  })
}

/**
 * 撤销交款: the differences are taken back on their own day, which is open to its cashier's money again.
 * @throws Failure not_found, stale, or refusal in a closed month
 */
export async function reopenDay(
  tx: CallerTx,
  id: number,
  { version, reason }: BodyOf<typeof reopenTill>,
): Promise<{ id: number }> {
  const till = await lockOwn(tx, id)
  if (till.version !== version) staleRow('交款单')
  if (till.state !== 'sealed') refuse(`交款单 ${till.billNo} 已撤销`)
  await assertOpenPeriod(tx, till.day, { anyDay: true })
  await tx.query({
    name: 'reopen-till-day',
    text: `update till_day set state = 'reopened', version = version + 1, reopener_id = $3, reopened_at = now(), reopen_reason = $4
      where group_id = $1 and id = $2`,
    values: [tx.groupId, id, tx.caller.userId, reason],
  })
  await takeBackDifferences(tx, till)
  const states = { fromState: 'sealed', toState: 'reopened' }
  await audit(tx, { entity: 'till_day', entityId: id, action: 'reopen', ...states, reason })
  return { id }
}

async function lockOwn(tx: CallerTx, id: number): Promise<HandOver> {
  await tx.query({
    name: 'lock-till-day',
    text: 'select id from till_day where group_id = $1 and org_id = $2 and id = $3 for no key update',
    values: [tx.groupId, tx.caller.orgId, id],
  })
  return findTill(tx, id, { own: true })
}
