import type { Page } from '@playwright/test'

/** Script and styles that this page has loaded since its address was called, the greatest first, compressed, in KB without headers. */
export async function pageFiles(page: Page): Promise<{ file: string; size: number }[]> {
  const files = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => /^\/assets\/.*\.(js|css)$/.test(new URL(name).pathname))
      .map(({ name, encodedBodySize }) => ({ file: new URL(name).pathname, size: encodedBodySize / 1024 })),
  )
  return files.sort((a, b) => b.size - a.size)
}

/** What they take together. */
export const sizeOf = (files: readonly { size: number }[]): number => files.reduce((sum, { size }) => sum + size, 0)
