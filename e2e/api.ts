import { partnerRoles } from '@chepu/contract/kernel/partner-roles'
import { randomInt, randomUUID } from 'node:crypto'
import { orgRoutes, shopRoutes } from '@chepu/contract/access/org'
import { roleRoutes } from '@chepu/contract/access/role'
import { userRoutes } from '@chepu/contract/access/user'
import {
  listWarehouses,
  type LookupPart,
  type LookupPartner,
  searchParts,
  searchPartners,
} from '@chepu/contract/basics/lookups'
import { partRoutes } from '@chepu/contract/basics/part'
import { listWorkerTypes } from '@chepu/contract/repair/lookups'
import { serviceItemRoutes } from '@chepu/contract/repair/service-item'
import { productRoutes, type ProductSettings } from '@chepu/contract/basics/product'
import { partnerRoutes } from '@chepu/contract/customers/partner'
import { trimZeros } from '@chepu/contract/kernel/decimal'
import type { BodyOf, DataOf, ParamsOf, QueryOf, Route } from '@chepu/contract/kernel/route'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { purchaseOrder } from '@chepu/contract/purchasing/purchase-order'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { salesOrder } from '@chepu/contract/sales/sales-order'
import { changePassword, pwdLogin, userLogin } from '@chepu/contract/shell/session'
import { otherIn } from '@chepu/contract/warehouse/other-in'
import type { z } from 'zod'

type AnyRoute = Route<z.ZodType, z.ZodType, z.ZodType, z.ZodType>
interface CallOptions<R> {
  params?: ParamsOf<R>
  query?: QueryOf<R>
  body?: BodyOf<R>
  /** A file that is uploaded, instead of a body. */
  file?: { name: string; text: string }
}

/** The password of every demo login (business/demo 1). */
export const password = 'Chepu2026'
/** All browsers of the stories pass for one device, since a sign-in on another device asks a question. */
export const deviceId = 'e2e'

export interface Goods {
  part: LookupPart
  qty: string
  price: string
}

/** A document as the stories need it. */
interface Posted {
  id: number
  billNo: string
  version: number
}

/** Somebody who was given a login. */
export interface Person {
  id: number
  username: string
}

/** Seven letters and digits that nobody has had before, for what a story makes: it can be played again, and beside itself. */
export const fresh = (): string =>
  randomInt(36 ** 7)
    .toString(36)
    .toUpperCase()
    .padStart(7, '0')

/** A mobile that nobody has. */
export const freshMobile = (): string => `139${String(randomInt(10 ** 8)).padStart(8, '0')}`

/** An address that nobody has come from. */
export const freshAddress = (): string => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`

/** The code that was sent to a mobile, read on the phone that stands in for it (e2e/server.mjs). */
export async function codeTo(origin: string, mobile: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${Number.parseInt(new URL(origin).port, 10) + 2000}/${mobile}`)
  return found(/^\d{6}$/.exec(await response.text())?.[0], `发给 ${mobile} 的验证码`)
}

/** What the picture of a sign-in shows, told by somebody who can see (e2e/server.mjs). */
export async function shownBy(origin: string, captchaId: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${Number.parseInt(new URL(origin).port, 10) + 3000}/${captchaId}`)
  return found(/^[2-9A-Z]{4}$/.exec(await response.text())?.[0], '图形验证码')
}

/** The day in China. */
export const today = (): string => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(new Date())

/** A colleague who prepares what a story begins with, over HTTP as the pages do. */
export class Colleague {
  private mainWarehouse: Promise<number> | undefined
  private sort: ReturnType<Colleague['sortOfParts']> | undefined

  private constructor(
    private readonly origin: string,
    private readonly token: string,
  ) {}

  static async signIn(origin: string, username: string, word = password): Promise<Colleague> {
    const stranger = new Colleague(origin, '')
    const { access_token: token } = await stranger.call(pwdLogin, { body: { username, password: word } })
    return new Colleague(origin, token ?? '')
  }

  /** Data of a successful answer; fails loudly on any other. */
  async call<R extends AnyRoute>(route: R, options: CallOptions<R> = {}): Promise<DataOf<R>> {
    const params = (options.params ?? {}) as Record<string, unknown>
    const path = route.path.replace(/:(\w+)/g, (_, name: string) => String(params[name]))
    const filled = Object.entries((options.query ?? {}) as Record<string, unknown>).map(
      ([name, value]): [string, string] => [name, String(value)],
    )
    const response = await fetch(`${this.origin}/api-main${path}?${new URLSearchParams(filled)}`, {
      method: route.method,
      headers: {
        cookie: `did=${deviceId}`,
        'idempotency-key': randomUUID(),
        ...(this.token && { authorization: `Bearer ${this.token}`, token: this.token, version: '2.0' }),
        ...(options.body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
      ...(options.file && { body: formOf(options.file) }),
    })
    const answer = (await response.json()) as { code: number; msg: string; data: DataOf<R>; errors?: unknown }
    if (answer.code !== 0) throw new Error(`${route.path}: ${answer.msg} ${JSON.stringify(answer.errors ?? '')}`)
    return answer.data
  }

  /** What the sign-in page is told of the user. */
  async introduction() {
    return found(await this.call(userLogin, { body: { access_token: this.token } }), '用户信息')
  }

  /** Goes home: of one user only so many sign-ins stay. */
  leaves(): Promise<unknown> {
    return this.call(userLogin, { body: { next: 'exit' } })
  }

  /** Somebody new in this colleague's organisation, with a role and the password of everybody; an employee of it, where one is named. */
  async hires(role: string, mobile = '', employeeId: number | null = null): Promise<Person> {
    const { rows } = await this.call(roleRoutes.list, { query: { q: role } })
    const { id: roleId } = found(
      rows.find(({ name }) => name === role),
      `角色 ${role}`,
    )
    const name = fresh()
    const body = { username: `u_${name.toLowerCase()}`, realName: `同事${name}`, mobile, employeeId, roleIds: [roleId] }
    const { id, username, oneTimePassword } = await this.call(userRoutes.save, { body })
    await choosesPassword(this.origin, username, oneTimePassword ?? '')
    return { id, username }
  }

  /** A new shop below the trading centre, and its manager, who has the password of everybody. */
  async opensShop() {
    const { rows } = await this.call(orgRoutes.nodes)
    const headId = found(rows.find((row) => row.code === '01')?.id, '01')
    const { companyId } = await this.call(orgRoutes.read, { params: { id: headId } })
    const code = `Z${fresh().slice(-3)}`
    const name = `分店${fresh()}`
    const { id, account } = await this.call(shopRoutes.save, {
      body: {
        code,
        name,
        orgType: 'fast_repair',
        parentId: headId,
        companyId,
        startMonth: 202601,
        account: { username: `m_${fresh().toLowerCase()}`, realName: `店长${code}` },
      },
    })
    const manager = found(account, '门店管理员')
    await choosesPassword(this.origin, manager.username, manager.password)
    return { id, code, name, manager: manager.username }
  }

  /** A part that nobody else trades in, without stock. */
  async newPart(fields: Partial<BodyOf<typeof partRoutes.save>> = {}): Promise<LookupPart> {
    const name = fresh()
    this.sort ??= this.sortOfParts()
    const { code } = await this.call(partRoutes.save, {
      body: { ...(await this.sort), code: `T${name}`, name: `配件${name}`, ...fields },
    })
    return this.part(code)
  }

  newParts(count: number): Promise<LookupPart[]> {
    return Promise.all(Array.from({ length: count }, () => this.newPart()))
  }

  /** Items of service that nobody else uses, at 100 yuan each; answers their codes. */
  async newServiceItems(count: number): Promise<string[]> {
    const { rows: types } = await this.call(listWorkerTypes)
    const codes = Array.from({ length: count }, () => `X${fresh()}`)
    for (const code of codes) {
      await this.call(serviceItemRoutes.save, {
        body: { code, name: `项目${code}`, workerTypeId: types[0]?.id ?? 0, pricingMode: 'fixed', fixedPrice: '100' },
      })
    }
    return codes
  }

  /** Sets the part's prices in this organisation. */
  async prices({ partId, partCode }: LookupPart, set: ProductSettings): Promise<void> {
    await this.call(productRoutes.introduce, { body: { partIds: [partId] } })
    const { rows } = await this.call(productRoutes.list, { query: { q: partCode } })
    await this.call(productRoutes.setMany, { body: { ids: rows.map(({ id }) => id), set } })
  }

  /** A customer of this story alone, to whom anything may be sold on credit. */
  newCustomer(fields: Partial<BodyOf<typeof partnerRoutes.save>> = {}): Promise<LookupPartner> {
    const credit = { creditLimit: null, creditDays: 30, creditPolicy: 'none' as const }
    return this.newPartner('customer', { name: `客户${fresh()}`, credit, ...fields })
  }

  newSupplier(fields: Partial<BodyOf<typeof partnerRoutes.save>> = {}): Promise<LookupPartner> {
    return this.newPartner('supplier', { name: `供应商${fresh()}`, ...fields })
  }

  /** Takes goods in, so that there is something to sell. */
  stock(part: LookupPart, qty: string, price = '10'): Promise<Posted> {
    return this.receives([{ part, qty, price }])
  }

  /** What can be sold of a part now, without trailing zeros. */
  async available({ partCode }: LookupPart): Promise<string> {
    return trimZeros((await this.part(partCode)).available)
  }

  /** The default warehouse of the organisation. */
  warehouse(): Promise<number> {
    this.mainWarehouse ??= this.call(listWarehouses).then(
      ({ rows }) =>
        found(
          rows.find((warehouse) => warehouse.isDefault),
          '默认仓库',
        ).id,
    )
    return this.mainWarehouse
  }

  /** A posted receipt. */
  async receives(goods: readonly Goods[], header: object = {}): Promise<Posted> {
    const draft = await this.draftReceipt(goods, header)
    return this.call(goodsReceipt.routes.act, {
      params: { id: draft.id, action: 'approve' },
      body: { version: draft.version },
    })
  }

  /** Goods that were found, which wait for the warehouse to take them in. */
  async finds(part: LookupPart, qty: string, price = '10'): Promise<Posted> {
    const header = { bizDate: today(), warehouseId: await this.warehouse(), reason: '盘盈外其他' }
    return this.call(otherIn.routes.save, { body: { header, lines: [{ partId: part.partId, qty, price }] } as never })
  }

  async draftReceipt(goods: readonly Goods[], header: object = {}): Promise<Posted> {
    return this.call(goodsReceipt.routes.save, { body: await this.draft(goods, await this.fromSupplier(header)) })
  }

  /** An order to a supplier, submitted by the buyer and approved by this colleague. */
  async orders(goods: readonly Goods[], header: object = {}): Promise<Posted> {
    const buyer = await Colleague.signIn(this.origin, 'buyer01')
    const draft = await buyer.call(purchaseOrder.routes.save, {
      body: await this.draft(goods, await this.fromSupplier(header)),
    })
    const params = { id: draft.id }
    const { version } = await buyer.call(purchaseOrder.routes.act, {
      params: { ...params, action: 'submit' },
      body: { version: draft.version },
    })
    await buyer.leaves()
    return this.call(purchaseOrder.routes.act, { params: { ...params, action: 'approve' }, body: { version } })
  }

  /** A customer's order that the salesperson submits. */
  async asks(customer: LookupPartner, goods: readonly Goods[], header: object = {}): Promise<Posted> {
    const seller = await Colleague.signIn(this.origin, 'sales01')
    const body = await this.draft(goods, { partnerId: customer.id, ...header })
    const draft = await seller.call(salesOrder.routes.save, { body })
    const order = await seller.call(salesOrder.routes.act, {
      params: { id: draft.id, action: 'submit' },
      body: { version: draft.version },
    })
    await seller.leaves()
    return order
  }

  /** A customer's order, submitted by the salesperson and confirmed by this colleague; the goods must be there. */
  async promises(customer: LookupPartner, goods: readonly Goods[], header: object = {}): Promise<Posted> {
    const { id, version } = await this.asks(customer, goods, header)
    return this.call(salesOrder.routes.act, { params: { id, action: 'confirm' }, body: { version } })
  }

  /** A posted delivery to a customer; the goods must be there. */
  async delivers(customer: LookupPartner, goods: readonly Goods[], header: object = {}): Promise<Posted> {
    const body = await this.draft(goods, { partnerId: customer.id, ...header })
    const draft = await this.call(salesDelivery.routes.save, { body })
    return this.call(salesDelivery.routes.act, {
      params: { id: draft.id, action: 'approve' },
      body: { version: draft.version },
    })
  }

  /** The part of that code, with its stock in the default warehouse. */
  private async part(code: string): Promise<LookupPart> {
    const query = { q: code, exact: 'true' as const, warehouseId: await this.warehouse(), mode: 'purchase' as const }
    const { rows } = await this.call(searchParts, { query })
    return found(rows[0], `配件 ${code}`)
  }

  /** Brand, category, unit and tax rate of some part of the catalogue, which new ones share. */
  private async sortOfParts() {
    const { rows } = await this.call(searchParts, { query: { rows: 20 } })
    const { partId } = found(
      rows.find((part) => !part.batchManaged),
      '配件',
    )
    const { brandId, categoryId, unitId, taxRateId } = await this.call(partRoutes.read, { params: { id: partId } })
    return { brandId, categoryId, unitId, taxRateId }
  }

  private async newPartner(
    role: 'customer' | 'supplier',
    fields: Partial<BodyOf<typeof partnerRoutes.save>> & { name: string },
  ): Promise<LookupPartner> {
    const cusFlag = partnerRoles[role]
    const { code } = await this.call(partnerRoutes.save, { body: { kind: 'unit', cusFlag, ...fields } })
    const { rows } = await this.call(searchPartners, { query: { q: code, cus_flag: cusFlag } })
    return found(rows[0], `往来单位 ${code}`)
  }

  /** Header of a purchase, from a new supplier unless it says from whom. */
  private fromSupplier = async (header: object) =>
    'partnerId' in header ? header : { ...header, partnerId: (await this.newSupplier()).id }

  private async draft(goods: readonly Goods[], header: object) {
    const blank = { bizDate: today(), partnerId: 0, warehouseId: await this.warehouse() }
    return {
      header: { ...blank, ...header },
      lines: goods.map(({ part, qty, price }) => ({ partId: part.partId, qty, price })),
    }
  }
}

/** Who came with a one-time password chooses that of everybody. */
async function choosesPassword(origin: string, username: string, once: string): Promise<void> {
  const newcomer = await Colleague.signIn(origin, username, once)
  await newcomer.call(changePassword, { body: { old_password: once, new_password: password, confirm: password } })
  await newcomer.leaves()
}

function formOf({ name, text }: { name: string; text: string }): FormData {
  const form = new FormData()
  form.append('file', new Blob([text]), name)
  return form
}

function found<Thing>(thing: Thing | null | undefined, what: string): Thing {
  if (thing === null || thing === undefined) throw new Error(`没有${what}`)
  return thing
}
