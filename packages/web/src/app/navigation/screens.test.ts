import { describe, expect, it } from 'vitest'
import { allPapers, documentScreen } from '../../kit/document/document-screens'
import './screens'

describe('screens of documents', async () => {
  it.each((await allPapers()).map(({ document }) => [document.title, document.kind]))(
    '%s is opened under its own title',
    (title, kind) => {
      expect(documentScreen(kind)).toMatchObject({ title })
    },
  )
})
