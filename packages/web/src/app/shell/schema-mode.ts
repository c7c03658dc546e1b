/**
 * The page's policy lets nobody make code of text. Schemas would try it when the first of them is made, which the browser
 * reports; they read their mode from here when they are loaded, whatever file comes first.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
