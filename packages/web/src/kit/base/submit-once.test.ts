import { expect, test } from 'vitest'
import { CallError } from './call'
import { Gestures } from './submit-once'

test('a repeat after a lost answer carries the same key, a new change a new one', async () => {
  const gestures = new Gestures(() => {})
  const keys: string[] = []
  const lost = (key: string) => {
    keys.push(key)
    return Promise.reject(new CallError(0, 0, '网络异常'))
  }
  const answered = (key: string) => Promise.resolve(keys.push(key))
  await expect(gestures.send({ a: 1 }, lost)).rejects.toThrow('网络异常')
  await gestures.send({ a: 1 }, answered)
  await gestures.send({ a: 1 }, answered)
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})

test('a second gesture while the first runs does nothing', async () => {
  const gestures = new Gestures(() => {})
  let finish = () => {}
  const first = gestures.run(() => new Promise<string>((resolve) => (finish = () => resolve('saved'))))
  expect(await gestures.run(() => Promise.resolve('again'))).toBeUndefined()
  finish()
  expect(await first).toBe('saved')
})

test('a step pressed while the document is being saved follows the save, once', async () => {
  const gestures = new Gestures(() => undefined)
  const done: string[] = []
  let finish = () => {}
  const saving = gestures.save(() =>
    new Promise<void>((resolve) => (finish = resolve)).then(() => void done.push('保存')),
  )
  const steps = [1, 2].map(() => gestures.step(async () => void done.push('审核')))
  finish()
  await Promise.all([saving, ...steps])
  expect(done).toEqual(['保存', '审核'])
})
