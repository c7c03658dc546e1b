import {
  warrantyByBill as byBill,
  warrantyByItem as byItem,
  warrantyByManufacturer as byManufacturer,
  warrantyByPart as byPart,
  warrantySectionSums,
  warrantyWaitingSums,
} from '@chepu/contract/warranty/searches'
import type { Bind } from '../../kernel/http/bind'
import { bindQuery } from '../../kernel/query/query'
import { warrantyByBill } from './by-bill'
import { warrantyByItem } from './by-item'
import { warrantyByManufacturer } from './by-manufacturer'
import { warrantyByPart } from './by-part'
import { sectionSums, waitingSums } from './section-sums'

/** The four searches of 三包, and what adds them up (business/three-guarantees 8). */
export function bindSearches(bind: Bind): void {
  bindQuery(bind, byBill, warrantyByBill)
  bindQuery(bind, byItem, warrantyByItem)
  bindQuery(bind, byManufacturer, warrantyByManufacturer)
  bindQuery(bind, byPart, warrantyByPart)
  bind.reads(warrantySectionSums, (tx, { query }) => sectionSums(tx, query))
  bind.reads(warrantyWaitingSums, (tx, { query }) => waitingSums(tx, query))
}
