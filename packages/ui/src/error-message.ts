import { ApiError } from '@flagyard/api-types/contract/problem'

/** The server's message, or a message that the server could not be reached. */
export function errorMessage(failure: unknown): string {
  if (failure instanceof ApiError) {
    if (failure.code === 'rate_limited' && failure.retryAfter)
      return `${failure.message} Try again in ${failure.retryAfter} seconds.`
    return failure.message
  }
  return 'We could not reach the server. Check your connection and try again.'
}
