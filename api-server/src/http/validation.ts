import { z } from 'zod'
import { ApiError, invalidField } from '../errors.ts'

interface FieldError {
  field: string
  message: string
}

export const invalidInput = (error: z.ZodError): ApiError => invalidFields(toFieldErrors(error))

/** Converts zod issues into the contract's field errors, each with its path. */
export function toFieldErrors(error: z.ZodError): FieldError[] {
  return error.issues.slice(0, 50).flatMap((issue) => {
    const path = issue.path.map(String).join('.')
    if (issue.code !== 'unrecognized_keys') return [{ field: path, message: issue.message }]
    return issue.keys
      .slice(0, 50)
      .map((key) => ({ field: path ? `${path}.${key}` : key, message: 'This field is not accepted here' }))
  })
}

/** A single error becomes the message, as in `invalidField`; for several, the message lists their fields. */
export function invalidFields(errors: FieldError[]): ApiError {
  const fields = [...new Set(errors.map(({ field }) => field).filter(Boolean))]
  if (errors.length === 1 && errors[0] && fields.length === 1) return invalidField(errors[0].field, errors[0].message)
  const names = fields.slice(0, 5).join(', ')
  return new ApiError('invalid', names ? `Please check: ${names}.` : 'Please check what you sent.', { errors })
}

/** Messages for values of the wrong type, by the type that the schema expects. */
const WRONG_TYPE: Record<string, string> = {
  string: 'This must be text',
  number: 'This must be a number',
  int: 'This must be a whole number',
  boolean: 'This must be true or false',
  array: 'This must be a list',
  tuple: 'This must be a list',
  object: 'This must be an object',
  record: 'This must be an object',
  null: 'This must be null',
}

// Default messages for schemas without their own. Only here does zod distinguish a missing value from a wrong one.
z.config({
  customError(issue) {
    const isMissing = issue.input === undefined
    if (isMissing && ['invalid_type', 'invalid_value', 'invalid_union'].includes(issue.code)) return 'This is required'
    if (issue.code !== 'invalid_type') return undefined
    const format = (issue.inst as { _zod?: { def?: { format?: string } } } | undefined)?._zod?.def?.format
    return WRONG_TYPE[format === 'safeint' ? 'int' : issue.expected]
  },
})
