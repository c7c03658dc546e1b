import { productRoutes } from '@chepu/contract/basics/product'
import type { Bind } from '../../app/http'
import { listProducts, productTotals, readProduct } from './list'
import { introduceParts, saveProduct, setProducts, shelveProducts } from './save'

export function bindProducts(bind: Bind): void {
  bind(productRoutes.list, (tx, { query }) => listProducts(tx, query))
  bind(productRoutes.totals, (tx, { query }) => productTotals(tx, query))
  bind(productRoutes.read, (tx, { params }) => readProduct(tx, params.id))
  bind(productRoutes.save, (tx, { body }) => saveProduct(tx, body))
  bind(productRoutes.introduce, (tx, { body }) => introduceParts(tx, body.partIds))
  bind(productRoutes.setMany, (tx, { body }) => setProducts(tx, body))
  bind(productRoutes.shelf, (tx, { body }) => shelveProducts(tx, body.ids, body.onShelf))
}
