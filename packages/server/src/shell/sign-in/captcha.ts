import { createHash, randomBytes, randomInt } from 'node:crypto'
import type { DataOf } from '@chepu/contract/kernel/route'
import type { captcha } from '@chepu/contract/shell/sign-in'
import { captchaMinutes } from '@chepu/contract/shell/sign-in-paths'
import type { Database } from '../../kernel/db/db'
import { Failure } from '../../kernel/base/errors'
import { glyphs, pictureOf } from './captcha-picture'

const characters = Object.keys(glyphs)
const length = 4

const hashOf = (id: string, answer: string) => createHash('sha256').update(`${id}:${answer}`).digest('hex')

/** Makes a picture and remembers what it shows, hashed. */
export async function makeCaptcha(db: Database): Promise<DataOf<typeof captcha>> {
  const id = randomBytes(18).toString('base64url')
  const answer = Array.from({ length }, () => characters[randomInt(characters.length)]).join('')
  await db.shared({
    name: 'make-captcha',
    text: `insert into shared.captcha (id, answer_hash, expires_at) values ($1, $2, now() + make_interval(mins => $3))`,
    values: [id, hashOf(id, answer), captchaMinutes],
  })
  return { captcha_id: id, image: pictureOf(answer) }
}

/** Whether the characters are those of the picture, in any case of letters. A picture is good for one try, right or wrong. */
async function captchaFits(db: Database, id: string, answer: string): Promise<boolean> {
  const [row] = await db.shared<{ answerHash: string }>({
    name: 'spend-captcha',
    text: `update shared.captcha set used_at = now()
      where id = $1 and used_at is null and expires_at > now() returning answer_hash`,
    values: [id],
  })
  return row?.answerHash === hashOf(id, answer.toUpperCase())
}

/** What somebody typed of a picture; '' for both when he was not asked. */
export interface TypedCaptcha {
  captchaId: string
  captcha: string
}

/** Says at the field that the characters of a picture come with the next try. */
export const askCaptcha = { path: 'captcha', message: '请输入图形验证码' }

/** Refuses who has not typed what the picture shows, at the field `captcha`. */
export async function assertCaptcha(db: Database, { captchaId, captcha }: TypedCaptcha): Promise<void> {
  if (captcha === '') throw new Failure('signIn', askCaptcha.message, [askCaptcha])
  if (await captchaFits(db, captchaId, captcha)) return
  const wrong = { ...askCaptcha, message: '图形验证码错误或已过期，请重新输入' }
  throw new Failure('signIn', wrong.message, [wrong])
}
