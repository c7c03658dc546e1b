// What each purpose of a 办卡单 needs, and what follows from it (business/cards 1 to 4). Asked at saving, and again behind the lock of the card.
import { cardKinds, cardStates, mostAtOnce } from '@chepu/contract/cards/words'
import { newCardNoFault, noHolder, voucherFields, type VoucherPurpose } from '@chepu/contract/cards/card-voucher'
import { isExpired } from '@chepu/contract/cards/deduction'
import { giftFor } from '@chepu/contract/cards/card-type'
import { refundableOf } from '@chepu/contract/cards/refundable'
import {
  abs,
  add,
  compare,
  type Decimal,
  isNegative,
  isPositive,
  isZero,
  money,
  neg,
  round,
  sumOf,
  withCommas,
} from '@chepu/contract/kernel/decimal'
import { button } from '@chepu/contract/access/catalogue'
import { invalid, notFound, refuse } from '../../kernel/base/errors'
import { mayPress } from '../../kernel/caller/caller'
import type { CallerTx } from '../../kernel/db/tx'
import type { Draft } from './draft'
import {
  type CardFacts,
  cardFacts,
  isSystem,
  isTaken,
  type LeftItem,
  leftItems,
  ownCar,
  type PackageFacts,
  packageFacts,
  type TypeFacts,
  typeFacts,
} from './facts'
import type { Opening } from './opening'
import { owedProblem } from './owed'
import { assertPayee } from './payee'

/** What changes on the card, and what is to be paid: yuan and points with 2 decimals, negative where it goes back. */
interface VoucherFigures {
  principalChange: Decimal
  giftChange: Decimal
  pointsChange: Decimal
  packageChange: Decimal
  amountDue: Decimal
}

/** A draft with all that it is about. */
export interface Assessed {
  card: CardFacts | null
  type: TypeFacts
  pack: PackageFacts | null
  /** What of packages goes. */
  going: readonly LeftItem[]
  /** What a 期初 brings besides. */
  opening: Opening | null
  figures: VoucherFigures
}

const none: VoucherFigures = {
  principalChange: '0.00',
  giftChange: '0.00',
  pointsChange: '0.00',
  packageChange: '0.00',
  amountDue: '0.00',
}

const fault = (field: string, message: string): never => invalid([{ path: `header.${field}`, message }])

/**
 * Answers what a draft does, or refuses it.
 * @throws Failure invalid or refusal, in Chinese, naming the field or the card
 */
export async function assess(tx: CallerTx, draft: Draft): Promise<Assessed> {
  const card = draft.cardId === null ? null : await cardOf(tx, draft.cardId, draft.partnerId)
  if (!card && voucherFields[draft.purpose].includes('cardId')) fault('cardId', '请选择会员卡')
  const typeId = card?.cardTypeId ?? draft.cardTypeId ?? fault('cardTypeId', '请选择卡类型')
  const type = (await typeFacts(tx, typeId)) ?? fault('cardTypeId', '卡类型不存在')
  const pack = draft.cardPackageId === null ? null : await packageOf(tx, draft, type)
  return rules[draft.purpose](tx, { draft, card, type, pack })
}

/** A card that exists here and is the customer's. */
async function cardOf(tx: CallerTx, id: number, partnerId: number): Promise<CardFacts> {
  const card = (await cardFacts(tx, id)) ?? fault('cardId', '会员卡不存在或不能在本店使用')
  if (card.partnerId !== partnerId) fault('partnerId', `会员卡 ${card.cardNo} 不是所选客户的`)
  return card
}

interface Known {
  draft: Draft
  card: CardFacts | null
  type: TypeFacts
  pack: PackageFacts | null
}
type Rule = (tx: CallerTx, known: Known) => Promise<Assessed>

const answer = (known: Known, figures: Partial<VoucherFigures>, going: readonly LeftItem[] = []): Assessed => ({
  card: known.card,
  type: known.type,
  pack: known.pack,
  going,
  opening: known.draft.opening,
  figures: { ...none, ...figures },
})

type EndsOn = { validUntil: string | null }

/** Why a card waits for its 过期结转, in words: what has ended is neither paid back nor good again (business/cards 7). Undefined where nothing has. */
export function endedProblem(
  { cardNo, gift, validUntil }: EndsOn & { cardNo: string; gift: Decimal },
  items: readonly EndsOn[],
  day: string,
): string | undefined {
  const hasEnded = (each: EndsOn) => isExpired(each.validUntil, day)
  const isWaiting = items.some(hasEnded) || (isPositive(gift) && hasEnded({ validUntil }))
  return isWaiting ? `会员卡 ${cardNo} 有已过期、还没有结转的赠金或套餐，每天 01:00 结转，之后再办` : undefined
}

const rules: Record<VoucherPurpose, Rule> = {
  async open(tx, known) {
    const { draft, type, pack } = known
    if (!type.isActive) fault('cardTypeId', `卡类型 ${type.name} 已停用`)
    await assertNewNumber(tx, draft)
    await assertMayHold(tx, draft)
    await assertOwnCar(tx, draft)
    const { principalChange, giftChange } = charged(tx, known)
    if (isPositive(principalChange)) assertFirstRecharge(type, principalChange)
    const price = money(pack?.salePrice ?? '0')
    return answer(known, {
      principalChange,
      giftChange,
      packageChange: price,
      amountDue: money(add(principalChange, price)),
    })
  },

  async recharge(tx, known) {
    const card = usable(known)
    const { principalChange, giftChange } = charged(tx, known)
    if (!isPositive(principalChange)) fault('principalChange', '请输入充值金额')
    const ended = endedProblem(card, [], known.draft.bizDate)
    if (ended !== undefined) refuse(ended)
    if (!card.isCharged) assertFirstRecharge(known.type, principalChange)
    return answer(known, { principalChange, giftChange, amountDue: principalChange })
  },

  async package_sale(tx, known) {
    usable(known)
    const { draft, pack } = known
    if (!pack) return fault('cardPackageId', '请选择套餐')
    await assertOwnCar(tx, draft)
    const price = money(pack.salePrice)
    return answer(known, { packageChange: price, amountDue: price })
  },

  async grant(tx, known) {
    const card = usable(known)
    const [gift, points] = [money(known.draft.giftChange ?? '0'), money(known.draft.pointsChange)]
    if (isZero(gift) && isZero(points)) fault('giftChange', '请输入赠金或积分')
    if (!isZero(gift)) assertHoldsMoney(known.type, 'giftChange')
    assertMostGift(tx, card, gift)
    assertSanePoints(points)
    assertEnough(card, 'gift', gift)
    assertEnough(card, 'points', points)
    return answer(known, { giftChange: gift, pointsChange: points })
  },

  async replace(tx, known) {
    const card = inState(known, ['active', 'lost'])
    if (known.draft.cardNo === card.cardNo) fault('cardNo', '新卡号与原卡号相同')
    await assertNewNumber(tx, known.draft)
    return answer(known, {})
  },
  lost: async (_tx, known) => moving(known, ['active']),
  found: async (_tx, known) => moving(known, ['lost']),
  freeze: async (_tx, known) => moving(known, ['active']),
  unfreeze: async (_tx, known) => moving(known, ['frozen']),

  async rebind(tx, known) {
    const card = usable(known)
    if (known.draft.vehicleId === card.vehicleId) fault('vehicleId', '绑定车辆没有变化')
    await assertOwnCar(tx, known.draft)
    return answer(known, {})
  },

  async refund_card(tx, known) {
    const card = usable(known)
    if (card.orgId !== tx.caller.orgId) refuse(`会员卡 ${card.cardNo} 由「${card.orgName}」发卡，请到发卡门店退卡`)
    const owed = await owedProblem(tx, card.id, known.draft.penalty)
    if (owed !== undefined) refuse(owed)
    const going = await leftItems(tx, card.id)
    const ended = endedProblem(card, going, known.draft.bizDate)
    if (ended !== undefined) refuse(ended)
    const packages = money(sumOf(going, ({ valueLeft }) => valueLeft))
    const refundable = refundableOf({ principal: card.principal, packages }, known.draft.penalty)
    if (isNegative(refundable))
      fault(
        'penalty',
        `违约金 ${withCommas(known.draft.penalty)} 大于卡内本金与套餐余额 ${withCommas(money(add(card.principal, packages)))}`,
      )
    await assertPayee(tx, known.draft, refundable)
    const change = { principalChange: neg(card.principal), giftChange: neg(card.gift), pointsChange: neg(card.points) }
    return answer(known, { ...change, packageChange: neg(packages), amountDue: neg(refundable) }, going)
  },

  async expire(tx, known) {
    const card = known.card ?? notFound('会员卡')
    const isOver = (day: string | null) => day !== null && day < known.draft.bizDate
    const going = (await leftItems(tx, card.id)).filter(({ validUntil }) => isOver(validUntil))
    const packages = money(sumOf(going, ({ valueLeft }) => valueLeft))
    const giftChange = isOver(card.validUntil) ? neg(card.gift) : '0.00'
    return answer(known, { giftChange, packageChange: neg(packages) }, going)
  },

  async opening(tx, known) {
    const { draft, type } = known
    await assertNewNumber(tx, draft)
    await assertMayHold(tx, draft)
    await assertOwnCar(tx, draft)
    const [principalChange, giftChange] = [money(draft.principalChange), money(draft.giftChange ?? '0')]
    if (!isZero(principalChange)) assertHoldsMoney(type, 'principalChange')
    if (!isZero(giftChange)) assertHoldsMoney(type, 'giftChange')
    const items = draft.opening?.items ?? []
    if (items.length > 0) assertHoldsPackages(type, 'cardTypeId')
    const packageChange = money(sumOf(items, ({ value }) => value))
    return answer(known, { principalChange, giftChange, pointsChange: money(draft.pointsChange), packageChange })
  },
}

/** A card in one of these states; of others it says in which it is. */
function inState({ card }: Known, states: readonly CardFacts['state'][]): CardFacts {
  if (!card) return notFound('会员卡')
  if (!states.includes(card.state)) refuse(`会员卡 ${card.cardNo} 当前为「${cardStates[card.state]}」，不能办理`)
  return card
}

/** A card that may be charged and used. */
const usable = (known: Known): CardFacts => inState(known, ['active'])

const moving = (known: Known, states: readonly CardFacts['state'][]): Assessed => {
  inState(known, states)
  return answer(known, {})
}

/** Paid and granted money of a first or further recharge, within what the law and the rule allow. */
function charged(tx: CallerTx, { draft, card, type }: Known): Pick<VoucherFigures, 'principalChange' | 'giftChange'> {
  const principal = money(draft.principalChange)
  const byRule = giftFor(type.rechargeRules, principal)
  const gift = money(draft.giftChange ?? byRule)
  if (isNegative(principal)) fault('principalChange', '充值金额不能小于0')
  if (isNegative(gift)) fault('giftChange', '赠金不能小于0')
  if (isPositive(principal)) assertHoldsMoney(type, 'principalChange')
  if (isPositive(gift)) assertHoldsMoney(type, 'giftChange')
  if (compare(gift, byRule) > 0 && !mayPress(tx.caller, button('card', 'grant')))
    fault('giftChange', `赠金 ${withCommas(gift)} 超过充值规则的 ${withCommas(byRule)}，需要「赠送」权限`)
  if (compare(gift, byRule) > 0) assertMostGift(tx, card, gift)
  const after = add(card?.principal ?? '0', principal)
  const most = tx.caller.org.config.cardMostPrincipal
  if (isPositive(principal) && compare(after, most) > 0)
    fault('principalChange', `充值后本金 ${withCommas(money(after))}，超过单张卡上限 ${withCommas(money(most))}`)
  return { principalChange: principal, giftChange: gift }
}

function assertHoldsMoney({ name, kind }: TypeFacts, field: string): void {
  if (kind !== 'stored') fault(field, `卡类型 ${name} 是${cardKinds[kind]}，不能储值`)
}

function assertHoldsPackages({ name, kind }: TypeFacts, field: string): void {
  if (kind === 'member') fault(field, `卡类型 ${name} 是${cardKinds.member}，不能购买套餐`)
}

function assertFirstRecharge({ name, minFirstRecharge }: TypeFacts, principal: Decimal): void {
  if (compare(principal, minFirstRecharge) < 0)
    fault('principalChange', `卡类型 ${name} 首次充值不少于 ${withCommas(minFirstRecharge)}`)
}

/** What somebody grants beyond the rule of recharges lifts a card to no more granted money than it may hold of paid money. */
function assertMostGift(tx: CallerTx, card: CardFacts | null, gift: Decimal): void {
  const after = add(card?.gift ?? '0', gift)
  const most = tx.caller.org.config.cardMostPrincipal
  if (isPositive(gift) && compare(after, most) > 0)
    fault('giftChange', `赠送后赠金 ${withCommas(money(after))}，超过单张卡上限 ${withCommas(money(most))}`)
}

/** Points are whole, and not more than a slip of the finger. */
function assertSanePoints(points: Decimal): void {
  if (compare(points, round(points, 0)) !== 0) fault('pointsChange', '积分±应为整数')
  if (compare(abs(points), mostAtOnce) > 0) fault('pointsChange', `积分一次不超过 ${withCommas(mostAtOnce, 0)}`)
}

const titles = { gift: '赠金', points: '积分' } as const

function assertEnough(card: CardFacts, name: keyof typeof titles, change: Decimal): void {
  if (isNegative(add(card[name], change)))
    fault(
      `${name}Change`,
      `会员卡 ${card.cardNo} ${titles[name]}余额 ${withCommas(card[name])}，不足 ${withCommas(neg(change))}`,
    )
}

/** A typed number that a counter can send, that no card has, and none had before. An empty one is drawn later. */
async function assertNewNumber(tx: CallerTx, { cardNo }: Draft): Promise<void> {
  const message = newCardNoFault(cardNo)
  if (message) fault('cardNo', message)
  if (cardNo !== '' && (await isTaken(tx, cardNo))) fault('cardNo', `卡号 ${cardNo} 已被使用或曾被使用`)
}

/** A card has a holder whom one can find again, and who is owed what is on it. */
async function assertMayHold(tx: CallerTx, { partnerId }: Draft): Promise<void> {
  if (await isSystem(tx, partnerId)) fault('partnerId', noHolder)
}

async function assertOwnCar(tx: CallerTx, { vehicleId, partnerId }: Draft): Promise<void> {
  if (vehicleId !== null && !(await ownCar(tx, vehicleId, partnerId)))
    fault('vehicleId', '绑定车辆不是该客户的，或已停用')
}

/** A package that is sold here, on a card that may hold packages. */
async function packageOf(tx: CallerTx, draft: Draft, type: TypeFacts): Promise<PackageFacts> {
  const pack = (await packageFacts(tx, draft.cardPackageId as number)) ?? fault('cardPackageId', '套餐不存在')
  if (pack.state !== 'active') fault('cardPackageId', `套餐 ${pack.name} 未启用`)
  if (pack.orgIds.length > 0 && !pack.orgIds.includes(tx.caller.orgId))
    fault('cardPackageId', `套餐 ${pack.name} 不在本店销售`)
  assertHoldsPackages(type, 'cardPackageId')
  if (pack.isVehicleBound && draft.vehicleId === null) fault('vehicleId', `套餐 ${pack.name} 限定车辆，请选择车辆`)
  return pack
}
