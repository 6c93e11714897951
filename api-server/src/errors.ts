import { ApiError } from '@flagyard/api-types/contract/problem'

export { ApiError }

/** A field error found by a rule rather than the schema: 422 with the message at that field. */
export const invalidField = (field: string, message: string) =>
  new ApiError('invalid', message.endsWith('.') ? message : `${message}.`, { errors: [{ field, message }] })

export const tooBusy = () =>
  new ApiError('unavailable', 'We are very busy right now. Please try again shortly.', { retryAfter: 10 })
