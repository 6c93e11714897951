/** Language of this page's texts. The server's tests and programs have no page. */
export const language: string = globalThis.document?.documentElement.lang || 'en'

/** Locale of dates and numbers for each language. Without an entry, it is the language. */
const locales: Record<string, string> = {
  en: 'en-GB',
  // Pseudo-locale: no letter that an untranslated text could contain.
  'en-XA': 'ja-u-nu-latn',
}

/** Locale of this page's dates and numbers. */
export const locale: string = locales[language] ?? language
