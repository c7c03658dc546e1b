import { type Envelope, expiredMessage } from '@chepu/contract/kernel/errors'
import {
  changePassword,
  chooseOrg,
  endOtherSessions,
  endOwnSession,
  orgChoices,
  ownSessions,
  passwordInfo,
  pwdLogin,
  userLogin,
} from '@chepu/contract/shell/session'
import { type App } from '../../kernel/http/bind'
import { callerOfSession, sessionByToken, tokenOf } from './session'
import { Failure, refuse } from '../../kernel/base/errors'
import { orgsOf, rememberOrg } from '../orgs'
import { userInfoOf } from '../user-info'
import { changeOwnPassword, passwordInfoOf } from './own-password'
import { closeSession, endOne, endOthers, moveSession, sessionsOf } from './sessions'
import { signInByPassword } from './sign-in'
import { visitOf } from './visit'

/** Sign-in, organisation choice, password change, own sessions, sign-out (business/frame 4 and 7.3). */
export function bindSignIn({ http, db, bind, bindOpen, bindSession }: App): void {
  // Signing out needs no body and is hindered by none, so none is read (business/frame 7.3, next=exit).
  http.addHook('onRequest', async (request, reply) => {
    const isExit = request.routeOptions.url === userLogin.path && (request.query as { next?: unknown }).next === 'exit'
    const token = tokenOf(request)
    if (!isExit || !token) return
    await closeSession(db, token)
    return reply.send({ code: 0, msg: 'ok', data: null } satisfies Envelope)
  })

  bindOpen(pwdLogin, ({ db, body, request }) =>
    signInByPassword(
      db,
      { ...body, captchaId: body.captcha_id ?? '', captcha: body.captcha ?? '' },
      visitOf(request, body.force),
    ),
  )

  bindOpen(userLogin, async ({ query, body, request }) => {
    const token = body?.access_token ?? tokenOf(request)
    const isExit = query.next === 'exit' || body?.next === 'exit'
    if (isExit && token) await closeSession(db, token)
    if (isExit) return null
    if (!token) throw new Failure('signedOut', 'Verification failed, please Login again.')
    const session = await sessionByToken(db, token)
    const caller = await callerOfSession(db, session, request)
    return db.as(caller, (tx) => userInfoOf(tx, caller, { token, loginSelf: session.loginSelf }))
  })

  bindSession(orgChoices, async ({ db, session }) => {
    const orgList = await db.tenant(session.groupId, (tx) => orgsOf(tx, session.loginId))
    return { orgid: session.orgId, orgList }
  })

  bindSession(chooseOrg, async ({ db, session, body, request }) => {
    const { groupId, loginId } = session
    const orgs = await db.tenant(groupId, (tx) => orgsOf(tx, loginId))
    if (!orgs.some((org) => org.orgid === body.orgid)) refuse('您不属于该企业，或该企业已停用')
    await moveSession(db, tokenOf(request) ?? '', body.orgid)
    if (body.default_orgid === 1) await db.tenant(groupId, (tx) => rememberOrg(tx, loginId, body.orgid))
    return { orgid: body.orgid }
  })

  bind(passwordInfo, (tx) => passwordInfoOf(tx))

  bindSession(changePassword, async ({ db, session, body, request }) => {
    await changeOwnPassword(db, session.loginId, tokenOf(request) ?? '', body)
    return {}
  })

  bindSession(ownSessions, async ({ db, session }) => ({ rows: await sessionsOf(db, session) }))
  bindSession(endOwnSession, async ({ db, session, params }) => {
    await endOne(db, session, params.id)
    return {}
  })
  bindSession(endOtherSessions, async ({ db, session, request }) => ({
    ended: await endOthers(db, session.loginId, tokenOf(request) ?? '', expiredMessage),
  }))
}
