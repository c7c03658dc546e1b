import { type ComponentType, createElement, lazy, Suspense } from 'react'

/** A dialog that is loaded when it is first opened, so that lists and editors are there sooner (business/frame 11). */
function onDemand<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Dialog = lazy(async () => ({ default: await load() }))
  return (props: Props) => <Suspense>{createElement(Dialog as unknown as ComponentType<Props>, props)}</Suspense>
}

export const ActionDialog = onDemand(async () => (await import('./action-dialog')).ActionDialog)
export const AskHeadings = onDemand(async () => (await import('./ask-headings')).AskHeadings)
export const AttachmentsDialog = onDemand(async () => (await import('./document-attachments')).AttachmentsDialog)
export const BatchApprove = onDemand(async () => (await import('./batch-approve')).BatchApprove)
export const DocumentLogDialog = onDemand(async () => (await import('./document-log')).DocumentLogDialog)
export const DocumentTimeline = onDemand(async () => (await import('./document-log')).DocumentTimeline)
export const DocumentPrint = onDemand(async () => (await import('./document-print')).DocumentPrint)
export const ImportDialog = onDemand(async () => (await import('./import-lines')).ImportDialog)
export const LabelDialog = onDemand(async () => (await import('../goods/label-dialog')).LabelDialog)
export const RelatedDialog = onDemand(async () => (await import('./document-related')).RelatedDialog)
