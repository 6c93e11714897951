import { atom, getDefaultStore } from 'jotai/vanilla'

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

/** Reads a cookie that is accessible to scripts: consent and referrer. The session cookie is not. */
export function readCookie(name: string): string | null {
  for (const pair of document.cookie.split('; ')) {
    const at = pair.indexOf('=')
    if (at > 0 && pair.slice(0, at) === name) return decode(pair.slice(at + 1))
  }
  return null
}

export function writeCookie(name: string, value: string, maxAgeSeconds: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we serve.
  document.cookie = `${name}=${encodeURIComponent(value)}; Max-Age=${maxAgeSeconds}; Path=/; SameSite=Lax${secure}`
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
