import type { Confirmation, CustomerAnswer } from '@chepu/contract/kernel/customer-link'

/** What a link shows, as its purpose answers it. */
export interface Shown<Content> {
  expiresAt: string
  answer: CustomerAnswer | null
  content: Content
}

/** How a purpose looks: draws what is shown into a page. `send` takes the customer's answer, and shows what was kept. */
export interface LinkView<Content> {
  title: string
  draw: (shown: Shown<Content>, send: (answer: Confirmation) => Promise<void>) => Node[]
}
