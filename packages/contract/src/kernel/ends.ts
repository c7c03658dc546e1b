import { type Decimal, truncate, withCommas } from './decimal'

/** Kilometres as people read them, whole ones: '1350.5' is '1 350 公里'. */
export const kmText = (km: Decimal): string => `${withCommas(truncate(km, 0), 0).replaceAll(',', ' ')} 公里`

/** When a promise ends that a day and a meter limit, whichever is reached first: '2026-12-01 或 45 000 公里'; '' where nothing ends it. */
export const endsText = (until: string | null, untilKm: Decimal | null): string =>
  [until, untilKm === null ? null : kmText(untilKm)].filter((end) => end !== null).join(' 或 ')
