import type { AnyDocument } from '@chepu/contract/kernel/document-calls'
import { fullLayout, goodsSheet, type MakeSheet, type PrintData, type PrintLayout } from './document-sheet'
import type { PrintLink } from './print-link'
import type { PrintSheet } from './print-template'

/** What puts a kind of document on paper. */
export interface PrintKind {
  document: AnyDocument
  /** The papers of a goods document that 打印 offers; the standard paper otherwise. */
  prints?: readonly PrintLayout[] | undefined
  /** Makes the paper of a document without goods lines. */
  sheet?: MakeSheet | undefined
  /** Fetches the signature that the paper of a document shows, as a data URL; undefined where there is none. */
  signatureOf?: ((id: number) => Promise<string | undefined>) | undefined
  /** Fetches what the paper tells beside the document, as it stands when it is printed: it is laid to the header. */
  besides?: ((header: PrintData['header']) => Promise<Readonly<Record<string, unknown>>>) | undefined
  /** Where a code on its papers for the customer leads; the subject is the partner of the document. */
  link?: PrintLink | undefined
}

let kinds: readonly PrintKind[] = []

/** Names every kind that can be printed; the application does it when templates are to be kept. */
export const setPrintKinds = (all: readonly PrintKind[]): void => {
  kinds = all
}

export const printKinds = (): readonly PrintKind[] => kinds
export const printKind = (name: string): PrintKind | undefined => kinds.find(({ document }) => document.kind === name)

/** The paper of a document with every field and column that its kind knows, for a template to choose among. */
export const fullSheet = (
  { document, prints, sheet = goodsSheet }: PrintKind,
  data: PrintData,
  organisation: string,
): PrintSheet => sheet(document, data, fullLayout(document, prints), organisation)
