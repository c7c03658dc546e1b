import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Rules of minor and moderate impact: what they find would not be told, and they take long. */
const idle = Object.fromEntries(
  [
    'aria-allowed-role',
    'aria-deprecated-role',
    'empty-heading',
    'empty-table-header',
    'focus-order-semantics',
    'form-field-multiple-labels',
    'heading-order',
    'hidden-content',
    'html-xml-lang-mismatch',
    'image-redundant-alt',
    'landmark-banner-is-top-level',
    'landmark-contentinfo-is-top-level',
    'landmark-main-is-top-level',
    'landmark-no-duplicate-banner',
    'landmark-no-duplicate-contentinfo',
    'landmark-no-duplicate-main',
    'landmark-one-main',
    'landmark-unique',
    'meta-viewport',
    'meta-viewport-large',
    'no-autoplay-audio',
    'page-has-heading-one',
    'presentation-role-conflict',
    'region',
    'scope-attr-valid',
    'server-side-image-map',
    'skip-link',
    'table-duplicate-name',
  ].map((rule) => [rule, { enabled: false }]),
)

/** Serious and critical faults that axe finds on the page, each with the first place. */
export async function faults(page: Page): Promise<string[]> {
  // The page's policy lets no inline script in; the test's own evaluation is not bound by it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  return page.evaluate(async (rules) => {
    const { axe } = window as unknown as { axe: { run: (options: object) => Promise<{ violations: Fault[] }> } }
    interface Fault {
      id: string
      impact: string
      nodes: { html: string; failureSummary?: string }[]
    }
    const { violations } = await axe.run({ rules, resultTypes: ['violations'] })
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id} ${nodes.length}x ${nodes[0]?.html.slice(0, 200)} ${nodes[0]?.failureSummary}`)
  }, idle)
}
