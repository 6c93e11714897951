import type { Output } from '@flagyard/api-types/contract/operation'
import type { Deps } from '../../../../deps.ts'
import { ACCESS_TOKEN_SECONDS, signAccessToken } from '../../../../identity/access-token.ts'
import type { SessionAccount, SessionRow } from './queries.ts'

/** The device that signs in. */
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
