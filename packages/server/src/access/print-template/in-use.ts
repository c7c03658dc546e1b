import { costPrints, pricePrints, type PrintTemplate } from '@chepu/contract/kernel/print-template'
import { sees } from '../../kernel/caller/caller'
import type { CallerTx } from '../../kernel/db/tx'
import { type DocumentKind, documentKind } from '../../kernel/document/registry'
import { notFound } from '../../kernel/base/errors'
import { type StoredTemplate, viewOf } from './print-template'

/**
 * Templates of the caller's org for one kind of document. A template never shows more than the caller may see: fields and
 * columns of hidden figures are left out here, as their values are left out of the document (business/access 8).
 */
export async function templatesInUse(tx: CallerTx, kindName: string): Promise<PrintTemplate[]> {
  const kind = documentKind(kindName)
  if (!kind) notFound('单据类型')
  const rows = await tx.query<StoredTemplate>({
    text: `select * from print_template where group_id = $1 and org_id = $2 and doc_kind = $3 and is_active
      order by is_default desc, name`,
    values: [tx.groupId, tx.caller.orgId, kindName],
  })
  return rows.map((row) => permitted(tx, kind, viewOf(row)))
}

function permitted(tx: CallerTx, kind: DocumentKind, template: PrintTemplate): PrintTemplate {
  const seesPrices = kind.priceField === null || sees(tx.caller, kind.priceField)
  const seesCost = template.showCost && sees(tx.caller, 'cost_price')
  const isShown = ({ key }: { key: string }) =>
    (seesPrices || !pricePrints.has(key)) && (seesCost || !costPrints.has(key))
  return {
    ...template,
    fields: template.fields.filter(isShown),
    columns: template.columns.filter(isShown),
    withAmount: template.withAmount && seesPrices,
  }
}
