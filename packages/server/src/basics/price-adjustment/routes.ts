import { adjustmentColumns, type AdjustmentRequest, priceAdjustment } from '@chepu/contract/basics/price-adjustment'
import { columnsOfKind } from '@chepu/contract/kernel/own-columns'
import { notFound } from '../../kernel/base/errors'
import { bindCalls } from '../../kernel/document/routes'
import { sheetColumns } from '../../kernel/export/columns'
import type { Bind } from '../../kernel/http/bind'
import { adjustmentActions } from './actions'
import { adjustmentTotals, listAdjustments, selectAdjustments } from './list'
import { adjustments } from './repo'
import { saveAdjustment } from './save'
import { relatedAdjustments, viewAdjustment } from './view'

const { routes } = priceAdjustment

/** Binds the calls of 调价单, which are those of every document. */
export function bindPriceAdjustments(bind: Bind): void {
  bindCalls(
    bind,
    routes,
    {
      def: priceAdjustment,
      actions: adjustmentActions,
      family: adjustments,
      priceField: priceAdjustment.priceField ?? null,
    },
    {
      list: listAdjustments,
      totals: adjustmentTotals,
      columns: (caller) => sheetColumns(caller, columnsOfKind(priceAdjustment, adjustmentColumns)),
      rows: selectAdjustments,
      view: viewAdjustment,
      save: (tx, body) => saveAdjustment(tx, body as AdjustmentRequest),
      related: relatedAdjustments,
      // No action of it is previewed.
      preview: () => notFound('操作'),
    },
  )
}
