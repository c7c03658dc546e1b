import type { Ordered, Quoted, reception } from '@chepu/contract/repair/reception'
import { reservation } from '@chepu/contract/repair/reservation'
import { workOrder } from '@chepu/contract/repair/work-order'
import { shanghaiDay } from '@chepu/contract/kernel/time'
import { recordMileage } from '../../customers/public'
import { notFound, refuse } from '../../kernel/base/errors'
import type { CallerTx } from '../../kernel/db/tx'
import { runAction } from '../../kernel/document/run-action'
import { repairDocuments } from '../../kernel/repair/repo'
import { saveRepair } from '../../kernel/repair/save'
import type { RepairActions, RepairDocument, RepairKind, RepairLine, RepairRequest } from '../../kernel/repair/types'
import { workOrderKind } from '../work-order/actions'
import { holdPlanned, passHolding } from '../reservation/parts'
import { executeFormer, giveUpFormer } from '../work-order/formers'
import { reworkOf } from '../work-order/rework'
import { workOrderTraits } from '../work-order/traits'
import { type Reception, receptionTraits } from './traits'

const actions: RepairActions<typeof reception> = {
  async toOrder(tx, doc, { input }) {
    const { warehouseId, reworkLineIds, ...given } = input as Ordered
    const order = await makeOrder(tx, doc, { reworkLineIds, ...(warehouseId !== undefined && { warehouseId }) })
    // An order without a line has nothing that the customer could agree to yet.
    if (order.hasLines) {
      if (order.appointment) await passHolding(tx, order.appointment, await orderOf(tx, order.id))
      const consent = { version: order.version, input: given }
      await runAction(tx, { ...workOrderKind, family: repairDocuments }, order.id, 'confirm', consent)
    }
    return 'converted'
  },

  async toQuote(tx, doc, { input }) {
    const { appointment } = await makeOrder(tx, doc, input as Quoted)
    // Nobody has agreed to an offer; what was held for it goes to who waits.
    if (appointment) await holdPlanned(tx, { ...appointment, state: 'done' })
    return 'converted'
  },

  async leave(tx, doc, { reason, note }) {
    note({ reason })
    const appointment = await arrivedOf(tx, doc.reservationId)
    if (appointment) await giveUpFormer(tx, appointment, `${doc.billNo} 离厂：${reason}`)
    await noteMileage(tx, doc)
    return 'left'
  },
}

/** The meter as it was read when the car came, which it keeps now that the reception changes no more (business/arrivals 2.2). */
async function noteMileage(tx: CallerTx, { id, kind, vehicleId, mileage, arrivedAt }: Reception): Promise<void> {
  if (mileage === null || vehicleId === null) return
  const readOn = shanghaiDay(new Date(String(arrivedAt)))
  await recordMileage(tx, vehicleId, { mileage, readOn, doc: { kind, id } })
}

/**
 * The order of a car that was taken in: all that the reception knows, and the lines of the appointment that it came by, which is executed
 * by it (business/arrivals 2.3).
 */
async function makeOrder(tx: CallerTx, doc: Reception, asked: Quoted) {
  if (doc.businessTypeId === null) refuse('请先选择业务类型并保存，再转单')
  const appointment = await takeAppointment(tx, doc.reservationId)
  const lines = appointment?.lines ?? []
  const rework = await reworkOf(tx, doc.vehicleId, asked.reworkLineIds)
  const { labour, materials } = planned(lines, appointment?.vehicleId === doc.vehicleId)
  const request = {
    header: {
      ...workOrder.header.parse(
        carried(doc, asked.warehouseId ?? appointment?.warehouseId ?? (await firstWarehouse(tx))),
      ),
      receptionId: doc.id,
      reservationId: doc.reservationId,
      reworkOfId: rework.orderId,
    },
    labour: [...labour, ...rework.labour],
    materials: [...materials, ...rework.materials],
  }
  // The reception is the caller's to move: the order takes no formers by itself here.
  const made = await saveRepair(tx, workOrderTraits, request as unknown as RepairRequest)
  await noteMileage(tx, doc)
  return { ...made, appointment, hasLines: request.labour.length + request.materials.length > 0 }
}

/** The order as it was just written. */
const orderOf = async (tx: CallerTx, id: number): Promise<RepairDocument> =>
  (await repairDocuments.read(tx, workOrder.kind, id)) ?? notFound('工单')

/** Where material comes from while nobody has said. */
async function firstWarehouse(tx: CallerTx): Promise<number> {
  const row = await tx.one<{ id: number }>({
    name: 'first-warehouse',
    text: `select id from warehouse where group_id = $1 and org_id = $2 and is_active and id = any ($3::bigint[])
      order by is_default desc, code limit 1`,
    values: [tx.groupId, tx.caller.orgId, [...tx.caller.warehouses.keys()]],
  })
  return row?.id ?? refuse('您在本企业没有可用的仓库，不能转单')
}

/** What of a reception passes to its order. */
const carried = (doc: Reception, warehouseId: number) => ({
  warehouseId,
  bizDate: shanghaiDay(),
  partnerId: doc.partnerId,
  vehicleId: doc.vehicleId,
  salespersonId: doc.salespersonId,
  contactName: doc.contactName,
  contactMobile: doc.contactMobile,
  businessTypeId: doc.businessTypeId,
  repairForm: doc.repairForm,
  arrivedAt: doc.arrivedAt,
  promisedAt: doc.promisedAt,
  mileage: doc.mileage,
  fuelLevel: doc.fuelLevel,
  keepsOldParts: doc.keepsOldParts,
  complaint: doc.complaint,
  remark: doc.remark,
})

/** The appointment by which the car came, locked and executed. */
async function takeAppointment(tx: CallerTx, id: number | null): Promise<RepairDocument | undefined> {
  const doc = await arrivedOf(tx, id)
  if (doc) await executeFormer(tx, doc)
  return doc
}

/** The appointment by which the car came, locked, while nothing has been made of it. */
async function arrivedOf(tx: CallerTx, id: number | null): Promise<RepairDocument | undefined> {
  const doc = id === null ? undefined : await repairDocuments.lock(tx, reservation.kind, id)
  return doc?.state === 'arrived' ? doc : undefined
}

/** Lines of an appointment as an order takes them, material under its labour; they name those that were planned where that was for this car. */
function planned(lines: readonly RepairLine[], isOfCar: boolean) {
  const labour = lines.filter(({ section }) => section === 'labour')
  const of = (line: RepairLine) => ({
    ...Object.fromEntries(passed.map((name) => [name, line[name]])),
    sourceLineId: isOfCar ? line.id : null,
  })
  const placeOf = (id: number | null) => (id === null ? null : labour.findIndex((line) => line.id === id) + 1)
  const materials = lines.filter(({ section }) => section === 'materials')
  return {
    labour: labour.map(of),
    materials: materials.map((line) => ({ ...of(line), labourNo: placeOf(line.labourLineId) })),
  }
}

/** What a planned line passes on, as it was typed. */
const passed = [
  ...([
    'name',
    'serviceItemId',
    'partId',
    'workerTypeId',
    'pricingMode',
    'stdHours',
    'qty',
    'price',
    'priceSource',
  ] as const),
  ...(['discountRate', 'taxRate', 'payer', 'payerPartnerId', 'payerDepartmentId', 'assessedAmount'] as const),
  ...([
    'complaint',
    'cause',
    'remedy',
    'qualityKm',
    'qualityDays',
    'isCustomerSupplied',
    'isConsumable',
    'remark',
  ] as const),
] as const satisfies readonly (keyof RepairLine)[]

export const receptionKind = { ...receptionTraits, actions } satisfies RepairKind<typeof reception>
