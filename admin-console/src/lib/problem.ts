import { HttpError } from 'react-admin'

/** What a form shows: a refusal at each field that it is about, and as `root` what is about none. */
export type FormErrors = Record<string, unknown>

export const formErrorsOf = (failure: unknown): FormErrors =>
  failure instanceof HttpError ? failure.body.errors : { root: { serverError: sentenceOf(failure) } }

/** The stable code of the problem document, as far as the failure has one. */
export const codeOf = (failure: unknown): unknown =>
  failure instanceof Error && 'code' in failure ? failure.code : undefined

/** The server's own sentence. */
export const sentenceOf = (failure: unknown): string =>
  failure instanceof HttpError ? failure.message : 'Something went wrong here. Try again.'
