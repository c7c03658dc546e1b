import { markRelease, releaseNotes } from '@chepu/contract/shell/releases'
import type { App } from '../../kernel/http/bind'
import { readReleases, releasesOf } from './releases'

/** Release notes (business/frame 7.3). */
export function bindReleases({ bind }: App): void {
  bind(releaseNotes, (tx) => releasesOf(tx))
  bind(markRelease, async (tx, { query }) => {
    await readReleases(tx, query.version)
    return {}
  })
}
