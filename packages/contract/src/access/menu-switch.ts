import { z } from 'zod'
import { button, pageOf } from './catalogue'
import { route } from '../kernel/route'
import { id, addressedId } from '../kernel/scalars'

const screen = z.object({
  key: z.string(),
  name: z.string(),
  /** Switched on for the organisation. */
  isOn: z.boolean(),
  /** The organisation's type has the screen; without it the switch changes nothing. */
  isOfType: z.boolean(),
  /** Cannot be switched off, since the switch itself stands there. */
  isFixed: z.boolean(),
})

const path = '/api/other/permission/conf'

/** 企业菜单开关: which screens of the menu an organisation shows (business/access 2.2). `orgid` absent is the current one. */
export const menuSwitchRoutes = {
  read: route({
    method: 'GET',
    path,
    access: [pageOf('org')],
    summary: '企业菜单开关',
    query: z.object({ orgid: addressedId.optional() }),
    data: z.object({
      orgid: z.number(),
      areas: z.array(z.object({ key: z.string(), name: z.string(), screens: z.array(screen) })),
    }),
  }),
  save: route({
    method: 'POST',
    path,
    access: button('org', 'config'),
    summary: '保存企业菜单开关',
    body: z.object({
      orgid: id.optional(),
      /** Screens to switch, each on or off; the others stay as they are. */
      screens: z
        .array(z.object({ key: z.string().min(1).max(60), isOn: z.boolean() }))
        .min(1, '请选择菜单')
        .max(500),
    }),
    data: z.object({ orgid: z.number() }),
  }),
}
