import { z } from 'zod'
import { kilobyte, megabyte } from '../kernel/file-limit'
import { oneOf } from '../kernel/labelled'
import { route } from '../kernel/route'
import { landline, mobile, text } from '../kernel/scalars'
import { signInPaths } from './sign-in-paths'

/** Pictures of the site and their most bytes: the mark of the product, and the picture beside the sign-in form. */
export const siteImages = {
  logo: { label: 'logo', maxBytes: 512 * kilobyte },
  login: { label: '登录页图', maxBytes: 2 * megabyte },
} as const
export type SiteImage = keyof typeof siteImages

const settings = z.object({
  title: z.string(),
  logo: z.string(),
  loginImage: z.string(),
  isVersionShown: z.boolean(),
  servicePhone: z.string(),
  settlementNote: z.string(),
})

/** What everybody may know of the site, also before the sign-in. Addresses of pictures are '' where there is none. */
const siteInfo = settings.extend({
  /** The demo's published password still fits, and the server listens to the network. */
  isOpenDemo: z.boolean(),
})
export type SiteInfo = z.output<typeof siteInfo>

const site = settings.extend({ version: z.number().int() })
export type Site = z.output<typeof site>

const image = z.object({ kind: oneOf(siteImages).describe('哪一张：logo 标志、login 登录页图') })

/** A mobile, a landline, or a service number of seven to ten digits such as 400-800-1234 or 95598. */
const servicePhone = z.union(
  [z.literal(''), mobile, landline, z.string().regex(/^(400-?\d{3}-?\d{4}|95\d{3,6})$/)],
  '请输入正确的电话号码!',
)

/** 站点配置 (business/basics 8): title, pictures and the like of the whole installation. */
export const siteRoutes = {
  /** For the sign-in page and the shell; answered without a session. */
  info: route({ method: 'GET', path: signInPaths.site, access: 'public', summary: '站点信息', data: siteInfo }),
  /** The picture as it is, not in an envelope; its address changes with every change of the site, so it is kept for ever. */
  image: route({
    method: 'GET',
    path: '/api/site/image/:kind',
    access: 'public',
    summary: '站点图片',
    params: image,
    download: 'image',
    // Which version the address means; the answer is always the newest.
    query: z.object({ v: z.string().max(40).describe('版本').optional() }),
  }),
  read: route({ method: 'GET', path: '/api/web/site', access: 'platform', summary: '站点配置', data: site }),
  save: route({
    method: 'POST',
    path: '/api/web/site',
    access: 'platform',
    summary: '保存站点配置',
    body: z.object({
      version: z.number().int(),
      title: text(20),
      isVersionShown: z.boolean(),
      servicePhone,
      /** Two lines at the foot of the three-part form. */
      settlementNote: text(100),
    }),
    data: site,
  }),
  /** Multipart with the picture in `file`: PNG, JPEG or WebP. */
  saveImage: route({
    method: 'POST',
    path: '/api/web/site/image/:kind',
    access: 'platform',
    summary: '上传站点图片',
    params: image,
    data: site,
    upload: '图片',
  }),
  removeImage: route({
    method: 'DELETE',
    path: '/api/web/site/image/:kind',
    access: 'platform',
    summary: '删除站点图片',
    params: image,
    data: site,
  }),
}
