import { productTitle } from '@chepu/contract/shell/constants'
import { fileTooLarge } from '@chepu/contract/kernel/file-limit'
import { type Site, type SiteImage, siteImages, type SiteInfo, type siteRoutes } from '@chepu/contract/shell/site'
import type { FastifyReply } from 'fastify'
import { audit, changes } from '../kernel/db/audit'
import type { BodyOf } from '../kernel/http/bind'
import type { Database } from '../kernel/db/db'
import type { CallerTx } from '../kernel/db/tx'
import { invalid, notFound, staleRow } from '../kernel/base/errors'
import { imageType } from '../kernel/base/image-type'
import type { Upload } from '../kernel/http/upload'

/** Columns of a picture; the names are ours, never a caller's. */
const columns = { logo: 'logo', login: 'login_image' } as const

const select = `select product_title, logo_type, login_image_type, is_version_shown, service_phone, settlement_note, version
  from shared.site_setting where id = 1`

interface SiteRow {
  productTitle: string
  logoType: string
  loginImageType: string
  isVersionShown: boolean
  servicePhone: string
  settlementNote: string
  version: number
}

/** A picture's address, or '' without one; it changes with the site, so that a browser may keep the picture for ever. */
const addressOf = (kind: SiteImage, type: string, version: number) =>
  type === '' ? '' : `/api-main/api/site/image/${kind}?v=${version}`

const siteOf = (row: SiteRow): Site => ({
  title: row.productTitle,
  logo: addressOf('logo', row.logoType, row.version),
  loginImage: addressOf('login', row.loginImageType, row.version),
  isVersionShown: row.isVersionShown,
  servicePhone: row.servicePhone,
  settlementNote: row.settlementNote,
  version: row.version,
})

/** What everybody may know of the site; without a title of its own it bears the product's. */
export async function siteInfoOf(db: Database, isOpenDemo: boolean): Promise<SiteInfo> {
  const [row] = await db.shared<SiteRow>({ name: 'site', text: select })
  const { version: _version, ...info } = siteOf(row as SiteRow)
  return { ...info, title: info.title || productTitle, isOpenDemo }
}

/** Sends a picture as it is. */
export async function sendSiteImage(db: Database, kind: SiteImage, reply: FastifyReply): Promise<void> {
  const column = columns[kind]
  const [row] = await db.shared<{ image: Buffer | null; type: string }>({
    name: `site-image-${kind}`,
    text: `select ${column} as image, ${column}_type as type from shared.site_setting where id = 1`,
  })
  if (!row?.image) notFound('图片')
  await reply
    .header('content-type', row.type)
    .header('cache-control', 'public, max-age=31536000, immutable')
    .send(row.image)
}

export async function readSite(tx: CallerTx): Promise<Site> {
  return siteOf((await tx.one<SiteRow>({ name: 'site', text: select })) as SiteRow)
}

async function lockedSite(tx: CallerTx): Promise<SiteRow> {
  return (await tx.one<SiteRow>({ name: 'lock-site', text: `${select} for no key update` })) as SiteRow
}

export async function saveSite(tx: CallerTx, body: BodyOf<typeof siteRoutes.save>): Promise<Site> {
  const { version, title, ...fields } = body
  const before = await lockedSite(tx)
  if (before.version !== version) staleRow('站点配置')
  const after = { ...fields, productTitle: title }
  await tx.query({
    name: 'save-site',
    text: `update shared.site_setting set product_title = $1, is_version_shown = $2, service_phone = $3,
        settlement_note = $4, version = version + 1 where id = 1`,
    values: [title, fields.isVersionShown, fields.servicePhone, fields.settlementNote],
  })
  const detail = changes({ ...before }, after)
  await audit(tx, { entity: 'site_setting', entityId: 1, action: 'update', detail })
  return readSite(tx)
}

/** Keeps the uploaded picture in the place of the former one; what it is, its bytes say and not its name. */
export async function saveSiteImage(tx: CallerTx, kind: SiteImage, { content, fileName }: Upload): Promise<Site> {
  const limit = siteImages[kind]
  const type = imageType(content)
  if (type === undefined) invalid([{ path: 'file', message: '只支持PNG、JPG、WebP图片' }])
  if (content.length > limit.maxBytes) invalid([{ path: 'file', message: fileTooLarge(limit) }])
  return changeImage(tx, kind, content, type, fileName)
}

export const removeSiteImage = (tx: CallerTx, kind: SiteImage): Promise<Site> => changeImage(tx, kind, null, '', '')

async function changeImage(tx: CallerTx, kind: SiteImage, content: Buffer | null, type: string, fileName: string) {
  const column = columns[kind]
  await lockedSite(tx)
  await tx.query({
    text: `update shared.site_setting set ${column} = $1, ${column}_type = $2, version = version + 1 where id = 1`,
    values: [content, type],
  })
  const action = content ? `${kind}-image` : `remove-${kind}-image`
  await audit(tx, { entity: 'site_setting', entityId: 1, action, ...(fileName && { detail: { fileName } }) })
  return readSite(tx)
}
