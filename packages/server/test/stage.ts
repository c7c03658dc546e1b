// The small shop that tests and measurements trade in, and the client that trades; neither needs a test runner.
import { Agent, request } from 'node:http'
import type { ErrorKind } from '@chepu/contract/kernel/errors'
import type { BodyOf, DataOf, ParamsOf, QueryOf, Route } from '@chepu/contract/kernel/route'
import type { z } from 'zod'
import { assignUser, createOrg, createUser } from '../src/access/provision'
import { hashPassword } from '../src/shell/sign-in/passwords'
import { openSession } from '../src/shell/sign-in/session'
import type { Database } from '../src/kernel/db/db'
import type { Tx } from '../src/kernel/db/tx'
import { checkInvariants } from '../src/kernel/invariants'

export type AnyRoute = Route<z.ZodType, z.ZodType, z.ZodType, z.ZodType>

export interface CallOptions<R> {
  params?: ParamsOf<R>
  query?: QueryOf<R>
  body?: BodyOf<R>
  idempotencyKey?: string
}

export interface Answer<Data> {
  status: number
  code: number
  msg: string
  data: Data
  /** Of a failure: what kind it is. */
  reason?: ErrorKind
  errors?: { path: string; message: string }[]
  /** The right by which somebody else may let it pass. */
  override?: string
}

const agent = new Agent({ keepAlive: true })
import { unexplainedVouchers } from './vouchers'

/** A signed-in user who calls the server over HTTP, as the web does. */
export class Client {
  constructor(
    readonly origin: string,
    readonly token: string,
  ) {}

  /** The whole answer, whatever its status. */
  async ask<R extends AnyRoute>(route: R, options: CallOptions<R> = {}): Promise<Answer<DataOf<R>>> {
    const path = route.path.replace(/:(\w+)/g, (_, name: string) =>
      String((options.params as Record<string, unknown>)[name]),
    )
    const entries = Object.entries((options.query as Record<string, unknown>) ?? {}).filter(
      ([, value]) => value !== undefined,
    )
    const search =
      entries.length > 0
        ? `?${new URLSearchParams(entries.map(([key, value]): [string, string] => [key, String(value)]))}`
        : ''
    const headers = {
      authorization: `Bearer ${this.token}`,
      token: this.token,
      version: '2.0',
      ...(options.body !== undefined && { 'content-type': 'application/json' }),
      ...(options.idempotencyKey && { 'idempotency-key': options.idempotencyKey }),
    }
    const body = options.body === undefined ? undefined : JSON.stringify(options.body)
    const { status, text } = await this.send(`${this.origin}/api-main${path}${search}`, route.method, headers, body)
    return { status, ...(JSON.parse(text) as Omit<Answer<DataOf<R>>, 'status'>) }
  }

  /** Sends without `fetch`, which takes three times the processor time and asks for answers to be packed, which somebody unpacks then. */
  protected send(url: string, method: string, headers: Record<string, string>, body: string | undefined) {
    return new Promise<{ status: number; text: string }>((resolve, reject) => {
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
      const sent = request(url, { agent, method, headers: { ...headers, ...length } }, (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString() }))
        answer.on('error', reject)
      })
      sent.on('error', reject)
      sent.end(body)
    })
  }

  /** The data of a successful answer; fails loudly on any other. */
  async call<R extends AnyRoute>(route: R, options: CallOptions<R> = {}): Promise<DataOf<R>> {
    const answer = await this.ask(route, options)
    if (answer.status !== 200)
      throw new Error(
        `${route.method} ${route.path}: ${answer.status} ${answer.msg} ${JSON.stringify(answer.errors ?? '')}`,
      )
    return answer.data
  }
}

/** The password of all users, as it is stored: to work it out takes longer than all else that makes one. */
let stored: Promise<string> | undefined

/** A new user with the given roles, signed in to the org of the server at `origin`. */
export async function signIn(
  { db, origin, groupId }: { db: Database; origin: string; groupId: number },
  orgId: number,
  roles: string | readonly string[],
): Promise<Client> {
  const roleList = typeof roles === 'string' ? [roles] : roles
  const username = `u${Math.random().toString(36).slice(2, 12)}`
  const userId = await createUser(db, groupId, { username, realName: roleList.join('+'), password: null })
  stored ??= hashPassword('Secret_1')
  const passwordHash = await stored
  await db.tenant(groupId, async (tx) => {
    await tx.query({
      text: 'update shared.login set password_hash = $3, is_program = false where group_id = $1 and id = $2',
      values: [groupId, userId, passwordHash],
    })
    const employee = await one(tx, 'employee', {
      org_id: orgId,
      emp_no: username,
      name: username,
      department_id: null,
    })
    await assignUser(tx, { userId, orgId, roles: roleList, isDefault: true, employeeId: employee })
    await tx.query({
      text: `insert into user_warehouse (group_id, user_id, warehouse_id, can_in, can_out, can_count, can_transfer, can_cost)
        select $1::bigint, $2, id, true, true, true, true, true from warehouse where group_id = $1 and org_id = $3 returning warehouse_id`,
      values: [groupId, userId, orgId],
    })
  })
  const token = await openSession(db, { loginId: userId, groupId, orgId, deviceId: 'test', ip: '127.0.0.1' })
  return new Client(origin, token)
}

/** Fails with the first bad rows when an invariant does not hold. */
export async function assertBooks(db: Database, groupId: number): Promise<void> {
  const findings = await db.tenant(groupId, (tx) => checkInvariants(tx))
  const broken = findings.filter((finding) => finding.violations.length > 0)
  if (broken.length > 0) throw new Error(`the books do not agree: ${JSON.stringify(broken, null, 2)}`)
  const vouchers = await db.tenant(groupId, unexplainedVouchers)
  if (vouchers.length > 0)
    throw new Error(`vouchers have a rest that no document explains: ${JSON.stringify(vouchers)}`)
}

/** Inserts one row and returns its id. */
export async function one(tx: Tx, table: string, row: Record<string, unknown>): Promise<number> {
  const [saved] = await tx.insert<{ id: number }>(
    table,
    ['group_id', ...Object.keys(row)],
    [[tx.groupId, ...Object.values(row)]],
    'returning id',
  )
  return saved?.id as number
}

/** One trading org in the group with a warehouse, three parts, partners and a cash account. */
export async function stockShop(tx: Tx, config: Record<string, unknown>) {
  const orgId = await createOrg(tx, {
    code: '01',
    name: '测试配件店',
    shortName: '配件店',
    orgType: 'parts_trade',
    taxpayerKind: 'small',
    startMonth: 202601,
    config: { backdateDays: 300, approveRequired: [], ...config },
  })
  const warehouseId = await one(tx, 'warehouse', { org_id: orgId, code: 'ZC', name: '主仓', is_default: true })
  const locationId = await one(tx, 'location', { warehouse_id: warehouseId, code: '默认', is_default: true })
  const unitId = await one(tx, 'unit', { name: '个', decimals: 0 })
  const litreId = await one(tx, 'unit', { name: '升', decimals: 2 })
  const brandId = await one(tx, 'brand', { name: '博世' })
  const categoryId = await one(tx, 'part_category', { name: '机滤', level: 1 })
  const taxRateId = await one(tx, 'tax_rate', { name: '13%', rate: '0.13' })
  // Work costs what a test says it does.
  await one(tx, 'tax_rate', { name: '0%', rate: '0', is_labour_default: true })
  const part = (code: string, name: string, unit = unitId) =>
    one(tx, 'part', {
      code,
      name,
      brand_id: brandId,
      category_id: categoryId,
      unit_id: unit,
      tax_rate_id: taxRateId,
      search_text: `${code} ${name}`.toLowerCase(),
    })
  const filter = await part('04152-YZZA1', '机油滤清器')
  const pad = await part('04465-02220', '前制动片')
  const oil = await part('5W-30', '机油', litreId)
  const supplierId = await one(tx, 'partner', { code: 'G00001', name: '测试供应商', kind: 'unit', cus_flag: 2 })
  const customerId = await one(tx, 'partner', { code: 'K00001', name: '测试修理厂', kind: 'unit', cus_flag: 1 })
  const carrierId = await one(tx, 'partner', { code: 'W00001', name: '测试物流', kind: 'unit', cus_flag: 16 })
  const cashId = await one(tx, 'store_account', {
    org_id: orgId,
    code: 'XJ',
    name: '现金',
    kind: 'cash',
    opening_on: '2026-01-01',
    opening_balance: '5000',
    balance: '5000',
  })
  const walkIn = await tx.one<{ id: number }>({
    text: `select id from partner where group_id = $1 and system_kind = 'walk_in'`,
    values: [tx.groupId],
  })
  return {
    orgId,
    warehouseId,
    locationId,
    parts: { filter, pad, oil },
    supplierId,
    customerId,
    carrierId,
    cashId,
    walkInId: walkIn?.id as number,
  }
}
