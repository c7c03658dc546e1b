import { add, trimZeros } from '@chepu/contract/kernel/decimal'
import { expect, test } from './story'

test('两个人打开同一张单据，后保存的人被告知已被他人修改', async ({ desk, secondDesk, boss }) => {
  const [part] = await boss.parts(3, 1)
  if (!part) throw new Error('没有可用的配件')
  const { id } = await boss.draftReceipt([{ part, qty: '4', price: '10' }])
  await desk.enter('boss01', `/purchase?id=${id}`)
  await secondDesk.enter('buyer01', `/purchase?id=${id}`)
  for (const each of [desk, secondDesk]) await each.editor.isReady()

  await desk.editor.field('备注').fill('先保存的人')
  await desk.editor.button('保存').click()
  await desk.shell.says(/已保存/)

  await secondDesk.editor.field('备注').fill('后保存的人')
  await secondDesk.editor.button('保存').click()
  await expect(secondDesk.editor.notice()).toContainText('单据已被他人修改，请刷新后重试')
  await secondDesk.editor.notice().getByRole('button', { name: '刷新' }).click()
  await expect(secondDesk.editor.field('备注')).toHaveValue('先保存的人')
})

test('连点两次审核只过账一次', async ({ desk, boss }) => {
  const [, part] = await boss.parts(3, 2)
  if (!part) throw new Error('没有可用的配件')
  const { id } = await boss.draftReceipt([{ part, qty: '4', price: '10' }])
  await desk.enter('boss01', `/purchase?id=${id}`)
  await desk.editor.isReady()
  const posted: number[] = []
  desk.page.on('response', (answer) => {
    if (answer.url().endsWith(`/${id}/act/approve`)) posted.push(answer.status())
  })
  await desk.editor.button('审核').dblclick()
  await desk.editor.isState('已完成')
  expect(posted).toEqual([200])
  expect(await boss.available(part)).toBe(trimZeros(add(part.available, '4')))
})
