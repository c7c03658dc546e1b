import { spoiling } from './settled-books'

/** Single rows of a refund spoilt behind the program, each with the invariant that notices it. */
export function refundDamages(groupId: number, id: number, workOrderId: number): Record<string, string> {
  const { header, order, line, slip } = spoiling(groupId, id, workOrderId)
  return {
    [header('total_amount = total_amount + 1')]: 'i33',
    [header('labour_amount = labour_amount + 1')]: 'i33',
    [header('order_discount = order_discount + 1')]: 'i33',
    [header('deductible = deductible + 1')]: 'i33',
    [header('salvage = salvage + 1')]: 'i33',
    [header('received_amount = received_amount + 1')]: 'i33',
    [header('cost_amount = cost_amount + 1')]: 'i41',
    [order(`state = 'settled'`)]: 'i33',
    [line('换制动片', 'qty = qty + 1')]: 'i33',
    [line('换制动片', 'taxed_amount = taxed_amount + 1')]: 'i33',
    [line('换制动片', 'net_amount = net_amount + 1')]: 'i33',
    [line('换制动片', 'source_line_id = null')]: 'i33',
    [line('钣金', 'salvage_share = salvage_share + 1')]: 'i33',
    [line('钣金', 'deductible_share = deductible_share + 1')]: 'i33',
    [line('钣金', `payer = 'customer'`)]: 'i33',
    [line('换制动片', 'output_amount = output_amount + 1')]: 'i41',
    [line('换制动片', 'cost_amount = cost_amount + 1')]: 'i33 i41',
    [slip('made_by = 99999')]: 'i33 i97',
  }
}
