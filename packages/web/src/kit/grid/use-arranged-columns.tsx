import { Button } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import { useNarrow } from '../base/use-narrow'
import { ColumnSettingsDialog, useColumnSettings } from '../list/column-settings'
import type { Column } from '../list/columns'
import type { LineColumn } from './line-grid-columns'
import type { GridLine } from './line-grid-store'

/**
 * Columns of the line grid `name` as this user arranged them, with the button 列设置 and its dialog. There is no button on a phone, where
 * lines are cards.
 */
export function useArrangedColumns<Line extends GridLine>(
  name: string,
  all: readonly LineColumn<Line>[],
): { columns: LineColumn<Line>[]; settingsButton: ReactNode } {
  const narrow = useNarrow()
  const [arranging, setArranging] = useState(false)
  const listed = useMemo(() => all.map(listColumn<Line>), [all])
  const settings = useColumnSettings(name, listed)
  const columns = useMemo(() => arranged(all, settings.shown), [all, settings.shown])
  const settingsButton = narrow ? null : (
    <>
      <Button size="small" className="de-end" onClick={() => setArranging(true)}>
        列设置
      </Button>
      {arranging && <ColumnSettingsDialog settings={settings} columns={listed} onClose={() => setArranging(false)} />}
    </>
  )
  return { columns, settingsButton }
}

const listColumn = <Line extends GridLine>({ name, title, width, hidden }: LineColumn<Line>): Column<Line> => ({
  key: name,
  title,
  width,
  hidden: hidden ?? false,
})

function arranged<Line extends GridLine>(
  all: readonly LineColumn<Line>[],
  shown: readonly Column<Line>[],
): LineColumn<Line>[] {
  return shown.flatMap((place) => {
    const column = all.find((each) => each.name === place.key)
    return column ? [{ ...column, width: place.width ?? column.width }] : []
  })
}
