import { pointKinds, pointRoutes, type PointRow } from '@chepu/contract/shell/permission-point'
import { z } from 'zod'
import { call } from '../../kit/base/call'
import { toast } from '../../kit/base/toast'
import { FormDialog } from '../../kit/form/form-dialog'
import { type FormValues, MasterDrawer } from '../../kit/form/master-form'
import { Confirm } from '../../kit/ui/confirm'
import { type Catalogue, fieldsFor, formSchema, keyField, moveFields, toBody, toForm } from './point-fields'

/** What is open over the tree of points. */
export type OpenPoint =
  | { kind: 'add'; parent: PointRow | null; what: 'folder' | 'screen' }
  | { kind: 'edit' | 'move' | 'enable'; point: PointRow }

/** The forms and the question of 系统权限; `onDone` reads the points again. */
export function PointDialogs({
  open,
  catalogue,
  onDone,
  onClose,
}: {
  open: OpenPoint
  catalogue: Catalogue
  onDone: () => void
  onClose: () => void
}) {
  const changed = () => {
    toast.success('已保存，在线用户的菜单随即更新')
    onDone()
  }
  const enable = async (point: PointRow) => {
    await call(pointRoutes.change, { body: { ...keyOf(point), isActive: !point.isActive } })
    changed()
  }
  return (
    <>
      {open.kind === 'add' && (
        <MasterDrawer
          title={open.what === 'folder' ? '新增目录' : '新增菜单'}
          fields={[keyField, ...fieldsFor(open.what, catalogue)]}
          schema={formSchema}
          preset={{ breadcrumb: true }}
          onSave={(body) => ({
            route: pointRoutes.add,
            body: {
              ...toBody(body as FormValues),
              key: (body as { key: string }).key,
              kind: open.what,
              parentKey: open.parent?.key ?? null,
            } as never,
          })}
          onSaved={(_, another) => {
            toast.success('已保存')
            onDone()
            if (!another) onClose()
          }}
          onClose={onClose}
        />
      )}
      {open.kind === 'edit' && (
        <MasterDrawer
          title={`修改${pointKinds[open.point.kind]}：${open.point.name}`}
          fields={fieldsFor(open.point.kind, catalogue)}
          schema={formSchema}
          row={toForm(open.point)}
          onSave={(body) => ({
            route: pointRoutes.replace,
            body: { ...toBody(body as FormValues), ...keyOf(open.point) } as never,
          })}
          onSaved={() => {
            changed()
            onClose()
          }}
          onReload={() => {
            onDone()
            onClose()
          }}
          onClose={onClose}
        />
      )}
      {open.kind === 'move' && (
        <FormDialog
          title={`移动：${open.point.name}`}
          fields={moveFields(catalogue.rows, open.point)}
          schema={z.object({ parentKey: z.string().nullable(), beforeKey: z.string().nullable() })}
          preset={{ parentKey: open.point.parentKey, beforeKey: null }}
          onSave={(move: object) => ({ route: pointRoutes.change, body: { ...keyOf(open.point), move } as never })}
          onSaved={() => {
            changed()
            onClose()
          }}
          onClose={onClose}
        />
      )}
      {open.kind === 'enable' && (
        <Confirm
          title={open.point.isActive ? '停用' : '启用'}
          okText={open.point.isActive ? '停用' : '启用'}
          danger={open.point.isActive}
          run={() => enable(open.point)}
          onClose={onClose}
        >
          {enableText(open.point)}
        </Confirm>
      )}
    </>
  )
}

const keyOf = ({ id, version }: PointRow) => ({ id, version })

function enableText(point: PointRow): string {
  const what = `${pointKinds[point.kind]}“${point.name}”`
  if (!point.isActive) return `启用${what}。`
  if (point.kind === 'button') return `停用${what}后，所有集团的所有用户立即失去该按钮。`
  if (point.kind === 'field') return `停用${what}后，所有集团的所有用户立即看不到该字段。`
  return `停用${what}后，所有集团的菜单中不再显示${point.kind === 'folder' ? '它和它的下级' : '它'}。`
}
