import { type CarChoice, carModelRoutes } from '@chepu/contract/basics/car-model'
import { Button } from 'antd'
import { call } from '../../kit/base/call'
import type { FieldControl } from '../../kit/form/master-form'
import { type Row, type RowColumn, SubTableField } from '../../kit/form/sub-table-field'
import { Autocomplete } from '../../kit/ui/autocomplete'

const empty = {
  modelText: '',
  carName: '',
  seriesId: null,
  modelId: null,
  yearFrom: null,
  yearTo: null,
  position: '',
  qtyPerCar: null,
  note: '',
}

/** Active series and model-years that the text names. */
async function findCars(text: string) {
  const { rows } = await call(carModelRoutes.choices, { query: text ? { q: text } : {}, quiet: true })
  return rows.map((car) => ({ id: car.value, label: car.name, hint: car.hint, value: car }))
}

const isLinked = (row: Row) => row['seriesId'] != null || row['modelId'] != null
const carColumn: RowColumn = {
  name: 'modelText',
  title: '车型',
  width: 220,
  shownIn: (row) => (isLinked(row) ? String(row['carName']) : undefined),
}
/** A model is of its own year. */
const withoutYears = (column: RowColumn): RowColumn =>
  column.name.startsWith('year') ? { ...column, shownIn: (row) => (row['modelId'] == null ? undefined : '') } : column

/** 适用车型 of a part: cars of 车型库 are found by typing, others are written in words. */
export function FitmentRows({ control, columns }: { control: FieldControl; columns: readonly RowColumn[] }) {
  const rows = (control.value as readonly Row[] | null) ?? []
  const add = (row: object) => control.onChange([...rows, { ...empty, ...row }])
  const addCar = ({ seriesId, modelId, name }: CarChoice) => add({ seriesId, modelId, carName: name })
  return (
    <>
      <SubTableField control={control} columns={[carColumn, ...columns.map(withoutYears)]} />
      {!control.disabled && (
        <>
          <Autocomplete
            label="添加车型"
            text=""
            placeholder="添加车型：品牌 / 车系 / 年款 / 拼音 / 发动机"
            find={findCars}
            onChange={(option) => option && addCar(option.value)}
          />
          <Button size="small" type="dashed" onClick={() => add({})}>
            添加车型库以外的车型
          </Button>
        </>
      )}
    </>
  )
}
