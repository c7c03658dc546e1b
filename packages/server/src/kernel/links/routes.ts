import {
  customerLinkRoutes,
  findLink,
  type linkAnswer,
  type linkPicture,
  type linkView,
} from '@chepu/contract/kernel/customer-link'
import type { FastifyReply } from 'fastify'
import type { z } from 'zod'
import type { Caller } from '../caller/caller'
import type { App, BindOpen } from '../http/bind'
import { linkOf, makeLink, revokeLinks, signatureOf } from './desk'
import { type LinkPurpose, registerPurpose } from './purpose'
import { answerLink, openLink, pictureBehind, purposeBehind, visitOf } from './visit'

/** The calls of all links: from inside, and the one by which a page learns what a link is for. */
export function bindLinks({ bind, bindOpen, integrations }: App): void {
  bind.reads(customerLinkRoutes.read, (tx, { query }) => linkOf(tx, query))
  bind(customerLinkRoutes.make, async (tx, { body }) => {
    const { id, path, expiresAt } = await makeLink(tx, body)
    return { id, address: integrations.publicUrl + path, expiresAt }
  })
  bind(customerLinkRoutes.revoke, (tx, { body }) => revokeLinks(tx, body))
  bindOpen(customerLinkRoutes.signature, async ({ db, caller, params, reply }) => {
    const picture = await signatureOf(db, caller as Caller, params.id)
    await reply.header('content-type', 'image/png').header('cache-control', 'private, no-store').send(picture)
  })
  bindOpen(findLink, ({ db, params, request, reply }) => {
    seal(reply)
    return purposeBehind(visitOf(db, params.token, request))
  })
}

/** Binds the calls of a purpose: what a link of it shows, and the answer that it takes where it takes one. */
export function bindLink<Content extends z.ZodType>(
  bindOpen: BindOpen,
  calls: {
    view: ReturnType<typeof linkView<Content>>
    answer?: ReturnType<typeof linkAnswer>
    picture?: ReturnType<typeof linkPicture>
  },
  purpose: LinkPurpose<z.input<Content>>,
): void {
  const { view, answer, picture } = calls
  const { name, take } = purpose
  registerPurpose(purpose)
  bindOpen(view, async ({ db, params, request, reply }) => {
    seal(reply)
    const { token } = params as { token: string }
    return (await openLink(visitOf(db, token, request), purpose)) as z.input<(typeof view)['data']>
  })
  if (answer && take)
    bindOpen(answer, ({ db, params, body, request, reply }) => {
      seal(reply)
      return answerLink(visitOf(db, params.token, request), { name, take }, body)
    })
  if (!picture) return
  bindOpen(picture, async ({ db, params, request, reply }) => {
    seal(reply)
    const { content, contentType } = await pictureBehind(visitOf(db, params.token, request), purpose, params.id)
    await reply.header('content-type', contentType).header('cache-control', 'private, no-store').send(content)
  })
}

/** No search engine keeps what stands behind a link. That nobody else keeps it and no page tells its address, every answer says. */
const seal = (reply: FastifyReply): void => void reply.header('x-robots-tag', 'noindex, nofollow')
