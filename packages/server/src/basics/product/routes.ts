import { productButtons, productRoutes } from '@chepu/contract/basics/product'
import type { Bind } from '../../kernel/http/bind'
import { mayPress } from '../../kernel/caller/caller'
import { forbidden } from '../../kernel/base/errors'
import { enqueueExport } from '../../kernel/export/enqueue'
import { registerExport } from '../../kernel/export/registry'
import { productExport } from './export'
import { listProducts, productTotals, readProduct } from './list'
import { introduceParts, saveProduct, setProducts, shelveProducts } from './save'

export function bindProducts(bind: Bind): void {
  registerExport('product', productExport)
  bind(productRoutes.list, (tx, { query }) => listProducts(tx, query))
  bind(productRoutes.totals, (tx, { query }) => productTotals(tx, query))
  bind(productRoutes.read, (tx, { params }) => readProduct(tx, params.id))
  bind(productRoutes.save, (tx, { body }) => saveProduct(tx, body))
  bind(productRoutes.introduce, (tx, { body }) => introduceParts(tx, body.partIds))
  bind(productRoutes.setMany, (tx, { body }) => setProducts(tx, body))
  bind(productRoutes.shelf, (tx, { body }) => shelveProducts(tx, body.ids, body.onShelf))
  bind(productRoutes.export, (tx, { body }) =>
    mayPress(tx.caller, productButtons.view) ? enqueueExport(tx, 'product', body) : forbidden(),
  )
}
