import type { SessionHolder } from './session.ts'

/**
 * Sends a request with the current token. After a 401 it refreshes the token once and retries. Without a token there is no refresh, because a wrong
 * password also returns 401.
 */
export async function retryOn401(
  session: Pick<SessionHolder, 'get' | 'refresh'>,
  send: (token: string | null) => Promise<Response>,
): Promise<Response> {
  const token = session.get()?.access_token ?? null
  const response = await send(token)
  if (response.status !== 401 || token === null) return response
  const newToken = await session.refresh(token)
  return newToken === null ? response : send(newToken)
}
