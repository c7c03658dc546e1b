import { vehicleButtons } from '@chepu/contract/customers/vehicle'
import { isPositive, trimZeros } from '@chepu/contract/kernel/decimal'
import { numberText } from '@chepu/contract/kernel/typed'
import { fastOrder } from '@chepu/contract/repair/fast-order'
import { Button } from 'antd'
import { flushSync } from 'react-dom'
import { moneyText } from '../../kit/base/format'
import { useSession } from '../../kit/base/session'
import { toast } from '../../kit/base/toast'
import { useCall } from '../../kit/base/use-call'
import { Autocomplete } from '../../kit/ui/autocomplete'
import { useDialog } from '../../kit/ui/use-dialog'
import { NewVehicleDialog } from '../../pickers/new-vehicle-dialog'
import { blankCounter, customerOfCar, type Customer, knownQuery, withCustomer } from './counter'
import { customerWithoutCar, findCustomers, type StoppedCard } from './find'
import type { Counter } from './use-counter'

/** Who comes: plate tail, VIN, mobile tail or name; Enter takes the only one. Then what matters of him. */
export function CustomerBox({ counter, ids, next }: { counter: Counter; ids: { customer: string }; next: () => void }) {
  const { kind, state, setState, desk } = counter
  const { has } = useSession()
  const [openNew, dialog] = useDialog(NewVehicleDialog)
  const { customer } = state
  const take = (taken: Customer | undefined) => {
    // What waits for him reads the counter as it is.
    flushSync(() => setState((old) => withCustomer(taken || old.held === undefined ? old : blankCounter, taken)))
    if (taken) next()
  }
  const choose = (found: Customer | StoppedCard | undefined) => {
    if (found && 'refusal' in found) toast.error(found.refusal)
    else take(found)
  }
  const add = async (text: string) => {
    const made = await openNew({ text })
    if (made) take(customerOfCar(made))
  }
  return (
    <section className="fc-customer">
      <div className="fc-who">
        <Autocomplete
          id={ids.customer}
          label={kind === 'fast' ? '车辆' : '客户'}
          text={customer ? customer.plate || customer.vin || customer.partnerName : ''}
          placeholder={
            kind === 'fast' ? '车牌尾号 / VIN / 手机尾号 / 车主 / 刷卡' : '车牌 / 手机尾号 / 客户名称 / 刷卡'
          }
          find={(text) => findCustomers(text, kind)}
          onChange={(option) => choose(option?.value)}
          onAdd={has(vehicleButtons.add) ? { label: '新车登记', run: (text) => void add(text) } : undefined}
        />
        {kind === 'goods' && desk?.walkIn && (
          <Button size="large" onClick={() => desk.walkIn && take(customerWithoutCar(desk.walkIn))}>
            {desk.walkIn.name}
          </Button>
        )}
      </div>
      {customer && <Known counter={counter} customer={customer} />}
      {dialog}
    </section>
  )
}

function Known({ counter, customer }: { counter: Counter; customer: Customer }) {
  const { state, setState } = counter
  const { sees } = useSession()
  const { vehicleId } = customer
  const { data } = useCall(fastOrder.known, { query: knownQuery(customer) }, { stale: 10_000 })
  const visit = data?.lastVisit
  return (
    <div className="fc-known">
      <b>{customer.partnerName}</b>
      {customer.mobile && <span>{customer.mobile}</span>}
      {customer.carName && <span>{customer.carName}</span>}
      {vehicleId !== null && (
        <label>
          里程
          <input
            aria-label="里程"
            inputMode="decimal"
            value={state.mileage}
            placeholder={customer.lastMileage === null ? '' : `上次 ${trimZeros(customer.lastMileage)}`}
            onChange={(event) => setState((old) => ({ ...old, mileage: numberText(event.target.value) }))}
          />
        </label>
      )}
      {visit && (
        <span className="fc-visit" title={visit.names}>
          上次 {visit.bizDate} {visit.names}
        </span>
      )}
      {data?.openAmount !== undefined && isPositive(data.openAmount) && (
        <em className="fc-owes">欠款 {moneyText(data.openAmount)}</em>
      )}
      {data?.advance !== undefined && isPositive(data.advance) && <em>预收 {moneyText(data.advance)}</em>}
      {sees('doc_price') &&
        data?.cards.map(({ id, typeName, cardNo, principal, gift }) => (
          <em key={id}>
            {typeName} {cardNo} 余额 {moneyText(principal)}
            {isPositive(gift) && ` + 赠 ${moneyText(gift)}`}
          </em>
        ))}
      {data !== undefined && data.held > 0 && <em>有挂单 {data.held}</em>}
    </div>
  )
}
