import type { DataOf, Route } from '@chepu/contract/kernel/route'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { Change } from '../base/submit-once'
import { type FormValues, MasterFailure, type MasterField, MasterFields, saveOnKey, useMasterForm } from './master-form'
import { PageModal } from '../ui/page-modal'

/** A small form in a modal, checked with a schema of the contract before it is sent; faults stand at their field. */
export function FormDialog<R extends Route>(props: {
  title: string
  fields: readonly MasterField[]
  schema: z.ZodType
  preset?: FormValues
  okText?: string
  /** What saves the body. The dialog sends it, and a repeat after a lost answer as the same change. */
  onSave: (body: never) => Change<R>
  onSaved: (answer: DataOf<R>) => void | Promise<void>
  onClose: () => void
  /** Below the fields, with the values typed so far. */
  note?: (values: FormValues) => ReactNode
}) {
  const form = useMasterForm({
    fields: props.fields,
    schema: props.schema,
    ...(props.preset ? { preset: props.preset } : {}),
    onSave: (body) => props.onSave(body as never),
    onSaved: props.onSaved,
  })
  return (
    <PageModal
      open
      title={props.title}
      width={520}
      okText={props.okText ?? '确定'}
      cancelText="取消"
      confirmLoading={form.busy}
      onOk={() => void form.save(false)}
      onCancel={props.onClose}
    >
      <div onKeyDown={saveOnKey(() => void form.save(false))}>
        <MasterFailure form={form} />
        <MasterFields form={form} fields={props.fields} isNew />
        {props.note?.(form.values)}
      </div>
    </PageModal>
  )
}
