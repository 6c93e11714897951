import { readCookie, writeCookie } from './cookies.ts'

/** SPEC §9: the query parameter and the cookie share this name; the cookie lives six hours. */
export const REFERRER = 'referrer'
export const REFERRER_SECONDS = 21_600
const MAX_LENGTH = 200

/** Keeps the address's `referrer` for the sign-up that may follow. */
export function saveReferrer(search: string = location.search): void {
  const referrer = new URLSearchParams(search).get(REFERRER)?.trim()
  if (referrer) writeCookie(REFERRER, referrer.slice(0, MAX_LENGTH), REFERRER_SECONDS)
}

export function savedReferrer(): string | null {
  return readCookie(REFERRER)
}
