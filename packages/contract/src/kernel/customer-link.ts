import { z } from 'zod'
import { kilobyte } from './file-limit'
import { maxLines } from './goods-document'
import { idParam, route } from './route'
import { addressedId, id, text } from './scalars'

/** What every link answers that opens nothing, whether it is unknown, over, ended or of another purpose: nobody learns which. */
export const linkGone = '链接已失效，请联系门店'

/** Days for which a link is good, unless somebody says otherwise, and at most (business/links 1). */
export const usualLinkDays = 7
const mostLinkDays = 90

/** The picture of a signature, as a PNG. */
export const signatureFile = { label: '签名', maxBytes: 200 * kilobyte }

/** Bytes as text of base64, and the commas and names around it. */
const maxAnswerBody = 700 * kilobyte

const answered = z.object({
  lineId: id,
  agrees: z.boolean({ error: '请选择同意或不同意' }),
  /** Why he does without it, where the purpose asks for that. */
  reason: text(60).optional().describe('不同意的原因'),
})

/** What the customer says to one line that he was shown. */
const decision = answered.extend({
  seen: z.string().max(20).optional().describe('客户看到的金额；与现在不同时，拒绝的回答会说明变化'),
})
export type Decision = z.output<typeof decision>

/** A line as he read it, with what he said. */
const decided = answered.extend({ text: z.string() })
export type Decided = z.output<typeof decided>

/** When he answered, and what. */
const customerAnswer = z.object({ answeredAt: z.string(), decisions: z.array(decided) })
export type CustomerAnswer = z.output<typeof customerAnswer>

/** An answer line by line, of what he saw (`version`), signed by hand: a PNG in base64. */
const confirmation = z.object({
  version: z.number().int().describe('所看内容的版本，取自查看的回答'),
  decisions: z.array(decision).min(1, '请逐项选择同意或不同意').max(maxLines),
  by: text(20).optional().describe('签字人姓名'),
  signature: z.string({ error: '请签名' }).min(1, '请签名').describe('签名图片：PNG，以 base64 传送，不超过200KB'),
})
export type Confirmation = z.output<typeof confirmation>

const publicPath = '/api/web/link/:token'
const token = z.object({ token: z.string().describe('链接地址 /l/ 之后的一串字符') })

/** What a link is for. It tells nothing of what it shows. */
export const findLink = route({
  method: 'GET',
  path: publicPath,
  access: 'public',
  summary: '客户链接',
  params: token,
  data: z.object({ purpose: z.string(), orgName: z.string(), tel: z.string() }),
})

/**
 * The call by which a link of a purpose shows what it is about, with what the customer has answered by it. Each counts as an opening
 * (business/links 2).
 */
export const linkView = <Content extends z.ZodType>(purpose: string, spec: { summary: string; content: Content }) =>
  route({
    method: 'GET',
    path: `${publicPath}/${purpose}`,
    access: 'public',
    summary: spec.summary,
    params: token,
    data: z.object({ expiresAt: z.string(), answer: customerAnswer.nullable(), content: spec.content }),
  })

/**
 * The call by which a link of a purpose takes the customer's answer, once: sent again, the same is answered the same and another one is
 * refused (business/links 3).
 */
export const linkAnswer = (purpose: string, spec: { summary: string }) =>
  route({
    method: 'POST',
    path: `${publicPath}/${purpose}`,
    access: 'public',
    params: token,
    body: confirmation,
    data: customerAnswer,
    maxBody: maxAnswerBody,
    summary: spec.summary,
  })

/** The call by which a link of a purpose shows a picture that its content names. It counts as no opening. */
export const linkPicture = (purpose: string, spec: { summary: string }) =>
  route({
    method: 'GET',
    path: `${publicPath}/${purpose}/picture/:id`,
    access: 'public',
    summary: spec.summary,
    params: token.extend(idParam.shape),
    download: 'image',
  })

/** Where links of a purpose lead. */
const subject = {
  purpose: z.string().max(40).describe('链接的用途，如 quotation'),
  subjectId: addressedId.describe('链接所示单据的编号'),
}

const path = '/api/web/customer-link'

const liveLink = z.object({
  id,
  expiresAt: z.string(),
  createdAt: z.string(),
  creatorName: z.string(),
  openCount: z.number().int(),
  lastOpenedAt: z.string().nullable(),
})
export type LiveLink = z.output<typeof liveLink>

/** Links from inside: who may handle what a link shows makes one, sees what became of it, and ends it (business/links 1). */
export const customerLinkRoutes = {
  read: route({
    method: 'GET',
    path,
    access: 'signedIn',
    summary: '客户链接',
    query: z.object(subject),
    data: z.object({
      /** The one that opens now. */
      link: liveLink.nullable(),
      /** The customer's last answer, and the link by which it came. */
      answer: customerAnswer.extend({ linkId: id }).nullable(),
    }),
  }),
  /** Ends the former link of the same purpose. */
  make: route({
    method: 'POST',
    path,
    access: 'signedIn',
    summary: '生成客户链接',
    forPeople: true,
    shownOnce: 'address',
    body: z.object({
      ...subject,
      days: z
        .number({ error: '请填写有效天数' })
        .int('有效天数应为整数')
        .min(1, '有效期至少1天')
        .max(mostLinkDays, `有效期最多${mostLinkDays}天`)
        .optional()
        .describe('有效天数；不填时按链接用途的常用天数'),
    }),
    data: z.object({ id, address: z.string(), expiresAt: z.string() }),
  }),
  revoke: route({
    method: 'POST',
    path: `${path}/revoke`,
    access: 'signedIn',
    summary: '撤销客户链接',
    body: z.object(subject),
    data: z.object({ revoked: z.number().int() }),
  }),
  signature: route({
    method: 'GET',
    path: `${path}/:id/signature`,
    access: 'signedIn',
    summary: '客户签名',
    params: idParam,
    download: 'image',
  }),
}
