import { type DocumentButtons, orderActions, postingActions } from '../kernel/document'
import { button, pageOf } from './catalogue'

/** Buttons of a document with a permission group of its own (business/access 5). Throws for an unknown group or action. */
export const documentButtons = (group: string) =>
  ({
    view: pageOf(group),
    add: button(group, 'add'),
    update: button(group, 'update'),
    print: button(group, 'print'),
    export: button(group, 'export'),
  }) as const satisfies DocumentButtons

const stepsOf = (group: string) => ({
  submit: button(group, 'submit'),
  approve: button(group, 'approve'),
  unapprove: button(group, 'unapprove'),
  void: button(group, 'void'),
})

/** Buttons of 数据字典, by which masters that are little more than names are kept too (business/access 5). */
export const dictionaryButtons = {
  view: pageOf('dictionary'),
  add: button('dictionary', 'add'),
  update: button('dictionary', 'update'),
  remove: button('dictionary', 'delete'),
}

/** Actions of a document that posts to the ledgers, behind the buttons of its group. Throws as `documentButtons`. */
export const postingActionsOf = (group: string) =>
  postingActions({ ...stepsOf(group), reverse: button(group, 'reverse') })

/** Actions of an order, behind the buttons of its group. Throws as `documentButtons`. */
export const orderActionsOf = (group: string) => orderActions({ ...stepsOf(group), close: button(group, 'close') })
