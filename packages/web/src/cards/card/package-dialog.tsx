import { useMemo } from 'react'
import { dayText, moneyText } from '../../kit/base/format'
import dayjs from '../../kit/base/dayjs'
import { useSession } from '../../kit/base/session'
import type { FormValues, MasterField } from '../../kit/form/master-form'
import type { DialogProps } from '../../kit/ui/use-dialog'
import { useSoldPackages } from '../masters'
import {
  type Card,
  CardHead,
  carField,
  ofShownCard,
  packageField,
  PackageLines,
  remarkField,
  salespersonField,
} from './fields'
import { type MadeVoucher, useVoucherForm, VoucherDialog } from './voucher-dialog'

/** The package that is chosen in a dialog. */
export const useChosenPackage = (values: FormValues) => {
  const packages = useSoldPackages()
  return packages.find(({ id }) => id === values['cardPackageId'])
}

/** The chosen package with what is in it. */
export function ChosenPackage({ values }: { values: FormValues }) {
  const chosen = useChosenPackage(values)
  if (!chosen) return null
  const { validDays } = chosen
  const until =
    validDays === null ? '长期有效' : `有效期至 ${dayText(dayjs().add(validDays, 'day').format('YYYY-MM-DD'))}`
  return (
    <>
      <p className="cards-head">
        <b>{chosen.name}</b> 售价 {moneyText(chosen.salePrice)}　{until}
        {chosen.isVehicleBound && '　限定车辆'}
      </p>
      <PackageLines of={chosen} />
    </>
  )
}

/** 购套餐: a package that is sold here comes onto the card; one that is bound to a car names it (business/cards 2, 4). */
export function PackageDialog({ input: card, onDone }: DialogProps<Card, MadeVoucher>) {
  const { employeeId } = useSession()
  const fields = useMemo(
    (): MasterField[] => [
      packageField({ required: true }),
      carField(card, { title: '限定车辆', help: '限定车辆的套餐必填' }),
      salespersonField(employeeId),
      remarkField,
    ],
    [card, employeeId],
  )
  const preset = { ...ofShownCard(card), vehicleId: card.vehicleId }
  const voucher = useVoucherForm({ purpose: 'package_sale', fields, preset, onDone })
  const { values } = voucher.form
  const chosen = useChosenPackage(values)
  return (
    <VoucherDialog
      voucher={voucher}
      title="购套餐"
      width={680}
      due={chosen?.salePrice ?? '0.00'}
      head={<CardHead card={card} />}
      note={<ChosenPackage values={values} />}
    />
  )
}
