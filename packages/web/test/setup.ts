import { afterEach, beforeEach } from 'vitest'
import { beginTest, endTest } from './page'

// Files of tests share what they import: hooks that stood in page.tsx would be those of the first file alone.
beforeEach(beginTest)
afterEach(endTest)
