import { booksCheck } from '@chepu/contract/statistics/books-check'
import type { Bind } from '../../kernel/http/bind'
import type { Caller } from '../../kernel/caller/caller'
import { checkInvariants } from '../../kernel/invariants'

/** Checks the orgs that the caller's finance scope covers. */
export function bindBooksCheck(bind: Bind): void {
  bind(booksCheck, async (tx) => ({
    findings: await checkInvariants(tx, orgsOf(tx.caller)),
    checkedAt: new Date().toISOString(),
  }))
}

const orgsOf = (caller: Caller): number[] => (caller.scopes.finance === 4 ? caller.orgIds : [caller.orgId])
