import { z } from 'zod'
import { button, pageOf } from '../access/catalogue'
import { idParam, route } from '../kernel/route'
import { addressedId, id } from '../kernel/scalars'

const path = '/api/web/line-photo'

/** 施工照片 of the lines of orders (business/repair 6.7): files of the order, so that who sees it sees them. */
export const linePhotoRoutes = {
  list: route({
    method: 'GET',
    path,
    access: pageOf('work_order'),
    summary: '施工照片',
    query: z.object({ orderId: addressedId }),
    data: z.object({
      rows: z.array(
        z.object({
          /** The file. */
          id,
          lineId: id,
          lineName: z.string(),
          /** The customer sees it behind his link. */
          isShown: z.boolean(),
          createdAt: z.string(),
          creatorName: z.string(),
        }),
      ),
    }),
  }),
  /** Says of a picture that the caller has attached to the order on which line it was taken. */
  add: route({
    method: 'POST',
    path,
    access: [button('dispatch', 'start'), button('dispatch', 'assign')],
    summary: '添加施工照片',
    body: z.object({ orderId: id, lineId: id, fileId: id }),
    data: z.object({ id }),
  }),
  show: route({
    method: 'POST',
    path: `${path}/:id/show`,
    access: button('work_order', 'confirm'),
    summary: '施工照片给客户看',
    params: idParam,
    body: z.object({ isShown: z.boolean() }),
    data: z.object({ id }),
  }),
}
