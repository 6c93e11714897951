import type { Output } from '@flagyard/api-types/contract/operation'
import type { Deps } from '../../../../deps.ts'
import { ACCESS_TOKEN_SECONDS, signAccessToken } from '../../../../identity/access-token.ts'
import type { SessionAccount, SessionRow } from './queries.ts'

export interface ClientInfo {
  address: string
  userAgent: string
}

/** A session as sent to the browser: the response body and the refresh cookie. */
export interface SignedIn {
  session: Output<'session'>
  refreshToken: string
  expires: Date
}

export function toSignedIn(
  { secrets, clock }: Pick<Deps, 'secrets' | 'clock'>,
  session: Pick<SessionRow, 'id' | 'expires_at'>,
  account: Omit<SessionAccount, 'deletion_due_at'>,
  secret: string,
): SignedIn {
  const isUnasked = !account.email_preferences.product && account.email_preferences_chosen_at === null
  return {
    refreshToken: `${session.id}.${secret}`,
    expires: session.expires_at,
    session: {
      access_token: signAccessToken(secrets, { userId: account.id, sessionId: session.id }, clock.now()),
      token_type: 'bearer',
      expires_in: ACCESS_TOKEN_SECONDS,
      user: {
        id: account.id,
        username: account.username,
        email: account.email,
        full_name: account.full_name,
        roles: account.roles as ('user' | 'admin')[],
        capabilities: account.capabilities as Output<'session'>['user']['capabilities'],
        is_active: account.activated_at !== null && account.disabled_at === null,
        ...(isUnasked && { product_news_unanswered: true as const }),
      },
    },
  }
}

/** A device name that its owner recognises, derived from the user agent: `Firefox on Windows`. Only a hint. */
export function deviceName(userAgent: string): string {
  const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1]
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? (system ? `A browser on ${system}` : 'An unknown device')
}

/** Order matters: most browsers also claim to be Chrome and Safari. */
const browsers: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
]

const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
]
