import type { z } from 'zod'
import { ApiError } from '../errors.ts'

/** Turns zod's findings into the contract's list of fields, each named by its path. */
export function invalid(error: z.ZodError): ApiError {
  const errors = error.issues.slice(0, 50).flatMap((issue) => {
    const at = issue.path.map(String).join('.')
    if (issue.code !== 'unrecognized_keys') return [{ field: at, message: sentenceOf(issue) }]
    return issue.keys
      .slice(0, 50)
      .map((key) => ({ field: at ? `${at}.${key}` : key, message: 'This field is not accepted here' }))
  })
  const fields = [...new Set(errors.map(({ field }) => field).filter(Boolean))].slice(0, 5).join(', ')
  return new ApiError('invalid', fields ? `Please look again at: ${fields}.` : 'Please look again at what you sent.', {
    errors,
  })
}

function sentenceOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'This is needed'
  return issue.message
}
