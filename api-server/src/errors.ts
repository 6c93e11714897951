import { ApiError } from '@flagyard/api-types/contract/problem'

export { ApiError }

/** One field at fault, found by a rule and not by a shape: 422 with the sentence at that field. */
export const invalidField = (field: string, message: string) =>
  new ApiError('invalid', message.endsWith('.') ? message : `${message}.`, { errors: [{ field, message }] })
