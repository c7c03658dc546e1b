import { type FoundCard, cardRoutes } from '@chepu/contract/cards/card'
import {
  cardVoucher,
  type DeskPurpose,
  isByProgram,
  isPaid,
  isShown,
  onCreditOf,
  type VoucherField,
  voucherButton,
  voucherFields,
  type VoucherPurpose,
  voucherPurposes,
} from '@chepu/contract/cards/card-voucher'
import { payeePapers } from '@chepu/contract/cards/payee'
import { moneySections } from '@chepu/contract/kernel/money-document'
import { isZero } from '@chepu/contract/kernel/decimal'
import { useState, useSyncExternalStore } from 'react'
import { call } from '../../kit/base/call'
import { moneyText, qtyText } from '../../kit/base/format'
import { useSession } from '../../kit/base/session'
import { useScreenParams } from '../../kit/base/tabs'
import { type EditorApi, useEditor, useHeader } from '../../kit/document/document-context'
import { DocumentEditor } from '../../kit/document/document-editor'
import { EditorStore } from '../../kit/document/document-editor-store'
import { HeaderFields, ListField, useField } from '../../kit/document/document-header'
import { EditorSection } from '../../kit/document/editor-section'
import { Figure } from '../../kit/document/figure'
import { LineStore } from '../../kit/grid/line-grid-store'
import { shown } from '../../kit/grid/line-grid-text'
import { Autocomplete } from '../../kit/ui/autocomplete'
import type { PickOption } from '../../kit/ui/pick-options'
import { fieldsOf } from '../../pickers/fields'
import { InvoiceButton } from '../../pickers/invoice-button'
import { type TenderLine, tenderRules } from '../../pickers/tender-lines'
import { TenderGrid } from '../../pickers/tenders'
import { CarOfControl } from '../controls'
import { useCardTypes, useSoldPackages } from '../masters'
import { VoucherFacts } from './facts'
import '../card/card.css'

const { DayField, EmployeeField, MoneyField, PartnerField, SelectField, TextField } = fieldsOf(cardVoucher)

const deskPurposes = Object.keys(voucherPurposes).filter((name) => !isByProgram(name)) as DeskPurpose[]

/** A 办卡单 in the editor: its header and ways of paying. */
class VoucherStore {
  readonly tenders = new LineStore<TenderLine>(tenderRules.blank, tenderRules.isBlank, false)
  readonly editor: EditorStore

  constructor(purpose: string) {
    const tenders = new EditorSection(moneySections.tenders, tenderRules, this.tenders)
    this.editor = new EditorStore(cardVoucher, { tenders }, { purpose })
    this.editor.watchHeader((before) => this.followPurpose(before['purpose']))
  }

  /** What one purpose has and the other has not goes with the purpose. */
  private followPurpose(before: unknown): void {
    const { purpose } = this.editor.header()
    if (this.editor.isQuiet() || purpose === before) return
    const kept = new Set<string>(voucherFields[purpose as VoucherPurpose] ?? [])
    const gone = (voucherFields[before as VoucherPurpose] ?? []).filter((name) => !kept.has(name))
    const blank = cardVoucher.header.partial().parse({})
    // The number of a card that was shown is none that a card gets.
    if (kept.has('cardNo') && isShown(String(before))) gone.push('cardNo')
    this.editor.propose(Object.fromEntries(gone.map((name) => [name, blank[name] ?? blankOf(name)])))
    if (!isPaid(String(purpose))) this.tenders.replaceAll([])
  }
}

const blankOf = (name: VoucherField) =>
  name === 'payeePaper' ? 'usual' : name.endsWith('Id') ? null : name.endsWith('Change') ? '0' : ''

const invoicing = (editor: EditorApi) => <InvoiceButton side="AR" kind={cardVoucher.kind} editor={editor} />

/** 办卡单: what is done with a card, as one document; counters make it in one gesture, here a draft is made and looked at (business/cards 4). */
export default function VoucherEditor() {
  const { has } = useSession()
  const { purpose: asked } = useScreenParams<{ purpose: string }>()
  const allowed = deskPurposes.filter((name) => has(voucherButton(name)))
  const first = allowed.find((name) => name === asked) ?? allowed[0] ?? 'recharge'
  const [store] = useState(() => new VoucherStore(first))
  const words = Object.fromEntries(allowed.map((name) => [name, voucherPurposes[name]]))
  return (
    <DocumentEditor document={cardVoucher} store={store.editor} totals={<Totals />} toolbar={invoicing}>
      <HeaderFields>
        <PurposeField words={words} />
        <OwnFields />
        <DayField name="bizDate" />
        <EmployeeField name="salespersonId" />
        <TextField name="remark" span={2} />
      </HeaderFields>
      <Payment store={store} />
      <VoucherFacts />
    </DocumentEditor>
  )
}

/** 类型; one that the program alone makes is told in words all the same. */
function PurposeField({ words }: { words: Readonly<Record<string, string>> }) {
  const { purpose } = useHeader()
  const name = String(purpose)
  return <SelectField name="purpose" options={name in words ? words : { ...words, ...ownWord(name) }} />
}

const ownWord = (purpose: string) =>
  purpose in voucherPurposes ? { [purpose]: voucherPurposes[purpose as VoucherPurpose] } : {}

/** The fields that the purpose takes. */
function OwnFields() {
  const { purpose } = useHeader()
  const takes = new Set<VoucherField>(voucherFields[purpose as VoucherPurpose] ?? [])
  return (
    <>
      {takes.has('cardId') ? <CardField /> : <PartnerField name="partnerId" role="customer" />}
      {takes.has('cardTypeId') && <TypeField />}
      {takes.has('cardNo') && <TextField name="cardNo" title={purpose === 'replace' ? '新卡号' : '卡号'} />}
      {takes.has('cardPackageId') && <PackageField />}
      {takes.has('vehicleId') && <CarField />}
      {takes.has('principalChange') && <MoneyField name="principalChange" title="充值金额" />}
      {takes.has('giftChange') && <MoneyField name="giftChange" title="赠金" />}
      {takes.has('pointsChange') && <MoneyField name="pointsChange" title="积分" />}
      {takes.has('penalty') && <MoneyField name="penalty" />}
      {takes.has('payeeName') && (
        <>
          <TextField name="payeeName" />
          <TextField name="payeeBank" />
          <TextField name="payeeAccount" />
          <SelectField name="payeePaper" options={payeePapers} />
          <TextField name="payeeIdNo" />
          <TextField name="payeeReason" />
        </>
      )}
    </>
  )
}

const cardOption = (card: FoundCard): PickOption<FoundCard> => ({
  id: card.id,
  label: card.cardNo,
  hint: [card.partnerName, card.cardTypeName, card.plate].filter(Boolean).join('  '),
  value: card,
})

async function findCards(q: string): Promise<PickOption<FoundCard>[]> {
  const { rows } = await call(cardRoutes.lookup, { query: { q }, quiet: true })
  return rows.map(cardOption)
}

/** The card, by its number, the mobile's or the plate's last signs; with it comes its customer. */
function CardField() {
  const field = useField({ name: 'cardId', title: '会员卡' })
  const { cardNo, shownCardNo, partnerName } = field.header
  const text = [shown(shownCardNo ?? cardNo), shown(partnerName)].filter(Boolean).join(' ')
  return field.frame(
    <Autocomplete
      id={field.id}
      label={field.title}
      text={field.value == null ? '' : text}
      placeholder="刷卡 / 手机尾号 / 车牌尾号"
      find={findCards}
      invalid={field.invalid}
      onChange={(option) =>
        field.store.setHeader({
          cardId: option?.value.id ?? null,
          shownCardNo: option?.value.cardNo ?? null,
          // The number says with the document that the card was shown.
          ...(isShown(String(field.header['purpose'])) && { cardNo: option?.value.cardNo ?? '' }),
          partnerId: option?.value.partnerId ?? null,
          partnerName: option?.value.partnerName ?? '',
        })
      }
    />,
    text,
  )
}

function TypeField() {
  const options = useCardTypes().map((type) => ({ id: type.id, label: type.name, words: type.code, value: type }))
  return <ListField name="cardTypeId" options={options} />
}

function PackageField() {
  const options = useSoldPackages().map((each) => ({
    id: each.id,
    label: each.name,
    hint: moneyText(each.salePrice),
    words: each.code,
    value: each,
  }))
  return <ListField name="cardPackageId" options={options} />
}

function CarField() {
  const field = useField({ name: 'vehicleId' })
  const { partnerId, plate } = field.header
  const { id, value, set } = field
  return field.frame(
    <CarOfControl
      {...{ id, value, values: field.header, disabled: false, onChange: set }}
      partnerId={typeof partnerId === 'number' ? partnerId : undefined}
      text={shown(plate)}
    />,
    shown(plate),
  )
}

/** Ways of paying, of purposes that are paid. */
function Payment({ store }: { store: VoucherStore }) {
  const { purpose } = useHeader()
  const { readOnly } = useEditor()
  const count = useSyncExternalStore(store.tenders.subscribeOrder, () => store.tenders.filled().length)
  // What nothing was paid by is told by 挂账; an empty row would look like a field that is still to be filled.
  if (!isPaid(String(purpose)) || (readOnly && count === 0)) return null
  return <TenderGrid store={store.tenders} isIn={purpose !== 'refund_card'} />
}

/** What a saved document comes to. */
function Totals() {
  const { readOnly } = useEditor()
  const { amountDue, packageChange, principalChange, giftChange, pointsChange, total, id, purpose } = useHeader()
  const onCredit = onCreditOf({
    purpose: String(purpose),
    amountDue: String(amountDue ?? '0'),
    total: String(total ?? '0'),
  })
  if (id === undefined) return <p className="de-count">保存后按卡类型规则算出赠金和应收，审核后生效。</p>
  return (
    <div className="de-totals" aria-label="合计">
      {readOnly && (
        <>
          <Figure title="本金±" value={moneyText(principalChange)} />
          <Figure title="赠金±" value={moneyText(giftChange)} />
          <Figure title="积分±" value={qtyText(pointsChange)} />
        </>
      )}
      <Figure title="套餐±" value={moneyText(packageChange)} />
      <Figure title="应收" value={moneyText(amountDue)} />
      <Figure title="实收" value={moneyText(total)} strong />
      {!isZero(onCredit) && <Figure title="挂账" value={moneyText(onCredit)} />}
    </div>
  )
}
