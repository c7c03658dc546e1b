// Documents that the warehouse enters and moves at one desk: behind the buttons of a board, among them one for their entry.
import { button, pageOf } from '../access/catalogue'
import { countedLines } from '../kernel/counted-lines'
import { type ActionDef, type DocumentButtons, postingActions } from '../kernel/document'
import type { State } from '../kernel/states'

type Desk = 'inbound' | 'outbound'

/** Buttons of a document entered at a board; `entry` names its own there. */
export const deskButtons = (desk: Desk, entry: string) =>
  ({
    view: pageOf(desk),
    add: button(desk, entry),
    update: button(desk, entry),
  }) as const satisfies DocumentButtons

/** Its actions: who confirms has counted, so that an approval moves the goods at once. */
export const deskActions = (desk: Desk, entry: string, confirm: string) =>
  ({
    ...postingActions({
      submit: button(desk, entry),
      approve: button(desk, 'post'),
      unapprove: button(desk, 'unpost'),
      reverse: button(desk, 'unpost'),
      void: button(desk, entry),
    }),
    approve: {
      label: confirm,
      from: ['draft', 'submitted'],
      to: ['done'],
      button: button(desk, 'post'),
      stamp: 'approved',
      isApproval: true,
      input: countedLines.optional(),
    },
  }) as const satisfies Record<string, ActionDef<State>>
