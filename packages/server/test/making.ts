// Documents of every kind as their makers make them, with all that must stand before; for the tests that take every kind.
import type { AnyDocument } from '@chepu/contract/kernel/document-calls'
import { documentKind } from '../src/kernel/document/registry'
import * as desk from './desk'
import { type Body, drawLines, type FormerLine, makerOf, plainly } from './makers'
import type { Client, Shop } from './shop'

/** Who makes documents, and another one, who approves what nobody approves of his own. */
interface Makers {
  client: Client
  second: Client
}

export const defOf = (kind: string): AnyDocument => documentKind(kind)?.def as AnyDocument

/** How documents are made in a shop; who makes them is asked when one is. */
export function making(shop: Shop, makers: () => Makers) {
  /** A body of the kind; what must stand before it is made and approved first. */
  async function bodyOf(kind: string): Promise<Body> {
    const { sources = [], needs = [], body } = makerOf(kind)
    const ground = { shop, client: makers().client, dice: plainly }
    const lines: FormerLine[] = []
    for (const before of [...sources, ...needs]) {
      const { id } = await standing(before)
      if (sources.includes(before)) lines.push(...(await drawLines(ground, kind, { kind: before, id })))
    }
    const made = await body(ground, lines)
    if (!made) throw new Error(`the maker of ${kind} makes nothing though all that it needs stands`)
    return made
  }
  const draft = async (kind: string) => desk.save(makers().client, defOf(kind).routes, (await bodyOf(kind)) as never)
  const approve = (def: AnyDocument, saved: desk.Known): Promise<desk.Saved> =>
    desk.approve(
      def.actions['approve']?.byAnother ? makers().second : makers().client,
      def,
      saved,
      makerOf(def.kind).inputs,
    )
  /** One that counts. */
  const standing = async (kind: string): Promise<desk.Saved> => approve(defOf(kind), await draft(kind))
  return { bodyOf, draft, approve, standing }
}

/** Enough on the shelves for whatever leaves. */
export async function fillShelves(shop: Shop, client: Client): Promise<void> {
  const { body } = makerOf('other_in')
  for (const partId of Object.values(shop.parts)) {
    const made = (await body({ shop, client, dice: plainly }, [])) as Body
    const stock = { ...made, lines: [{ partId, qty: '5000', price: '12.34' }] }
    await desk.approve(client, defOf('other_in'), await desk.save(client, defOf('other_in').routes, stock as never))
  }
}
