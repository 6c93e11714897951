import type { z } from 'zod'
import { ApiError } from '../errors.ts'

interface FieldError {
  field: string
  message: string
}

export const invalidInput = (error: z.ZodError): ApiError => invalidFields(toFieldErrors(error))

/** Turns zod issues into the contract's field errors, each named by its path. */
export function toFieldErrors(error: z.ZodError): FieldError[] {
  return error.issues.slice(0, 50).flatMap((issue) => {
    const path = issue.path.map(String).join('.')
    if (issue.code !== 'unrecognized_keys') return [{ field: path, message: messageOf(issue) }]
    return issue.keys
      .slice(0, 50)
      .map((key) => ({ field: path ? `${path}.${key}` : key, message: 'This field is not accepted here' }))
  })
}

export function invalidFields(errors: FieldError[]): ApiError {
  const fields = [...new Set(errors.map(({ field }) => field).filter(Boolean))].slice(0, 5).join(', ')
  return new ApiError('invalid', fields ? `Please check: ${fields}.` : 'Please check what you sent.', {
    errors,
  })
}

function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'This is required'
  return issue.message
}
