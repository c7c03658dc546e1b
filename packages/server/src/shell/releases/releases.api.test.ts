import { readBell } from '@chepu/contract/shell/bell'
import { clientVersion } from '@chepu/contract/shell/constants'
import { markRelease, releaseNotes } from '@chepu/contract/shell/releases'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShop, type Shop } from '../../../test/shop'
import { notes } from './notes'
import { tellRelease } from './releases'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const release = (version: string) => ({ version, day: '2026-11-21', title: '新功能', items: ['一'] })

describe('a new release', () => {
  it('is told once to everybody, whoever starts and however often', async () => {
    const reader = await shop.signIn('buyer')
    const message = '系统已更新至 3.1.0：新功能'
    await Promise.all([tellRelease(shop.db, release('3.1.0')), tellRelease(shop.db, release('3.1.0'))])
    await tellRelease(shop.db, release('3.1.0'))
    expect((await reader.call(readBell)).notice.map((row) => row.message)).toEqual([message])
    await tellRelease(shop.db, release('3.0.9'))
    await tellRelease(shop.db, release('3.10.0'))
    const bell = await reader.call(readBell)
    expect(bell.notice.map((row) => row.message)).toEqual(['系统已更新至 3.10.0：新功能', message])
    expect(bell.notice[0]?.params).toEqual({ release: '3.10.0' })
  })

  it('is told of by the running release', () => {
    expect(notes[0]?.version).toBe(clientVersion)
  })
})

describe('release notes', () => {
  it('are unread until they are marked, and so is the notice', async () => {
    await shop.db.shared({ text: `update shared.site_setting set told_release = ''` })
    const reader = await shop.signIn('buyer')
    await tellRelease(shop.db)
    expect(await reader.call(releaseNotes)).toMatchObject([{ version: clientVersion, is_read: false }])
    expect((await reader.call(readBell)).unread_num).toBe(1)
    await reader.call(markRelease, { query: { version: clientVersion } })
    await reader.call(markRelease)
    expect(await reader.call(releaseNotes)).toMatchObject([{ version: clientVersion, is_read: true }])
    expect(await reader.call(readBell)).toMatchObject({ unread_num: 0, notice: [{ status: 1 }] })
    const unknown = await reader.ask(markRelease, { query: { version: '9.9.9' } })
    expect(unknown).toMatchObject({ status: 404 })
    const other = await shop.signIn('buyer')
    expect(await other.call(releaseNotes)).toMatchObject([{ is_read: false }])
  })
})
