import { favouriteRoutes } from '@chepu/contract/shell/favourite'
import { type SiteInfo, siteRoutes } from '@chepu/contract/shell/site'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, openShop, type Shop } from '../../test/shop'
import { bindAreas } from '../app/areas'
import { createApp } from '../app/http'

let shop: Shop
let buyer: Client
let keeper: Client
let platform: Client

beforeAll(async () => {
  shop = await openShop()
  buyer = await shop.signIn('buyer')
  keeper = await shop.signIn('warehouse_keeper')
  platform = await shop.signIn('admin')
  await shop.db.shared({
    text: `update shared.login set is_platform = true, access_version = access_version + 1
      where id = (select login_id from shared.session order by created_at desc limit 1)`,
  })
})
afterAll(() => shop.close())

const names = (list: { name: string }[]) => list.map((favourite) => favourite.name)

describe('favourites', () => {
  it('are added by tab name, kept by user, and removed by name', async () => {
    expect(await buyer.call(favouriteRoutes.list)).toEqual([])
    await buyer.call(favouriteRoutes.add, { body: { name: 'purchase' } })
    const two = await buyer.call(favouriteRoutes.add, { body: { name: ' importExcel ' } })
    expect(two).toEqual([
      { path: '/purchase', name: 'purchase', title: '采购入库', meta: { title: '采购入库' } },
      { path: '/importExcel/index', name: 'importExcel', title: '批量导入', meta: { title: '批量导入' } },
    ])
    expect(await buyer.call(favouriteRoutes.add, { body: { name: 'purchase' } })).toEqual(two)
    expect(await keeper.call(favouriteRoutes.list)).toEqual([])
    expect(names(await buyer.call(favouriteRoutes.remove, { query: { name: 'purchase' } }))).toEqual(['importExcel'])
    expect(names(await buyer.call(favouriteRoutes.remove, { body: { name: 'importExcel' } }))).toEqual([])
    expect(await buyer.call(favouriteRoutes.remove, { query: { name: 'importExcel' } })).toEqual([])
  })

  it('are asked for with and without the slash at the end', async () => {
    for (const path of ['/api/config/favorite', '/api/config/favorite/', '/api-main/api/config/favorite']) {
      const response = await fetch(`${shop.origin}${path}`, { headers: { token: buyer.token } })
      expect([path, response.status, await response.json()]).toEqual([path, 200, { code: 0, msg: 'ok', data: [] }])
    }
  })

  it('are no pages with a type, without permission, or unknown ones', async () => {
    const refused = async (name: unknown) => {
      const { status, msg } = await buyer.ask(favouriteRoutes.add, { body: { name } as never })
      return [status, msg]
    }
    expect(await refused('dashboard')).toEqual([400, '“首页”不能收藏'])
    expect(await refused('collection')).toEqual([404, '页面不存在或无权查看'])
    expect(await refused('noSuchPage')).toEqual([404, '页面不存在或无权查看'])
    expect(await refused('')).toEqual([400, '请选择页面'])
    expect(await refused(undefined)).toEqual([400, '请选择页面'])
    expect(await buyer.ask(favouriteRoutes.remove)).toMatchObject({ status: 400, msg: '请选择页面' })
  })

  it('go with the permission and come back with it', async () => {
    await keeper.call(favouriteRoutes.add, { body: { name: 'purWareHous' } })
    const give = (role: string, is: boolean) =>
      shop.db.tenant(shop.groupId, async (tx) => {
        await tx.query({
          text: 'update role set is_active = $3 where group_id = $1 and code = $2',
          values: [tx.groupId, role, is],
        })
        await tx.query({
          text: 'update shared.login set access_version = access_version + 1 where group_id = $1',
          values: [tx.groupId],
        })
      })
    await give('warehouse_keeper', false)
    expect(await keeper.call(favouriteRoutes.list)).toEqual([])
    await give('warehouse_keeper', true)
    expect(names(await keeper.call(favouriteRoutes.list))).toEqual(['purWareHous'])
  })
})

const settings = { isVersionShown: false, servicePhone: '', settlementNote: '', title: '' }
const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(100)])

describe('the site', () => {
  const info = async () => (await (await fetch(`${shop.origin}/api-main/api/site`)).json()) as { data: unknown }
  const version = async () => (await platform.call(siteRoutes.read)).version
  const upload = async (kind: string, content: Buffer) => {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(content)]), 'logo.png')
    const response = await fetch(`${shop.origin}/api/web/site/image/${kind}`, {
      method: 'POST',
      headers: { token: platform.token },
      body: form,
    })
    return { status: response.status, ...((await response.json()) as { msg: string; data: { logo: string } }) }
  }

  it('tells everybody its title, phone and notes, also without a session', async () => {
    expect(await info()).toMatchObject({ data: { title: '车铺', logo: '', servicePhone: '', isVersionShown: false } })
    const saved = await platform.call(siteRoutes.save, {
      body: {
        version: await version(),
        title: ' 顺达车管家 ',
        isVersionShown: true,
        servicePhone: '400-800-1234',
        settlementNote: '货款三十日内结清。',
      },
    })
    expect(await info()).toEqual({
      code: 0,
      msg: 'ok',
      data: {
        title: '顺达车管家',
        logo: '',
        loginImage: '',
        isVersionShown: true,
        servicePhone: '400-800-1234',
        settlementNote: '货款三十日内结清。',
        isOpenDemo: false,
      },
    })
    const trail = await shop.sql<{ detail: unknown }>(
      `select detail from audit_log where group_id = $1 and entity = 'site_setting' order by id desc limit 1`,
    )
    expect(trail[0]?.detail).toMatchObject({ productTitle: ['', '顺达车管家'], isVersionShown: [false, true] })
    const again = { ...settings, version: saved.version - 1 }
    expect(await platform.ask(siteRoutes.save, { body: again })).toMatchObject({
      status: 409,
      msg: '站点配置已被他人修改，请刷新后重试',
    })
  })

  it('takes numbers that somebody can call, and texts that fit', async () => {
    const said = async (change: Partial<typeof settings>) => {
      const body = { ...settings, ...change, version: 0 }
      const { status, errors } = await platform.ask(siteRoutes.save, { body })
      return errors?.[0]?.message ?? status
    }
    for (const servicePhone of ['', '13800138000', '020-12345678', '4008001234', '95598'])
      expect([servicePhone, await said({ servicePhone })]).toEqual([servicePhone, 409])
    for (const servicePhone of ['110', '400-80-1234', '打电话'])
      expect(await said({ servicePhone })).toBe('请输入正确的电话号码!')
    expect(await said({ title: '字'.repeat(21) })).toBe('最多20个字符')
    expect(await said({ settlementNote: '字'.repeat(101) })).toBe('最多100个字符')
  })

  it('keeps a logo, whose address changes with it, and lets it go', async () => {
    const { status, data } = await upload('logo', png)
    expect([status, data.logo]).toEqual([200, `/api-main/api/site/image/logo?v=${await version()}`])
    const shown = await fetch(`${shop.origin}${data.logo}`)
    expect(shown.headers.get('content-type')).toBe('image/png')
    expect(shown.headers.get('cache-control')).toContain('immutable')
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(png)
    expect((await fetch(`${shop.origin}/api/site/image/login`)).status).toBe(404)
    expect((await platform.call(siteRoutes.removeImage, { params: { kind: 'logo' } })).logo).toBe('')
    expect((await fetch(`${shop.origin}${data.logo}`)).status).toBe(404)
  })

  it('looks at what a file is and at its size', async () => {
    expect(await upload('logo', Buffer.from('<svg onload="alert(1)"/>'))).toMatchObject({
      status: 400,
      msg: '只支持PNG、JPG、WebP图片',
    })
    const large = Buffer.concat([png, Buffer.alloc(600 * 1024)])
    expect(await upload('logo', large)).toMatchObject({ status: 400, msg: 'logo不能超过512KB' })
    expect((await upload('login', large)).status).toBe(200)
    expect((await upload('banner', png)).status).toBe(400)
    expect(await platform.ask(siteRoutes.saveImage, { params: { kind: 'logo' } })).toMatchObject({
      status: 400,
      msg: '请选择图片',
    })
  })

  it('tells everybody when the demo logins are open to the network', async () => {
    const told = async (isOpenDemo: boolean) => {
      const app = await createApp(shop.db, { isOpenDemo })
      bindAreas(app)
      const answer = await app.http.inject('/api/site')
      await app.http.close()
      return answer.json<{ data: SiteInfo }>().data.isOpenDemo
    }
    expect([await told(true), await told(false)]).toEqual([true, false])
  })

  it('is changed by the keeper of the installation alone', async () => {
    expect((await buyer.ask(siteRoutes.read)).status).toBe(403)
    expect((await buyer.ask(siteRoutes.save, { body: { ...settings, version: 1 } })).status).toBe(403)
  })
})
