import type { Confirmation, Decided } from '@chepu/contract/kernel/customer-link'
import type { CallerTx, Tx } from '../db/tx'

/** A link that opens now, and the one row that it opens. */
export interface OpenLink {
  id: number
  orgId: number
  subjectId: number
}

/** What an area makes links for. Whoever comes by one has no user: the transaction is the group's, and `link` says all that he may see. */
export interface LinkPurpose<Content> {
  /** As in the path of its calls. */
  name: string
  /** Kind of document, or name of the master, in whose log it stands. */
  subjectKind: string
  /** Days for which a link is good unless somebody says otherwise; `usualLinkDays` where it does not say. */
  usualDays?: number
  /**
   * The organisation whose link it is, and the row that stands for the subject by now, where it is another one. Throws when the caller may not
   * handle the subject, or it does not exist for him.
   */
  owner: (tx: CallerTx, subjectId: number) => Promise<{ orgId: number; standsFor?: number | undefined }>
  /** What the customer sees by a link, or would by one that is still to be made; undefined when there is nothing to show now, so that the link opens nothing and none is made. */
  show: (tx: Tx, link: Omit<OpenLink, 'id'> & { id?: number }) => Promise<Content | undefined>
  /** What has to be done first where there is nothing to show; approval where it does not say. */
  nothing?: string
  /** The 附件 behind a picture that the content names; undefined when it shows none of that id. */
  picture?: (tx: Tx, link: OpenLink, id: number) => Promise<{ storedAs: string; contentType: string } | undefined>
  /** Takes his answer, and says in the words that he read what he answered to; missing where he only reads. Throws when it fits no more what there is. */
  take?: (tx: Tx, link: OpenLink, answer: Confirmation) => Promise<Decided[]>
}

const purposes = new Map<string, LinkPurpose<unknown>>()

/** Makes a purpose known to who makes links. */
export const registerPurpose = (purpose: LinkPurpose<unknown>): void => void purposes.set(purpose.name, purpose)

export const purposeOf = (name: string): LinkPurpose<unknown> | undefined => purposes.get(name)

/** The names of all purposes that show subjects of a kind. */
export const purposesOf = (subjectKind: string): string[] =>
  [...purposes.values()].filter((purpose) => purpose.subjectKind === subjectKind).map(({ name }) => name)
