import { randomUUID } from 'node:crypto'
import {
  listWarehouses,
  type LookupPart,
  type LookupPartner,
  partnerRoles,
  searchParts,
  searchPartners,
} from '@chepu/contract/basics/lookups'
import { trimZeros } from '@chepu/contract/kernel/decimal'
import type { BodyOf, DataOf, ParamsOf, QueryOf, Route } from '@chepu/contract/kernel/route'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { purchaseOrder } from '@chepu/contract/purchasing/purchase-order'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { salesOrder } from '@chepu/contract/sales/sales-order'
import { passwordInfo, pwdLogin, userLogin } from '@chepu/contract/shell/session'
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

const today = () => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(new Date())

/** A colleague who prepares what a story begins with, over HTTP as the pages do. */
export class Colleague {
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

  /** Goes home: of one user only so many sign-ins stay. */
  leaves(): Promise<unknown> {
    return this.call(userLogin, { body: { next: 'exit' } })
  }

  /** The own mobile. */
  async mobile(): Promise<string> {
    return (await this.call(passwordInfo)).user.mobile
  }

  /** The nth part that `text` finds, with its stock in the default warehouse. */
  async part(text: string, nth = 0): Promise<LookupPart> {
    const { rows } = await this.call(searchParts, {
      query: { q: text, warehouseId: await this.warehouse(), mode: 'purchase' },
    })
    return found(rows[nth], `配件 ${text}`)
  }

  /** What can be sold of a part now, without trailing zeros. */
  async available({ partCode }: LookupPart): Promise<string> {
    return trimZeros((await this.part(partCode)).available)
  }

  /** Parts without batches, from a place of the catalogue that no other story uses. */
  async parts(page: number, count: number): Promise<LookupPart[]> {
    const { rows } = await this.call(searchParts, {
      query: { page, rows: 20, warehouseId: await this.warehouse(), mode: 'purchase' },
    })
    return rows.filter((part) => !part.batchManaged).slice(0, count)
  }

  async partner(role: 'customer' | 'supplier', text = ''): Promise<LookupPartner> {
    const { rows } = await this.call(searchPartners, { query: { q: text, cus_flag: partnerRoles[role], rows: 50 } })
    return found(
      rows.find((partner) => !partner.blacklisted && !partner.name.startsWith('鼎程')),
      `往来单位 ${text}`,
    )
  }

  async warehouse(): Promise<number> {
    const { rows } = await this.call(listWarehouses)
    return found(
      rows.find((warehouse) => warehouse.isDefault),
      '默认仓库',
    ).id
  }

  /** A posted receipt, so that there is something to sell. */
  async receives(goods: readonly Goods[], remark = ''): Promise<Posted> {
    const draft = await this.draftReceipt(goods, remark)
    return this.call(goodsReceipt.routes.act, {
      params: { id: draft.id, action: 'approve' },
      body: { version: draft.version },
    })
  }

  async draftReceipt(goods: readonly Goods[], remark = ''): Promise<Posted> {
    const partnerId = (await this.partner('supplier')).id
    return this.call(goodsReceipt.routes.save, { body: await this.draft(partnerId, goods, remark) })
  }

  /** An order to a supplier, submitted by the buyer and approved by this colleague. */
  async orders(goods: readonly Goods[], header: object = {}): Promise<Posted> {
    const partnerId = (await this.partner('supplier')).id
    const buyer = await Colleague.signIn(this.origin, 'buyer01')
    const body = await this.draft(partnerId, goods, '')
    const draft = await buyer.call(purchaseOrder.routes.save, {
      body: { ...body, header: { ...body.header, ...header } },
    })
    const params = { id: draft.id }
    const { version } = await buyer.call(purchaseOrder.routes.act, {
      params: { ...params, action: 'submit' },
      body: { version: draft.version },
    })
    return this.call(purchaseOrder.routes.act, { params: { ...params, action: 'approve' }, body: { version } })
  }

  /** A customer's order that the salesperson submits. */
  async asks(customer: LookupPartner, goods: readonly Goods[], header: object = {}): Promise<Posted> {
    const seller = await Colleague.signIn(this.origin, 'sales01')
    const body = await this.draft(customer.id, goods, '')
    const draft = await seller.call(salesOrder.routes.save, {
      body: { ...body, header: { ...body.header, ...header } },
    })
    return seller.call(salesOrder.routes.act, {
      params: { id: draft.id, action: 'submit' },
      body: { version: draft.version },
    })
  }

  /** A customer's order, submitted by the salesperson and confirmed by this colleague; the goods must be there. */
  async promises(customer: LookupPartner, goods: readonly Goods[], header: object = {}): Promise<Posted> {
    const { id, version } = await this.asks(customer, goods, header)
    return this.call(salesOrder.routes.act, { params: { id, action: 'confirm' }, body: { version } })
  }

  /** A posted delivery to a customer; the goods must be there. */
  async delivers(customer: LookupPartner, goods: readonly Goods[], remark = ''): Promise<Posted> {
    const draft = await this.call(salesDelivery.routes.save, { body: await this.draft(customer.id, goods, remark) })
    return this.call(salesDelivery.routes.act, {
      params: { id: draft.id, action: 'approve' },
      body: { version: draft.version },
    })
  }

  private async draft(partnerId: number, goods: readonly Goods[], remark: string) {
    return {
      header: { bizDate: today(), partnerId, warehouseId: await this.warehouse(), remark },
      lines: goods.map(({ part, qty, price }) => ({ partId: part.partId, qty, price })),
    }
  }
}

function formOf({ name, text }: { name: string; text: string }): FormData {
  const form = new FormData()
  form.append('file', new Blob([text]), name)
  return form
}

function found<Thing>(thing: Thing | undefined, what: string): Thing {
  if (thing === undefined) throw new Error(`没有${what}`)
  return thing
}
