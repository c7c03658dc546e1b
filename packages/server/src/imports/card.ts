import { plateField } from '@chepu/contract/customers/plate'
import { besideImport, cardHeadings } from '@chepu/contract/imports/import-headings'
import { newCardNoFault } from '@chepu/contract/cards/card-voucher'
import { mostAtOnce } from '@chepu/contract/cards/words'
import { compare, isPositive, money, withCommas } from '@chepu/contract/kernel/decimal'
import { amount, code, day, mobileOrMask, qty, text } from '@chepu/contract/kernel/scalars'
import { button } from '@chepu/contract/access/catalogue'
import { issueOpeningCards, type OpeningCard, type OpeningItem } from '../cards/public'
import { forbidden, refuse } from '../kernel/base/errors'
import { mayPress } from '../kernel/caller/caller'
import { shanghaiDay } from '../kernel/base/calendar'
import { inTurns } from '../kernel/master/bulk'
import { cardReferences, type CardReferences } from './card-references'
import { type Entry, importer, type Plan, type PrepareOptions } from './importer'
import type { Owner } from './vehicle-references'

const columns = [
  {
    key: 'cardNo',
    ...cardHeadings.cardNo,
    required: true,
    schema: code(30).toUpperCase(),
    note: '只能由字母、数字和短横线组成。一张卡一行；卡上有几个套餐项目就填几行，从第二行起只填卡号和套餐各列。已有的卡不能再导入',
    example: 'VIP00000001',
  },
  {
    key: 'cardType',
    ...cardHeadings.cardType,
    schema: text(60),
    note: '每张卡的第一行必填，套餐管理中已有的卡类型的名称',
    example: '储值卡',
  },
  {
    key: 'partner',
    ...cardHeadings.partner,
    schema: text(100),
    note: '客户的名称或编码，还不是客户的会新增；空白时按手机查找客户',
    example: '王小明',
  },
  {
    key: 'mobile',
    ...cardHeadings.mobile,
    schema: mobileOrMask,
    note: '与客户名一起识别；新增客户不填手机的为单位',
    example: '13800138000',
  },
  { key: 'plate', ...cardHeadings.plate, schema: plateField, note: '只限该客户的这辆车使用；空白为不限', example: '' },
  {
    key: 'principal',
    ...cardHeadings.principal,
    kind: 'number',
    schema: amount,
    note: '卡内剩余的充值金额，元，最多2位小数；只有储值卡可填',
    example: '800',
  },
  {
    key: 'gift',
    ...cardHeadings.gift,
    kind: 'number',
    schema: amount,
    note: '卡内剩余的赠送金额，元；只有储值卡可填',
    example: '50',
  },
  { key: 'points', ...cardHeadings.points, kind: 'number', schema: amount, note: '剩余积分', example: '' },
  {
    key: 'issuedOn',
    ...cardHeadings.issuedOn,
    kind: 'date',
    schema: day,
    note: '原来的发卡日期，不能晚于今天；空白为今天',
    example: '2025-03-01',
  },
  {
    key: 'validUntil',
    ...cardHeadings.validUntil,
    kind: 'date',
    schema: day,
    note: '赠金和会员折扣的最后一天，本金不过期；空白时按卡类型从今天算起',
    example: '',
  },
  {
    key: 'packageName',
    ...cardHeadings.packageName,
    schema: text(60),
    note: '套餐的名称，照原来的写',
    example: '保养套餐',
  },
  {
    key: 'item',
    ...cardHeadings.item,
    schema: text(100),
    note: '服务项目的编码或名称，或配件的编码',
    example: 'FW00001',
  },
  { key: 'times', ...cardHeadings.times, kind: 'number', schema: qty, note: '有套餐项目时必填，大于0', example: '3' },
  {
    key: 'value',
    ...cardHeadings.value,
    kind: 'number',
    schema: amount,
    note: '剩余次数一共值多少元，有套餐项目时必填，赠送的填0；使用时按次计入收入，退卡时退还',
    example: '240',
  },
  {
    key: 'itemValidUntil',
    ...cardHeadings.itemValidUntil,
    kind: 'date',
    schema: day,
    note: '套餐的最后一天，不能早于今天；空白为长期',
    example: '',
  },
] as const

type CardEntry = Entry<typeof columns>

/** Each card becomes a document of its own. */
const mostCards = 500

/** A card of the file, with the rows of its packages; its holder may be new. */
interface Told {
  owner: Owner
  card: Omit<OpeningCard, 'partnerId' | 'items'>
  items: OpeningItem[]
}

/** Cards of the former system, each with what is left on it: a 期初 a card, in the books at once (business/basics 10, business/cards 11). */
export const cardImporter = importer({
  title: '会员卡',
  headings: cardHeadings,
  beside: besideImport.card,
  columns: () => columns,
  assertAllowed(caller) {
    if (!mayPress(caller, button('card', 'open'))) forbidden('您没有会员卡「开卡」的权限')
  },
  async examples(tx) {
    const [row = {}] = await tx.query<Record<string, string | null>>({
      text: `select (select name from card_type where group_id = $1 and is_active order by id limit 1) as card_type,
        (select code from service_item where group_id = $1 and is_active order by id limit 1) as item`,
      values: [tx.groupId],
    })
    return row
  },
  async prepare(tx, entries, options): Promise<Plan> {
    const refs = await cardReferences(tx, entries, options)
    const cards = await toldCards(entries, refs, options)
    if (cards.length > mostCards) refuse(`一次最多导入${mostCards}张会员卡，文件有${cards.length}张，请分几个文件导入`)
    return {
      added: cards.length,
      updated: 0,
      async write() {
        const idOf = await refs.saveOwners()
        await issueOpeningCards(
          tx,
          cards.map(({ owner, card, items }) => ({ ...card, items, partnerId: idOf(owner) })),
        )
        return []
      },
    }
  },
})

/** The cards of the rows; who has faults stands for what could be understood of him. */
async function toldCards(
  entries: readonly CardEntry[],
  refs: CardReferences,
  options: PrepareOptions,
): Promise<Told[]> {
  const first = new Map<string, CardEntry>()
  const told = new Map<string, Told>()
  for await (const entry of inTurns(entries)) {
    const { cardNo } = entry.values
    const before = first.get(cardNo)
    if (before) assertSame(entry, before, options)
    else {
      first.set(cardNo, entry)
      const card = cardOf(entry, refs, options)
      if (card) told.set(cardNo, card)
    }
    const item = itemOf(entry, refs, options)
    const type = refs.type((before ?? entry).values.cardType)
    if (item && type?.kind === 'member') options.fault(entry.row, '套餐项目', `卡类型“${type.name}”不能有套餐`)
    if (item) told.get(cardNo)?.items.push(item)
  }
  return [...told.values()]
}

const ofCard = [
  'cardType',
  'partner',
  'mobile',
  'plate',
  'principal',
  'gift',
  'points',
  'issuedOn',
  'validUntil',
] as const

/** A further row of a card has a package, and says nothing else of the card than the first one. */
function assertSame({ row, values }: CardEntry, { row: firstRow, values: said }: CardEntry, { fault }: PrepareOptions) {
  if (values.item === null) fault(row, '卡号', `卡号 ${values.cardNo} 与第${firstRow}行重复`)
  const other = ofCard.find((key) => values[key] !== null && values[key] !== said[key])
  if (other) fault(row, cardHeadings[other].title, `与第${firstRow}行的同一张卡不一致，请留空`)
}

function cardOf(entry: CardEntry, refs: CardReferences, { fault }: PrepareOptions): Told | undefined {
  const { row, values } = entry
  const tell = (key: keyof typeof cardHeadings, message: string) => fault(row, cardHeadings[key].title, message)
  const today = shanghaiDay()
  const unfit = newCardNoFault(values.cardNo)
  if (unfit) tell('cardNo', unfit)
  if (refs.isTaken(values.cardNo)) tell('cardNo', `卡号 ${values.cardNo} 已被使用或曾被使用`)
  const type = refs.type(values.cardType)
  if (values.cardType === null) tell('cardType', '请填写卡类型')
  else if (!type) tell('cardType', `卡类型“${values.cardType}”不存在，请先在套餐管理中新增`)
  else if (!type.isActive) tell('cardType', `卡类型“${type.name}”已停用`)
  const [principal, gift] = [money(values.principal ?? '0'), money(values.gift ?? '0')]
  for (const [key, value] of [
    ['principal', principal],
    ['gift', gift],
  ] as const)
    if (type && type.kind !== 'stored' && isPositive(value)) tell(key, `卡类型“${type.name}”不能储值`)
  for (const key of ['principal', 'gift', 'points'] as const)
    if (compare(values[key] ?? '0', mostAtOnce) > 0)
      tell(key, `${cardHeadings[key].title}不能大于 ${withCommas(mostAtOnce)}，请核对`)
  if ((values.issuedOn ?? '') > today) tell('issuedOn', '发卡日不能晚于今天')
  if (isPositive(gift) && values.validUntil !== null && values.validUntil < today)
    tell('validUntil', '有效期已过，赠金应为0')
  const owner = refs.owner(entry)
  const vehicleId = values.plate === null ? null : refs.car(entry, owner)
  if (!type || !owner) return undefined
  const { cardNo, validUntil } = values
  const points = money(values.points ?? '0')
  const card = { cardNo, cardTypeId: type.id, vehicleId, principal, gift, points, validUntil }
  return { owner, card: { ...card, issuedOn: values.issuedOn ?? today }, items: [] }
}

const besideItem = ['packageName', 'times', 'value', 'itemValidUntil'] as const

function itemOf({ row, values }: CardEntry, refs: CardReferences, { fault }: PrepareOptions): OpeningItem | undefined {
  const tell = (key: keyof typeof cardHeadings, message: string) => fault(row, cardHeadings[key].title, message)
  const { item, times, value, itemValidUntil: validUntil } = values
  if (item === null) {
    if (besideItem.some((key) => values[key] !== null)) tell('item', '请填写套餐项目')
    return undefined
  }
  if (times === null) tell('times', '请填写剩余次数')
  if (value === null) tell('value', '请填写剩余金额，赠送的填0')
  if (validUntil !== null && validUntil < shanghaiDay()) tell('itemValidUntil', '套餐已过期，请删除这一项')
  const found = refs.item(item)
  if ('message' in found) tell('item', found.message)
  if ('message' in found || times === null || value === null) return undefined
  return { packageName: values.packageName ?? '期初套餐', ...found, times, value: money(value), validUntil }
}
