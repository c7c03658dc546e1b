import { expiredMessage } from '@chepu/contract/kernel/errors'
import { approvalRoutes, registerOrg } from '@chepu/contract/access/registration'
import type { App } from '../../kernel/http/bind'
import type { Caller } from '../../kernel/caller/caller'
import { Failure } from '../../kernel/base/errors'
import { callerOf } from '../../shell/public'
import { applyForGroup, applyForShop } from './apply'
import { decide } from './approve'
import { listRegistrations, registrationTotals, sendLicence } from './registrations'

/** 企业注册 and 企业审核 (business/access 3.3). */
export function bindRegistration({ bind, bindOpen }: App): void {
  bindOpen(registerOrg, async ({ db, body, request }) => {
    const { ticket, ...application } = body
    if (ticket) return applyForGroup(db, ticket, application)
    const caller = await callerOf(db, request)
    if (!caller) throw new Failure('signedOut', expiredMessage)
    if (caller.isProgram) throw new Failure('forbidden', '接口账号不能申请门店')
    return applyForShop(db, caller, application)
  })
  bind(approvalRoutes.list, (tx, { query }) => listRegistrations(tx, query))
  bind(approvalRoutes.totals, (tx, { query }) => registrationTotals(tx, query))
  bind(approvalRoutes.licence, (tx, { params, reply }) => sendLicence(tx, params.id, reply))
  bindOpen(approvalRoutes.decide, ({ db, caller, body }) => decide(db, caller as Caller, body))
}
