import type { MasterField } from '../../kit/form/master-form'

/** What of the labour is the technician's; only for who sees 提成. */
export const rateField = (title: string, help: string): MasterField => ({
  name: 'commissionRate',
  title,
  kind: 'decimal',
  permission: 'commission',
  help,
})
