import { readCookie, writeCookie } from './consent.ts'

/** Name of both the query parameter and the cookie, which expires after six hours; both are published. */
export const REFERRER = 'referrer'
export const REFERRER_SECONDS = 21_600
const MAX_LENGTH = 200

/** Saves the `referrer` parameter of the address for a later sign-up. */
export function saveReferrer(search: string = location.search): void {
  const referrer = new URLSearchParams(search).get(REFERRER)?.trim()
  if (referrer) writeCookie(REFERRER, referrer.slice(0, MAX_LENGTH), REFERRER_SECONDS)
}

export function savedReferrer(): string | null {
  return readCookie(REFERRER)
}
