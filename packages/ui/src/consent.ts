import { atom, getDefaultStore } from 'jotai/vanilla'
import { readCookie, writeCookie } from './cookies.ts'

/** The name and lifetime of this cookie are published; its value is `true` once accepted. */
export const CONSENT_COOKIE = 'CookieConsent'
export const CONSENT_DAYS = 365

/** Whether the notice was answered; null until {@link readConsent} has read the cookie. */
export const consentAtom = atom<boolean | null>(null)

/** Reads the consent cookie. Any value counts as an answer; the notice is shown only if the cookie is absent. */
export function readConsent(): void {
  getDefaultStore().set(consentAtom, readCookie(CONSENT_COOKIE) !== null)
}

export function acceptCookies(): void {
  writeCookie(CONSENT_COOKIE, 'true', CONSENT_DAYS * 24 * 60 * 60)
  getDefaultStore().set(consentAtom, true)
}
