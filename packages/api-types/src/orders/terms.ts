/** The day from which the terms hold that the site shows. A buyer accepts this version; a change of the terms changes it. */
export const TERMS_VERSION = '2026-11-01'
