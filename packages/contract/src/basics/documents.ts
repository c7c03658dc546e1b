import { partMerge } from './part-merge'

/** Kinds of documents of basic data. */
export const documents = [partMerge] as const
