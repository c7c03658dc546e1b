import { markRelease, releaseNotes } from '@chepu/contract/shell/releases'
import type { App } from '../../app/http'
import { readReleases, releasesOf } from './releases'

/** Release notes (SPEC 7). */
export function bindReleases({ bind }: App): void {
  bind(releaseNotes, (tx) => releasesOf(tx))
  bind(markRelease, async (tx, { query }) => {
    await readReleases(tx, query.version)
    return {}
  })
}
