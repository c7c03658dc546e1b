import { type Site, siteRoutes } from '@chepu/contract/shell/site'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { draw, server } from '../../test/page'
import { later, Refused } from '../../test/server'
import SiteConfig from './site-config'

let kept: Site

beforeEach(() => {
  kept = {
    title: '车铺',
    servicePhone: '',
    isVersionShown: false,
    settlementNote: '',
    logo: '',
    loginImage: '',
    version: 3,
  }
  server.on(siteRoutes.read, () => kept)
  server.on(siteRoutes.info, () => ({ ...kept, isOpenDemo: false }))
})

test('what is typed while the site is saved stays, and is saved in its turn', async () => {
  const isSaved = later<void>()
  server.on(siteRoutes.save, async ({ body }) => {
    await isSaved.answer
    if (body.version !== kept.version) throw new Refused('stale', '站点配置已被他人修改，请刷新后重试')
    kept = { ...kept, ...body, version: kept.version + 1 }
    return kept
  })
  const tab = draw(<SiteConfig />)
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  const save = () => page.getByRole('button', { name: '保存', exact: true })
  await field('产品标题').fill('顺达')
  await save().click()
  await field('客服电话').fill('95598')
  isSaved.give()
  await expect.poll(() => server.asked(siteRoutes.read).length).toBe(2)
  await expect.element(field('客服电话')).toHaveValue('95598')
  expect(tab.isDirty()).toBe(true)
  await save().click()
  await expect.poll(tab.isDirty).toBe(false)
  await expect.poll(() => kept).toMatchObject({ title: '顺达', servicePhone: '95598', version: 5 })
})
