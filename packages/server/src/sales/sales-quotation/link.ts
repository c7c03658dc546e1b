import { trimZeros } from '@chepu/contract/kernel/decimal'
import { type QuotationContent, quotationLink, quotationPurpose } from '@chepu/contract/sales/quotation-link'
import { salesQuotation } from '@chepu/contract/sales/sales-quotation'
import { shanghaiDay } from '../../kernel/base/calendar'
import { forbidden, stale } from '../../kernel/base/errors'
import { mayPress } from '../../kernel/caller/caller'
import { assertOwn } from '../../kernel/caller/scope'
import type { CallerTx, Tx } from '../../kernel/db/tx'
import { visible } from '../../kernel/document/view'
import { goodsDocuments } from '../../kernel/goods/repo'
import type { BindOpen } from '../../kernel/http/bind'
import { decidedOn } from '../../kernel/links/decisions'
import type { LinkPurpose, OpenLink } from '../../kernel/links/purpose'
import { bindLink } from '../../kernel/links/routes'

/** The offer as a link shows it (business/sales 1.7). */
const purpose: LinkPurpose<QuotationContent> = {
  name: quotationPurpose,
  subjectKind: salesQuotation.kind,

  /** Whoever may give the customer the paper may give him the link. */
  async owner(tx: CallerTx, id: number) {
    const { view, print } = salesQuotation.buttons
    if (!mayPress(tx.caller, print ?? view)) forbidden('您没有打印销售报价单的权限')
    const quotation = await visible(tx, goodsDocuments, salesQuotation, id)
    assertOwn(tx.caller, quotation)
    return quotation
  },

  show,

  /** Only of what he saw: an offer that was changed since is read again. */
  async take(tx, link, { version, decisions }) {
    await tx.query({
      text: `select id from goods_document where group_id = $1 and id = $2 and org_id = $3 and kind = $4 for share`,
      values: [tx.groupId, link.subjectId, link.orgId, salesQuotation.kind],
    })
    const offer = await show(tx, link)
    if (offer?.version !== version) stale('报价已更新，请刷新后重新确认')
    return decidedOn(offer.lines.map(asRead), decisions)
  },
}

/** What is offered to a customer while it holds; undefined before it is approved, when it is over, or when nothing was chosen. */
async function show(tx: Tx, { orgId, subjectId }: Pick<OpenLink, 'orgId' | 'subjectId'>) {
  const [offer, lines] = await Promise.all([
    tx.one<Omit<QuotationContent, 'lines'>>({
      name: 'quotation-by-link',
      text: `select d.version, d.bill_no, d.biz_date, d.valid_until, p.name as partner_name, coalesce(d.vehicle_text, '') as vehicle_text,
          d.order_discount, case when d.freight_payer = 'partner' then d.freight else 0.00 end as freight, d.total_taxed
        from goods_document d join partner p on p.group_id = d.group_id and p.id = d.partner_id
        where d.group_id = $1 and d.id = $2 and d.org_id = $3 and d.kind = $4 and d.state in ('approved', 'partial')
          and d.valid_until >= $5`,
      values: [tx.groupId, subjectId, orgId, salesQuotation.kind, shanghaiDay()],
    }),
    tx.query<QuotationContent['lines'][number]>({
      name: 'quotation-lines-by-link',
      text: `select l.id as line_id, coalesce(l.asked, '') as asked, l.part_name, l.brand_name, l.spec, l.unit_name, l.qty, l.price, l.taxed
        from goods_document_line l where l.group_id = $1 and l.document_id = $2 and l.is_chosen order by l.line_no`,
      values: [tx.groupId, subjectId],
    }),
  ])
  return offer && lines.length > 0 ? { ...offer, lines } : undefined
}

/** A line in one row of words: 机油滤清器 博世 2个 90.00元. */
const asRead = ({ lineId, partName, brandName, qty, unitName, taxed }: QuotationContent['lines'][number]) => ({
  lineId,
  text: [partName, brandName, `${trimZeros(qty)}${unitName}`, `${taxed}元`].filter(Boolean).join(' '),
})

/** Calls by which customers see a quotation and answer to it. */
export const bindQuotationLink = (bindOpen: BindOpen): void => bindLink(bindOpen, quotationLink, purpose)
