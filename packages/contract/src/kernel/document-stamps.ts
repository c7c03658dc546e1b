import { z } from 'zod'
import { id } from './scalars'

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
