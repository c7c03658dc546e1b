import { type PartnerRole, partnerRoles } from '@chepu/contract/kernel/partner-roles'
import { type LookupPartner } from '@chepu/contract/basics/lookups'
import {
  customerButtons,
  partnerButtons,
  partnerFields,
  partnerRoutes,
  roleLabels,
} from '@chepu/contract/customers/partner'
import type { BodyOf } from '@chepu/contract/kernel/route'
import { FormDialog } from '../kit/form/form-dialog'
import type { DialogProps } from '../kit/ui/use-dialog'
import { partnerById } from './lists'

const kinds = { unit: '单位', person: '个人' }
const fields = [
  { name: 'name', title: '名称', required: true, wide: true },
  { name: 'kind', title: '性质', kind: 'select' as const, options: kinds, required: true, initial: 'unit' },
  { name: 'mobile', title: '手机' },
]
const schema = partnerFields.pick({ name: true, kind: true, mobile: true })

/** 供应商, 客户 …: what a new partner of the role is called. */
export const roleTitle = (role: PartnerRole): string =>
  (roleLabels as Readonly<Record<number, string>>)[partnerRoles[role]] ?? '往来单位'

/** The button that adds partners of the role. */
export const addButtonOf = (role: PartnerRole): number =>
  role === 'customer' ? customerButtons.add : partnerButtons.add

/** 新增供应商 or 新增客户 from a picker, with what a counter knows of him; everything else keeps its default. */
export function NewPartnerDialog({ input, onDone }: DialogProps<{ name: string; role: PartnerRole }, LookupPartner>) {
  const cusFlag = partnerRoles[input.role]
  return (
    <FormDialog
      title={`新增${roleTitle(input.role)}`}
      fields={fields}
      schema={schema}
      preset={{ name: input.name }}
      onSave={(typed: Pick<BodyOf<typeof partnerRoutes.save>, 'name' | 'kind' | 'mobile'>) => ({
        route: partnerRoutes.save,
        body: { ...typed, cusFlag },
      })}
      onSaved={async ({ id }) => onDone(await partnerById(id))}
      onClose={() => onDone()}
    />
  )
}
