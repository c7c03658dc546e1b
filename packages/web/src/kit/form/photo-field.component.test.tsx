import { type Resource, resourceRoutes } from '@chepu/contract/shell/resource'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw, server } from '../../../test/page'
import { PhotoField } from './photo-field'

/** Contents that came up, by the ticket's number. */
let uploaded: Map<number, Blob>
let rows: Resource[]
let mayChange = true
let mayRemove = true

beforeEach(() => {
  uploaded = new Map()
  rows = []
  mayChange = true
  mayRemove = true
  server.on(resourceRoutes.list, () => ({ rows, mayChange, mayRemove }))
  server.on(resourceRoutes.ticket, ({ body }) => {
    const id = rows.length + 1
    const { fileName } = resourceRoutes.ticket.body.parse(body)
    rows = [...rows, { id, fileName, contentType: 'image/jpeg', byteCount: 1, createdAt: '', creatorName: '接车员' }]
    return { id }
  })
  server.on(resourceRoutes.remove, ({ params: { id } }) => {
    rows = rows.filter((row) => row.id !== id)
    return { id: Number(id) }
  })
  // Files travel outside of the contract.
  const { fetch } = globalThis
  globalThis.fetch = async (input, init) => {
    const [, ticket] = /\/resource\/(\d+)\/file$/.exec(String(input)) ?? []
    if (ticket === undefined) return fetch(input, init)
    const id = Number.parseInt(ticket, 10)
    if (init?.method !== 'POST') return new Response(uploaded.get(id) ?? (await photo(4, 3)))
    uploaded.set(id, (init.body as FormData).get('file') as Blob)
    return Response.json({ code: 0, msg: '', data: { id } })
  }
})

/** A photo of so many pixels, as a PNG without a ground. */
async function photo(width: number, height: number, name = 'IMG_1.png'): Promise<File> {
  const canvas = new OffscreenCanvas(width, height)
  canvas.getContext('2d')?.fillRect(0, 0, width / 2, height)
  return new File([await canvas.convertToBlob()], name, { type: 'image/png' })
}

const choose = (...files: File[]) => userEvent.upload(page.getByLabelText('选择照片'), files)
const shown = () => page.getByRole('listitem')

test('several photos are made smaller, sent one after the other, and shown', async () => {
  draw(<PhotoField kind="goods_receipt" ownerId={5} />)
  await expect.element(page.getByRole('button', { name: '选择照片' })).toBeVisible()
  await choose(await photo(3200, 1200, '车头.png'), await photo(90, 160, '左侧.webp'))
  await expect.poll(() => rows.map(({ fileName }) => fileName)).toEqual(['车头.jpg', '左侧.jpg'])
  await expect.poll(() => uploaded.size).toBe(2)
  const sizes = await Promise.all(
    [...uploaded.values()].map(async (blob) => {
      const { width, height } = await createImageBitmap(blob)
      return [blob.type, width, height]
    }),
  )
  expect(sizes).toEqual([
    ['image/jpeg', 1600, 600],
    ['image/jpeg', 90, 160],
  ])
  expect(server.asked(resourceRoutes.ticket)[0]?.body).toEqual({
    kind: 'goods_receipt',
    ownerId: 5,
    fileName: '车头.jpg',
  })
  await expect.element(shown().nth(1)).toBeVisible()
  await page.getByRole('button', { name: '放大 车头.jpg' }).click()
  await expect.element(page.getByRole('dialog').getByRole('img', { name: '车头.jpg' })).toBeVisible()
})

test('what is no picture is told, and the others are sent all the same', async () => {
  draw(<PhotoField kind="goods_receipt" ownerId={5} />)
  await expect.element(page.getByRole('button', { name: '选择照片' })).toBeVisible()
  await choose(new File(['no picture'], '说明.jpg', { type: 'image/jpeg' }), await photo(10, 10))
  await expect.element(page.getByText('无法读取此图片，请改用拍照或JPG、PNG图片')).toBeVisible()
  await expect.poll(() => rows.map(({ fileName }) => fileName)).toEqual(['IMG_1.jpg'])
  // Its contents follow its ticket, and the list is read again after them.
  await expect.element(shown()).toBeVisible()
})

test('no more than the document may have; each can be removed, by who may change it', async () => {
  rows = Array.from({ length: 19 }, (_, at) => ({
    id: at + 1,
    fileName: `${at + 1}.jpg`,
    contentType: at === 0 ? 'application/pdf' : 'image/jpeg',
    byteCount: 1,
    createdAt: '',
    creatorName: '接车员',
  }))
  const tab = draw(<PhotoField kind="goods_receipt" ownerId={5} />)
  await expect.poll(() => shown().elements().length).toBe(18)
  await choose(await photo(10, 10, 'a.png'), await photo(10, 10, 'b.png'))
  await expect.poll(() => shown().elements().length).toBe(19)
  await expect.element(page.getByRole('button', { name: '选择照片' })).not.toBeInTheDocument()
  await page.getByRole('button', { name: '删除 2.jpg' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
  await expect.element(page.getByRole('button', { name: '放大 2.jpg' })).not.toBeInTheDocument()
  await expect.element(shown().filter({ hasText: '3' }).first()).toHaveTextContent('3')
  tab.close()
  mayRemove = false
  const kept = draw(<PhotoField kind="goods_receipt" ownerId={5} />)
  await expect.element(page.getByRole('button', { name: '选择照片' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: /删除/ })).not.toBeInTheDocument()
  kept.close()
  mayChange = false
  draw(<PhotoField kind="goods_receipt" ownerId={5} />)
  await expect.element(shown().first()).toBeVisible()
  await expect.element(page.getByRole('button', { name: /删除|选择照片/ })).not.toBeInTheDocument()
})
