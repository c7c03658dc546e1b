import type { VehicleCar } from '@chepu/contract/customers/vehicle'
import type { FieldError } from '@chepu/contract/kernel/errors'
import { findByVin } from '../../basics/public'
import type { CallerTx } from '../../kernel/db/tx'

/** What a car is, as it is kept. */
interface KeptCar {
  seriesId: number | null
  modelId: number | null
  /** Of the library its name, else what was typed. */
  modelText: string
  /** By the name of the series' type; null where there is none. */
  carTypeId: number | null
}

interface Found {
  seriesId: number
  modelId: number | null
  name: string
  carTypeId: number | null
  isActive: boolean
  modelIsActive: boolean
}

/**
 * The car that a user chose or wrote; with a VIN alone what the rules know of it (business/basics 5.2): the series, and the model
 * where only one is left. What is switched off is not newly chosen.
 */
export async function keptCar(
  tx: CallerTx,
  typed: VehicleCar,
  vin: string,
  before: Pick<KeptCar, 'seriesId' | 'modelId'> | undefined,
): Promise<{ car: KeptCar; errors: FieldError[] }> {
  const isOpen = typed.seriesId === null && typed.text === ''
  const { seriesId, modelId } = isOpen && vin !== '' ? await carOfVin(tx, vin) : typed
  if (seriesId === null)
    return {
      car: { seriesId: null, modelId: null, modelText: typed.text, carTypeId: null },
      errors: modelId === null ? [] : [fault('请先选择车系')],
    }
  const found = await tx.one<Found>({
    text: `select s.id as series_id, m.id as model_id, concat_ws(' ', b.name, s.name, m.name) as name, t.id as car_type_id,
        s.is_active, coalesce(m.is_active, true) as model_is_active
      from car_series s join brand b on b.group_id = s.group_id and b.id = s.brand_id
      left join car_model m on m.group_id = s.group_id and m.series_id = s.id and m.id = $3
      left join car_type t on t.group_id = s.group_id and t.name = s.car_type and t.is_active
      where s.group_id = $1 and s.id = $2`,
    values: [tx.groupId, seriesId, modelId],
  })
  const errors = found ? faultsOf(found, modelId, before) : [fault('车系不存在')]
  return { car: { seriesId, modelId, modelText: found?.name ?? '', carTypeId: found?.carTypeId ?? null }, errors }
}

const fault = (message: string): FieldError => ({ path: 'car', message })

function faultsOf(
  found: Found,
  modelId: number | null,
  before: Pick<KeptCar, 'seriesId' | 'modelId'> | undefined,
): FieldError[] {
  if (modelId !== found.modelId) return [fault('该车系没有这个年款')]
  if (!found.isActive && before?.seriesId !== found.seriesId) return [fault(`车系“${found.name}”已停用`)]
  if (!found.modelIsActive && before?.modelId !== modelId) return [fault(`年款“${found.name}”已停用`)]
  return []
}

async function carOfVin(tx: CallerTx, vin: string): Promise<Pick<KeptCar, 'seriesId' | 'modelId'>> {
  const { seriesId, modelId, models } = await findByVin(tx, { vin })
  const [only, ...others] = models
  return { seriesId, modelId: modelId ?? (others.length === 0 ? (only?.id ?? null) : null) }
}
