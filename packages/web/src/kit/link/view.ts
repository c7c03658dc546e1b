import type { Confirmation, CustomerAnswer } from '@chepu/contract/kernel/customer-link'

/** What a link shows, as its purpose answers it. */
export interface Shown<Content> {
  expiresAt: string
  answer: CustomerAnswer | null
  content: Content
}

/** What a page is drawn of; `pictureOf` is the address of a picture that the content names. */
interface Drawn<Content> extends Shown<Content> {
  pictureOf: (id: number) => string
}

/** How a purpose looks: draws what is shown into a page. `send` takes the customer's answer, and shows what was kept. */
export interface LinkView<Content> {
  title: string
  draw: (shown: Drawn<Content>, send: (answer: Confirmation) => Promise<void>) => Node[]
}
