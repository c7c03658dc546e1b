// The statement of an account as a link shows it to the partner, and what he says to it (business/finance 9).
import { createHash } from 'node:crypto'
import type { Statement, StatementRow } from '@chepu/contract/finance/accounts'
import {
  mostStatementLines,
  type StatementContent,
  statementLink,
  statementPurpose,
} from '@chepu/contract/finance/statement-link'
import { money, neg } from '@chepu/contract/kernel/decimal'
import { invalid, notFound, refuse, stale } from '../../kernel/base/errors'
import type { Tx } from '../../kernel/db/tx'
import type { BindOpen } from '../../kernel/http/bind'
import { decidedOn } from '../../kernel/links/decisions'
import type { LinkPurpose, OpenLink } from '../../kernel/links/purpose'
import { bindLink } from '../../kernel/links/routes'
import { standing, statementLines } from '../queries/account-statement'
import { raiseDisputes } from './dispute'
import { ownStatement, type SentStatement, sentStatement } from './sent'

const purpose: LinkPurpose<StatementContent> = {
  name: statementPurpose,
  subjectKind: 'partner_statement',
  nothing: '单位已停用或已合并',

  /** Whoever may draw up the statement may have it confirmed. */
  async owner(tx, id) {
    const statement = await ownStatement(tx, id)
    return { orgId: statement.orgId }
  },

  show,

  /** Only to what he read: when the books say something else by now, he reads it again. */
  async take(tx, link, { version, decisions }) {
    const statement = (await sentStatement(tx, link.subjectId)) ?? notFound('对账单')
    const shown = await show(tx, link)
    if (shown?.version !== version) stale('账目已有变动，请刷新后重新确认')
    const decided = decidedOn(shown.lines.map(asRead), decisions)
    const silent = decided.find(({ agrees, reason }) => !agrees && !reason?.trim())
    if (silent) invalid([{ path: 'decisions', message: `请写明异议：${silent.text}` }])
    noteRead(tx, link, shown)
    await raiseDisputes(tx, statement, decided)
    return decided
  },
}

/** Keeps the figures that he answered to. */
const noteRead = (tx: Tx, { id, subjectId }: OpenLink, { opening, closing, advance }: StatementContent): void =>
  tx.send({
    text: `update partner_statement set answered_link_id = $3, read_opening = $4, read_closing = $5, read_advance = $6
      where group_id = $1 and id = $2`,
    values: [tx.groupId, subjectId, id, opening, closing, advance],
  })

/** What the partner reads; of what he has answered by this link, the figures as he read them. Undefined when he is disabled or was merged into another one. */
async function show(tx: Tx, { id, orgId, subjectId }: Omit<OpenLink, 'id'> & { id?: number }) {
  const statement = await sentStatement(tx, subjectId)
  if (!statement?.isActive) return undefined
  const { side, partnerId, from, to } = statement
  const query = { partnerId, from, to }
  const account = { groupId: tx.groupId, orgId, side }
  const [rows, figures, replies] = await Promise.all([
    tx.select<StatementRow>(statementLines(account, query, { amounts: true, remarks: false })),
    standing(tx, account, query),
    repliesTo(tx, subjectId),
  ])
  if (rows.length > mostStatementLines) refuse(`所选期间超过 ${mostStatementLines} 行，请缩短期间`)
  const { opening, closing, advance } = figures as Required<Pick<Statement, 'opening' | 'closing' | 'advance'>>
  const lines = rows.map((row) => lineOf(row))
  return {
    version: fingerprint([opening, closing, advance, lines]),
    partnerName: statement.partnerName,
    side,
    from,
    to,
    ...(id !== undefined && statement.answeredLinkId === id ? readBy(statement) : { opening, closing, advance }),
    lines: lines.map((line, i) => ({ ...line, reply: replies.get(`${rows[i]?.docKind}/${rows[i]?.docId}`) ?? '' })),
  }
}

const readBy = ({ readOpening, readClosing, readAdvance }: SentStatement) => ({
  opening: readOpening ?? '',
  closing: readClosing ?? '',
  advance: readAdvance ?? '',
})

const lineOf = ({ lineId, bizDate, billNo, summary, increase, decrease, balance }: StatementRow) => ({
  lineId,
  bizDate,
  billNo: billNo ?? '',
  summary,
  amount: money(increase ?? neg(decrease ?? '0')),
  balance: balance ?? '',
})

/** What was answered to his objections, by their documents. */
async function repliesTo(tx: Tx, statementId: number): Promise<Map<string, string>> {
  const rows = await tx.query<{ document: string; reply: string }>({
    name: 'replies-to-disputes',
    text: `select doc_kind || '/' || doc_id as document, reply from statement_dispute
      where group_id = $1 and statement_id = $2 and reply is not null order by id`,
    values: [tx.groupId, statementId],
  })
  return new Map(rows.map(({ document, reply }) => [document, reply]))
}

/** Tells whether the books still say what was shown. */
const fingerprint = (shown: unknown): number =>
  createHash('sha256').update(JSON.stringify(shown)).digest().readUInt32BE() >>> 1

/** A line in one row of words: 2026-03-02 CK2603020001 销售出库单 380.00元. */
const asRead = ({ lineId, bizDate, billNo, summary, amount }: StatementContent['lines'][number]) => ({
  lineId,
  text: [bizDate, billNo, summary, `${amount}元`].filter(Boolean).join(' '),
})

/** Calls by which partners read their statement and answer to it. */
export const bindStatementLink = (bindOpen: BindOpen): void => bindLink(bindOpen, statementLink, purpose)
