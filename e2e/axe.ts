import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Rules that are never serious and take long: what they find would not be told. */
const idle = { region: { enabled: false } }

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
    const { violations } = await axe.run({ rules })
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id} ${nodes.length}x ${nodes[0]?.html.slice(0, 200)} ${nodes[0]?.failureSummary}`)
  }, idle)
}
