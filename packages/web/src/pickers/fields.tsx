import type { PartnerRole } from '@chepu/contract/kernel/partner-roles'
import type { DictionaryKind } from '@chepu/contract/basics/dictionary'
import type { LookupPartner } from '@chepu/contract/basics/lookups'
import { termsOfPartner } from '@chepu/contract/kernel/partner-terms'
import { missingFlag } from '@chepu/contract/kernel/warehouse-flags'
import { type ComponentType, useEffect, useRef } from 'react'
import type { z } from 'zod'
import { useEditor, useHeader } from '../kit/document/document-context'
import { type FieldProps, ListField, nameOf, plainFields, useField } from '../kit/document/document-header'
import { shown } from '../kit/grid/line-grid-text'
import { Autocomplete } from '../kit/ui/autocomplete'
import { useSession } from '../kit/base/session'
import { useDialog } from '../kit/ui/use-dialog'
import {
  findPartners,
  partnerById,
  useDepartments,
  useDueDay,
  useEmployees,
  useSettlements,
  useWarehouses,
  useWords,
  warehouseOption,
} from './lists'
import { AddressField } from './address-field'
import { addButtonOf, NewPartnerDialog, roleTitle } from './new-partner-dialog'
import { PartnerDialog } from './partner-dialog'
import { BayField, BusinessTypeField, TechnicianField } from './repair-fields'

/**
 * 往来单位 with search by name, pinyin, code or mobile; F2 opens the list with balances. Choosing one fills settlement
 * method, invoice kind and salesperson from the partner's own settings where the document has those fields.
 */
function PartnerField(
  props: FieldProps & {
    role: PartnerRole | readonly PartnerRole[]
    /** Fields that the partner's own settings fill, where they are not those of the document's partner. */
    propose?: (partner: LookupPartner) => Record<string, unknown>
  },
) {
  const field = useField(props)
  const { store } = useEditor()
  const { has } = useSession()
  const [open, dialog] = useDialog(PartnerDialog)
  const [openNew, newDialog] = useDialog(NewPartnerDialog)
  const { name } = props
  const nameField = nameOf(name)
  const text = shown(field.header[nameField])
  const missing = typeof field.value === 'number' && text === ''
  const follow = (partner: LookupPartner, mayFill = (_name: string) => true) => {
    const propose = (values: Record<string, unknown>) =>
      store.propose(Object.fromEntries(Object.entries(values).filter(([each]) => mayFill(each))))
    if (props.name === 'partnerId') {
      const terms = termsOfPartner(partner, store.header(), store.def.header.shape)
      propose({ ...terms, settlementMethodName: null })
    }
    if (props.propose) propose(props.propose(partner))
  }
  const named = useRef(follow)
  named.current = follow
  useEffect(() => {
    if (!missing) return
    void partnerById(field.value as number).then(
      (partner) => {
        // Another one was chosen meanwhile, or he himself by hand: what follows from that is there.
        const { [name]: chosen, [nameField]: known } = store.header()
        if (chosen !== field.value || shown(known) !== '') return
        store.suggest({ [nameField]: partner?.name ?? '' })
        // A new document whose link names its partner begins as if he had been chosen; that is no work yet. What was typed stays.
        const isOpen = (each: string) => !store.isTyped(each.replace(/Name$/, 'Id'))
        if (partner && store.meta().id === undefined) store.quietly(() => named.current(partner, isOpen))
      },
      () => undefined,
    )
  }, [missing, field.value, name, nameField, store])
  const take = (partner: LookupPartner | undefined) => {
    store.setHeader({ [props.name]: partner?.id ?? null, [nameField]: partner?.name ?? '' })
    if (partner) follow(partner)
  }
  const role = [props.role].flat()[0] as PartnerRole
  const add = async (name: string) => {
    const made = await openNew({ name, role })
    if (made) take(made)
    document.getElementById(field.id)?.focus()
  }
  const openDialog = async (typed: string) => {
    const chosen = await open({ text: typed, roles: props.role, title: `选择${field.title}` })
    if (chosen) take(chosen)
    document.getElementById(field.id)?.focus()
  }
  return (
    <>
      {field.frame(
        <Autocomplete
          id={field.id}
          label={field.title}
          text={text}
          placeholder="名称 / 拼音 / 手机尾号"
          find={(typed) => findPartners(typed, props.role)}
          onOpen={(typed) => void openDialog(typed)}
          onChange={(option) => take(option?.value)}
          onAdd={
            has(addButtonOf(role)) ? { label: `新增${roleTitle(role)}`, run: (name) => void add(name) } : undefined
          }
          invalid={field.invalid}
        />,
        text,
      )}
      {dialog}
      {newDialog}
    </>
  )
}

/** 仓库 among those where the user may enter such documents; the default one of them is proposed for a new document. */
function WarehouseField(props: FieldProps) {
  const { flagsAt } = useSession()
  const { store, readOnly } = useEditor()
  const warehouses = useWarehouses().filter(({ id }) => !missingFlag(store.def, {}, { warehouseId: id }, flagsAt))
  const preset = warehouses.find((warehouse) => warehouse.isDefault) ?? warehouses[0]
  const missing = useHeader()[props.name] == null
  useEffect(() => {
    if (preset && missing && !readOnly && props.name === 'warehouseId') store.suggest({ warehouseId: preset.id })
  }, [preset, missing, readOnly, store, props.name])
  return <ListField {...props} options={warehouses.map(warehouseOption)} />
}

function EmployeeField(props: FieldProps) {
  const options = useEmployees().map((employee) => ({
    id: employee.id,
    label: employee.name,
    ...(employee.departmentName ? { hint: employee.departmentName } : {}),
    value: employee,
  }))
  return <ListField {...props} options={options} />
}

function DepartmentField(props: FieldProps) {
  const options = useDepartments().map((department) => ({
    id: department.id,
    label: department.name,
    value: department,
  }))
  return <ListField {...props} options={options} />
}

function SettlementField(props: FieldProps) {
  const options = useSettlements().map((method) => ({ id: method.id, label: method.name, value: method }))
  return <ListField {...props} options={options} />
}

/** 到期日: as typed, else as it follows from date, settlement method and partner; the posted day of a posted document. */
function DueField(props: FieldProps) {
  const header = useHeader()
  const { readOnly } = useEditor()
  const derived = useDueDay(header)
  const posted = typeof header.dueDay === 'string' ? header.dueDay : undefined
  return <plainFields.DayField {...props} otherwise={readOnly ? posted : derived} />
}

/** A word of the dictionary. */
function WordField(props: FieldProps & { words: DictionaryKind }) {
  return <plainFields.SelectField {...props} options={useWords(props.words)} />
}

const fields = {
  ...plainFields,
  PartnerField,
  WarehouseField,
  EmployeeField,
  DepartmentField,
  SettlementField,
  DueField,
  WordField,
  AddressField,
  TechnicianField,
  BayField,
  BusinessTypeField,
}

type Named<Component, Name extends string> =
  Component extends ComponentType<infer Props> ? ComponentType<Omit<Props, 'name'> & { name: Name }> : never
type NameIn<Header> = keyof z.output<Header> & string
type FieldsOf<Name extends string> = { [Key in keyof typeof fields]: Named<(typeof fields)[Key], Name> }

/**
 * Header fields that know the names of one document's header, so that a misspelt name does not compile:
 * `const { PartnerField, DayField } = fieldsOf(goodsReceipt)`.
 */
export const fieldsOf = <Header extends z.ZodObject>(_document: { header: Header }): FieldsOf<NameIn<Header>> =>
  fields as unknown as FieldsOf<NameIn<Header>>
