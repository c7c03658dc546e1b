import { savedSearchRoutes } from '@chepu/contract/customers/saved-search'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { call } from '../../kit/base/call'
import { toast } from '../../kit/base/toast'
import { useCall, useRefreshCalls } from '../../kit/base/use-call'
import { FormDialog } from '../../kit/form/form-dialog'
import type { FilterState, FilterValues } from '../../kit/list/use-filters'
import { Confirm } from '../../kit/ui/confirm'
import { type DialogProps, useDialog } from '../../kit/ui/use-dialog'

/** 存为方案: the conditions under a name. */
function SaveDialog({ input, onDone }: DialogProps<{ filters: Record<string, string>; name: string }, true>) {
  return (
    <FormDialog
      title="存为方案"
      schema={savedSearchRoutes.save.body}
      preset={input}
      fields={[{ name: 'name', title: '方案名称', required: true, wide: true, help: '同名方案会被覆盖' }]}
      onSave={(body) => ({ route: savedSearchRoutes.save, body })}
      onSaved={() => {
        toast.success('已保存方案')
        onDone(true)
      }}
      onClose={() => onDone()}
    />
  )
}

const filled = (values: FilterValues): Record<string, string> =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : [])))

/** 方案 of the user: choose one, keep the present conditions, delete the chosen one (business/customers 8.3). */
export function SavedSearches({ filters }: { filters: FilterState }) {
  const { data = [] } = useCall(savedSearchRoutes.list)
  const refreshCalls = useRefreshCalls()
  const [removing, setRemoving] = useState<{ id: number; name: string }>()
  const [save, dialog] = useDialog(SaveDialog)
  const now = filled(filters.applied)
  const chosen = data.find((each) => JSON.stringify(sorted(each.filters)) === JSON.stringify(sorted(now)))
  const choose = (id: number | undefined) => {
    const cleared = Object.fromEntries(Object.keys(filters.values).map((name) => [name, undefined]))
    filters.set({ ...cleared, ...data.find((each) => each.id === id)?.filters }, true)
  }
  const keep = () =>
    void save({ filters: now, name: chosen?.name ?? '' }).then((done) => done && refreshCalls(savedSearchRoutes.list))
  return (
    <>
      <Select
        size="small"
        className="cs-saved"
        aria-label="查询方案"
        placeholder="选择方案"
        allowClear
        value={chosen?.id ?? null}
        options={data.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(id) => choose(id ?? undefined)}
      />
      <Button size="small" disabled={Object.keys(now).length === 0} onClick={keep}>
        存为方案
      </Button>
      {chosen && (
        <Button size="small" onClick={() => setRemoving(chosen)}>
          删除方案
        </Button>
      )}
      {removing && (
        <Confirm
          title={`删除方案“${removing.name}”？`}
          okText="删除"
          danger
          run={async () => {
            await call(savedSearchRoutes.remove, { params: { id: removing.id } })
            refreshCalls(savedSearchRoutes.list)
          }}
          onClose={() => setRemoving(undefined)}
        />
      )}
      {dialog}
    </>
  )
}

const sorted = (filters: Readonly<Record<string, string>>) =>
  Object.entries(filters).toSorted(([a], [b]) => (a < b ? -1 : 1))
