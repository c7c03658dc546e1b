import { type ExportFormat, exportFormats } from '@chepu/contract/kernel/export-route'
import { useSession } from '../base/session'
import { Button, Dropdown, Space } from 'antd'
import { type ExportRoute, type Shown, useExport } from './use-export'

const items = Object.entries(exportFormats).map(([key, label]) => ({ key, label }))

/** 导出, for who may, of what a list shows: a workbook at once, other formats under the arrow (business/finance 6). */
export function ExportButton(props: { route: ExportRoute; filters: object; columns: readonly Shown[] }) {
  const { has } = useSession()
  const { exporting, start } = useExport(props.route)
  const make = (format: ExportFormat) => void start(props.filters, props.columns, format)
  const { access } = props.route
  if (typeof access !== 'string' && !has(access)) return null
  return (
    <Space.Compact>
      <Button size="small" loading={exporting} onClick={() => make('xlsx')}>
        导出
      </Button>
      <Dropdown
        trigger={['click']}
        disabled={exporting}
        menu={{ items, onClick: ({ key }) => make(key as ExportFormat) }}
      >
        <Button size="small" className="kit-more" aria-label="导出格式">
          ▾
        </Button>
      </Dropdown>
    </Space.Compact>
  )
}
