import type { StateOf } from '@chepu/contract/kernel/document'
import type { warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import type { RepairDocument } from '../../kernel/repair/types'

/** A 三包单 as its actions see it. */
export type WarrantyBill = RepairDocument<StateOf<typeof warrantyBill>>
