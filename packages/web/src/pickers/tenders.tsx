import type { StoreAccount } from '@chepu/contract/finance/store-account'
import { isPositive, money, mul } from '@chepu/contract/kernel/decimal'
import { isDecimal, numberText } from '@chepu/contract/kernel/typed'
import { type ReactNode, useEffect, useMemo } from 'react'
import { moneyText } from '../kit/base/format'
import { useEditor } from '../kit/document/document-context'
import { LineEntry } from '../kit/grid/line-entry'
import type { LineColumn } from '../kit/grid/line-grid-columns'
import type { LineStore } from '../kit/grid/line-grid-store'
import { useAccounts } from './accounts'
import type { TenderLine } from './tender-lines'
import './pay-fields.css'

/** What the channel keeps of an amount by the account's rate. */
const feeOf = (amount: string, account: StoreAccount | undefined): string =>
  account && isDecimal(amount) && isPositive(account.feeRate) ? money(mul(amount, account.feeRate)) : ''

function tenderColumns(accounts: readonly StoreAccount[], preset: StoreAccount | undefined): LineColumn<TenderLine>[] {
  const byId = (id: number | null) => accounts.find((account) => account.id === id)
  const label = (account: StoreAccount) =>
    account.balance === undefined ? account.name : `${account.name}（余额 ${moneyText(account.balance)}）`
  return [
    {
      name: 'storeAccountId',
      title: '账户',
      kind: 'select',
      width: 240,
      required: true,
      stop: true,
      choices: accounts.map((account) => ({ value: account.id, label: label(account) })),
    },
    {
      name: 'amount',
      title: '金额',
      kind: 'money',
      width: 130,
      required: true,
      stop: true,
      enter: (line, text) => {
        const amount = numberText(text)
        const account = byId(line.storeAccountId) ?? preset
        return { amount, storeAccountId: account?.id ?? null, fee: feeOf(amount, account) || line.fee }
      },
    },
    { name: 'fee', title: '手续费', kind: 'money', width: 100 },
    { name: 'tradeNo', title: '交易流水号', kind: 'text', width: 220, stop: true },
  ]
}

/** The account of a document that is only looked at: its own organisation's, which may be in no list here. */
const accountAsTold: LineColumn<TenderLine> = { name: 'accountName', title: '账户', kind: 'text', width: 240 }

/** 收付方式 of a document's editor: accounts, amounts, fees and trade numbers, entered by keyboard; money alone goes to the default account. */
export function TenderGrid(props: {
  store: LineStore<TenderLine>
  /** Whether money comes in by the document as it stands. */
  isIn: boolean
  /** Learns of the account that money goes to when none was chosen. */
  onPreset?: (storeAccountId: number) => void
  toolbar?: ReactNode
}) {
  const { store, isIn, onPreset } = props
  const { grids, readOnly } = useEditor()
  const accounts = useAccounts()
  const preset = accounts.find((account) => (isIn ? account.isDefaultIn : account.isDefaultOut)) ?? accounts[0]
  const presetId = preset?.id
  useEffect(() => {
    if (presetId !== undefined && !readOnly) onPreset?.(presetId)
  }, [onPreset, presetId, readOnly])
  const columns = useMemo(() => {
    const [account, ...others] = tenderColumns(accounts, preset)
    return readOnly ? [accountAsTold, ...others] : [account as LineColumn<TenderLine>, ...others]
  }, [accounts, preset, readOnly])
  const title = isIn ? '收款方式' : '付款方式'
  return (
    <section className="tenders">
      <div className="de-lines-bar">
        <b>{title}</b>
        {!readOnly && props.toolbar}
      </div>
      <LineEntry<TenderLine>
        ref={grids.ref('tenders')}
        store={store}
        columns={columns}
        label={title}
        readOnly={readOnly}
        height={124}
      />
    </section>
  )
}
