import { HttpError } from 'react-admin'

/** Errors by field; `root` holds those that belong to no field. */
export type FormErrors = Record<string, unknown>

export const formErrorsOf = (failure: unknown): FormErrors =>
  failure instanceof HttpError ? failure.body.errors : { root: { serverError: sentenceOf(failure) } }

/** Stable error code of the problem document, if present. */
export const codeOf = (failure: unknown): unknown =>
  failure instanceof Error && 'code' in failure ? failure.code : undefined

/** The server's error message, or a generic one. */
export const sentenceOf = (failure: unknown): string =>
  failure instanceof HttpError ? failure.message : 'Something went wrong. Try again.'

/** Errors of single fields, or else the general message. */
export const refusalOf = (error: unknown) =>
  Object.values(formErrorsOf(error))
    .filter((one) => typeof one === 'string')
    .join('. ') || sentenceOf(error)
