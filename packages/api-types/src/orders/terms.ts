/** Version of the terms shown on the site: the date from which they apply. Buyers accept this version; change it whenever the terms change. */
export const TERMS_VERSION = '2026-11-01'
