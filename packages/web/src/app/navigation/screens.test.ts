import { describe, expect, it } from 'vitest'
import { documentScreen } from '../../kit/document/document-screens'
import { printKinds } from '../../kit/print/print-kinds'
import './papers'
import './screens'

describe('screens of documents', () => {
  it.each(printKinds().map(({ document }) => [document.title, document.kind]))(
    '%s is opened under its own title',
    (title, kind) => {
      expect(documentScreen(kind)).toMatchObject({ title })
    },
  )
})
