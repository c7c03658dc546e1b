import { getCookie, setCookie } from '../sign-in/cookies'

const cookie = 'language'

/** Languages that the product speaks, and what a browser calls them. */
const languages = { zh: 'zh-CN' } as const
type Language = keyof typeof languages

const isSpoken = (word: string): word is Language => word in languages

/** The language of the cookie or else of the browser, as far as the product speaks it; zh otherwise (business/frame 4.5). */
export function languageOf(kept: string, browser: readonly string[]): Language {
  return [kept, ...browser].map((word) => word.toLowerCase().split('-')[0] ?? '').find(isSpoken) ?? 'zh'
}

/** Settles the language at the start, keeps it in its cookie and tells the page. */
export function settleLanguage(): Language {
  const language = languageOf(getCookie(cookie), navigator.languages)
  setCookie(cookie, language)
  document.documentElement.lang = languages[language]
  return language
}
