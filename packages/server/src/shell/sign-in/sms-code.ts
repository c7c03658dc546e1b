import { createHash, randomInt } from 'node:crypto'
import type { Database } from '../../kernel/db/db'
import type { Tx } from '../../kernel/db/tx'
import { Failure } from '../../kernel/base/errors'
import { codeWaitSeconds } from '@chepu/contract/shell/sign-in-paths'

export type SmsPurpose = 'login' | 'register' | 'bind' | 'own'

/** Minutes a code is good for. */
export const codeMinutes = 5
const wrongTries = 5
const perDay = 10
/** A shop's counters share one address; who registers is a stranger to all, and so is whom he names. */
const perAddressAndHour: Record<SmsPurpose, number> = { login: 30, register: 5, bind: 30, own: 30 }

const hashOf = (mobile: string, purpose: SmsPurpose, code: string) =>
  createHash('sha256').update(`${purpose}:${mobile}:${code}`).digest('hex')

/**
 * Makes a code of 6 digits for a mobile and returns it; only its hash is stored. Refused with 429 within a minute of the
 * last one, after 10 in 24 hours, and after 30 of one address in an hour (5 of 企业注册), whoever asks and whether or not
 * the mobile is known, so that the refusal tells nothing. Each purpose counts for itself: who lets a mobile be sent codes of
 * one does not keep its owner from those of another.
 */
export function makeCode(db: Database, mobile: string, purpose: SmsPurpose, ip: string): Promise<string> {
  return db.together(async (tx) => {
    // Requests for one mobile and those of one address wait for each other, so that the limits hold.
    for (const key of [mobile, ip]) {
      await tx.query({ text: 'select pg_advisory_xact_lock(hashtextextended($1, 20))', values: [key] })
    }
    await assertWithinLimits(tx, mobile, purpose, ip)
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    await tx.query({
      name: 'make-code',
      text: `insert into shared.sms_code (mobile, purpose, code_hash, ip, expires_at)
        values ($1, $2, $3, $4, now() + make_interval(mins => $5))`,
      values: [mobile, purpose, hashOf(mobile, purpose, code), ip, codeMinutes],
    })
    return code
  })
}

interface Sent {
  lately: number
  today: number
  fromHere: number
}

async function assertWithinLimits(tx: Tx, mobile: string, purpose: SmsPurpose, ip: string): Promise<void> {
  const sent = await tx.one<Sent>({
    name: 'codes-sent',
    text: `select count(*) filter (where mobile = $1 and sent_at > now() - make_interval(secs => $4)) as lately,
        count(*) filter (where mobile = $1 and sent_at > now() - interval '1 day') as today,
        count(*) filter (where ip = $2 and sent_at > now() - interval '1 hour') as from_here
      from shared.sms_code where sent_at > now() - interval '1 day' and purpose = $3 and (mobile = $1 or ip = $2)`,
    values: [mobile, ip, purpose, codeWaitSeconds],
  })
  const { lately = 0, today = 0, fromHere = 0 } = sent ?? {}
  if (lately > 0) throw new Failure('tooMany', '发送过于频繁，请1分钟后再试')
  if (today >= perDay) throw new Failure('tooMany', '该手机号今日获取验证码次数已达上限，请明天再试')
  if (fromHere >= perAddressAndHour[purpose]) throw new Failure('tooMany', '当前网络获取验证码次数过多，请稍后再试')
}

/**
 * Whether the code is the last one sent to the mobile for this purpose. A right one is used up, unless `keep`; of wrong
 * ones the fifth ends the code.
 */
export async function codeFits(
  db: Pick<Database, 'shared'>,
  { mobile, purpose, code, keep = false }: { mobile: string; purpose: SmsPurpose; code: string; keep?: boolean },
): Promise<boolean> {
  const [row] = await db.shared<{ fits: boolean }>({
    name: 'try-code',
    text: `update shared.sms_code set
        wrong_count = wrong_count + (code_hash <> $3)::int,
        used_at = now() + case when code_hash = $3 and not $4 then interval '0' end
      where id = (select max(id) from shared.sms_code where mobile = $1 and purpose = $2)
        and used_at is null and expires_at > now() and wrong_count < $5
      returning code_hash = $3 as fits`,
    values: [mobile, purpose, hashOf(mobile, purpose, code), keep, wrongTries],
  })
  const isUsed = row?.fits === true && !keep
  if (isUsed) await maskOutbox(db, mobile)
  return row?.fits ?? false
}

/** Counts a right code like a wrong one: what it was shown for was refused, and must not be tried without end. */
export async function spendTry(
  db: Pick<Database, 'shared'>,
  { mobile, purpose }: { mobile: string; purpose: SmsPurpose },
): Promise<void> {
  await db.shared({
    name: 'spend-try',
    text: `update shared.sms_code set wrong_count = wrong_count + 1
      where id = (select max(id) from shared.sms_code where mobile = $1 and purpose = $2)`,
    values: [mobile, purpose],
  })
}

/** Digits of codes that are good no more are kept nowhere; one that was used is masked at once. */
export async function maskOutbox(db: Pick<Database, 'shared'>, usedBy?: string): Promise<void> {
  await db.shared({
    name: 'mask-outbox',
    text: `update shared.sms_outbox set message = regexp_replace(message, '\\d{6}', '******')
      where message ~ '\\d{6}' and (mobile = $1 or created_at < now() - make_interval(mins => $2))`,
    values: [usedBy ?? '', codeMinutes],
  })
}

/** What is said of a code that does not fit, whatever the reason. */
export const wrongCode = '短信验证码错误或已过期'
