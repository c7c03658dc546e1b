// Which browser plays the stories and is measured. Plain Node without packages: nothing may be installed yet.
import { existsSync } from 'node:fs'

/** Debian's two builds of Chromium; the one without windows starts and draws in two thirds of the time. */
const builds = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/** The browser's program: CHROMIUM when set, else the first of Debian's builds that is there. */
export const chromiumPath = () => process.env.CHROMIUM ?? builds.find((path) => existsSync(path)) ?? builds[0]
