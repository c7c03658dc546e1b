import { z } from 'zod'
import { id } from './scalars'

/** What every document is known by, as the header of every kind answers it. */
export const documentIdentity = {
  id,
  orgId: id,
  kind: z.string(),
  billNo: z.string(),
  state: z.string(),
  version: z.number(),
  isRed: z.boolean(),
  redOf: id.nullable(),
  redOfNo: z.string().nullable(),
  redId: id.nullable(),
  redNo: z.string().nullable(),
}

/** Who did what with a document and when, as the header of every kind answers it. */
export const documentStamps = {
  creatorId: id,
  creatorName: z.string().nullable(),
  createdAt: z.string(),
  submitterId: id.nullable(),
  submittedAt: z.string().nullable(),
  approverId: id.nullable(),
  approverName: z.string().nullable(),
  approvedAt: z.string().nullable(),
  posterId: id.nullable(),
  posterName: z.string().nullable(),
  postedAt: z.string().nullable(),
  printCount: z.number(),
}
