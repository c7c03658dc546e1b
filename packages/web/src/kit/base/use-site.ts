import type { SiteInfo } from '@chepu/contract/shell/site'
import { useSyncExternalStore } from 'react'
import { onSite, siteInfo } from './site'

/** Title, logo, phone and notes of the installation; draws again when the keeper changes them. */
export const useSite = (): SiteInfo => useSyncExternalStore(onSite, siteInfo)
