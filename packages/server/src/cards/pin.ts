// The payment code of a card (business/cards 3): six digits, kept as a password is.
import { hash, verify } from '@node-rs/argon2'
import { button } from '@chepu/contract/access/catalogue'
import { Failure, forbidden, notFound, refuse } from '../kernel/base/errors'
import { mayPress } from '../kernel/caller/caller'
import { audit } from '../kernel/db/audit'
import type { CallerTx } from '../kernel/db/tx'

/** So many wrong codes lock for so many minutes. */
const mostFailures = 5
const lockMinutes = 15

/**
 * Sets the first payment code of a card, or a new one, which takes 重置密码. Wrong codes that were typed before are forgotten.
 * @throws Failure notFound or forbidden
 */
export async function setPin(tx: CallerTx, cardId: number, code: string): Promise<{ id: number }> {
  const card = await tx.one<{ hasPin: boolean; state: string }>({
    name: 'card-for-pin',
    text: `select c.pin_hash is not null as has_pin, c.state from card c
      where c.group_id = $1 and c.id = $2 and c.org_id = $3 for no key update`,
    values: [tx.groupId, cardId, tx.caller.orgId],
  })
  if (!card) return notFound('会员卡')
  if (card.state === 'closed') refuse('已退的卡不能设置支付密码')
  if (card.hasPin && !mayPress(tx.caller, button('card', 'reset_pin'))) forbidden('您没有会员卡「重置密码」的权限')
  await tx.query({
    name: 'set-pin',
    text: 'update card set pin_hash = $3, version = version + 1 where group_id = $1 and id = $2',
    values: [tx.groupId, cardId, await hash(code)],
  })
  await forget(tx, cardId)
  await audit(tx, { entity: 'card', entityId: cardId, action: card.hasPin ? 'resetPin' : 'setPin' })
  return { id: cardId }
}

const forget = (tx: Pick<CallerTx, 'query' | 'groupId'>, cardId: number): Promise<unknown> =>
  tx.query({
    name: 'forget-pin-tries',
    text: 'delete from card_pin_try where group_id = $1 and card_id = $2',
    values: [tx.groupId, cardId],
  })

/**
 * Refuses a payment code that is not the card's. Each try is counted before it is looked at, in a transaction of its own, so that tries at once or ones whose
 * settlement comes to nothing count as others do. A card without a code takes any.
 * `path` is the place of the code in what was sent.
 * @throws Failure refusal at that place, saying how many tries are left
 */
export async function checkPin(tx: CallerTx, cardId: number, code: string, path = 'pin'): Promise<void> {
  const card = await tx.one<{ cardNo: string; pinHash: string | null }>({
    name: 'pin-of-card',
    text: 'select card_no, pin_hash from card where group_id = $1 and id = $2',
    values: [tx.groupId, cardId],
  })
  if (!card) return notFound('会员卡')
  if (card.pinHash === null) return
  const failures = await countTry(tx, cardId)
  const wait = `会员卡 ${card.cardNo} 支付密码连续输错${mostFailures}次，请${lockMinutes}分钟后再试`
  if (failures === undefined) return refuseAt(path, wait)
  // The library compares in constant time.
  if (await verify(card.pinHash, code)) return void (await tx.db.aside(tx.groupId, (own) => forget(own, cardId)))
  if (failures >= mostFailures) refuseAt(path, wait)
  refuseAt(path, `会员卡 ${card.cardNo} 支付密码不正确，还可以输入${mostFailures - failures}次`)
}

const refuseAt = (path: string, message: string): never => {
  throw new Failure('refusal', message, [{ path, message }])
}

/** Tries with this one since the last right one; undefined while the card waits. */
async function countTry(tx: CallerTx, cardId: number): Promise<number | undefined> {
  const now = new Date()
  const until = new Date(now.getTime() + lockMinutes * 60_000)
  const statement = {
    name: 'count-pin-try',
    text: `insert into card_pin_try as t (group_id, card_id, failures) values ($1, $2, 1)
      on conflict (group_id, card_id) do update set
        failures = case when t.locked_until is null then t.failures + 1 else 1 end,
        locked_until = case when t.locked_until is null and t.failures + 1 >= $5 then $4::timestamptz end
      where t.locked_until is null or t.locked_until <= $3::timestamptz returning t.failures`,
    values: [tx.groupId, cardId, now.toISOString(), until.toISOString(), mostFailures],
  }
  const [row] = await tx.db.aside(tx.groupId, (own) => own.query<{ failures: number }>(statement))
  return row?.failures
}
