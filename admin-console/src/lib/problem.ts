import { HttpError } from 'react-admin'

/** What the server says of single fields, by their names. */
export type FieldErrors = Readonly<Record<string, string>>

export function fieldErrorsOf(error: unknown): FieldErrors {
  return error instanceof HttpError ? (error.body?.errors ?? {}) : {}
}

/** The stable code of the problem document, as far as the failure has one. */
export const codeOf = (failure: unknown): unknown =>
  failure instanceof Error && 'code' in failure ? failure.code : undefined

/** The server's own sentence, or what a silent network means. */
export function sentenceOf(failure: unknown): string {
  if (failure instanceof Error && codeOf(failure) !== undefined) return failure.message
  return 'We could not reach the server. Check your connection and try again.'
}
