/** All error codes with their HTTP status and title. Codes never change, because clients depend on them. */
export const problems = {
  malformed: [400, 'The request could not be read'],
  token_unusable: [400, 'This link no longer works'],
  not_signed_in: [401, 'You are not signed in'],
  second_factor_needed: [401, 'One more step'],
  challenge_expired: [401, 'Please sign in again'],
  wrong_credentials: [401, 'That did not match'],
  forbidden: [403, 'This is not open to you'],
  not_yourself: [403, 'Not for your own account'],
  cross_site: [403, 'This request came from another site'],
  read_only_session: [403, 'This session is read-only'],
  inactive_account: [403, 'Your account is not activated yet'],
  deletion_pending: [403, 'This account is being deleted'],
  second_factor_required: [403, 'Set up a second factor first'],
  no_access: [403, 'You have no access to this'],
  not_earned: [403, 'Not earned yet'],
  not_found: [404, 'Not found'],
  conflict: [409, 'This is not possible now'],
  stale_version: [409, 'Someone else changed this first'],
  already_owned: [409, 'This is already yours'],
  idempotency_conflict: [409, 'This key was used for another request'],
  not_complete: [409, 'Not complete yet'],
  wrong_flag: [422, 'This is not the flag'],
  invalid: [422, 'Some values need another look'],
  too_large: [413, 'This is too large'],
  misdirected: [421, 'Not at this address'],
  unsupported_media: [415, 'This format is not accepted'],
  range_not_satisfiable: [416, 'This part of the file does not exist'],
  rate_limited: [429, 'Too many attempts'],
  unexpected: [500, 'Something went wrong on our side'],
  unavailable: [503, 'Busy at the moment'],
} as const satisfies Record<string, readonly [number, string]>

export type ProblemCode = keyof typeof problems

export interface FieldError {
  field: string
  message: string
}

/** The problem document (RFC 9457) that every error response contains. */
export interface Problem {
  type: string
  title: string
  status: number
  code: ProblemCode
  detail: string
  errors?: FieldError[]
  [extra: string]: unknown
}

export interface ApiErrorOptions {
  errors?: FieldError[]
  /** Seconds to wait before a retry; sent as Retry-After. */
  retryAfter?: number
  /** Additional members of the problem document, such as the watched share of a video. */
  extra?: Record<string, unknown>
  cause?: unknown
}

/** An error with a stable code and a user-facing message. Services throw it, the server sends it, and the client rethrows it. */
export class ApiError extends Error {
  readonly code: ProblemCode
  readonly status: number
  readonly errors: FieldError[]
  readonly retryAfter: number | undefined
  readonly extra: Record<string, unknown>

  constructor(code: ProblemCode, message: string, options: ApiErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'ApiError'
    this.code = code
    this.status = problems[code][0]
    this.errors = options.errors ?? []
    this.retryAfter = options.retryAfter
    this.extra = options.extra ?? {}
  }
}

export function toProblem(error: ApiError): Problem {
  return {
    type: `/problems/${error.code}`,
    title: problems[error.code][1],
    status: error.status,
    code: error.code,
    detail: error.message,
    ...(error.errors.length > 0 ? { errors: error.errors } : {}),
    ...error.extra,
  }
}

/** Converts an error response into an ApiError. If the body is not a problem document, the code is derived from the status. */
export function fromProblem(status: number, body: unknown, retryAfter?: number): ApiError {
  const options = retryAfter === undefined ? {} : { retryAfter }
  if (!isProblem(body)) {
    const code = status >= 502 && status <= 504 ? 'unavailable' : status === 404 ? 'not_found' : 'unexpected'
    return new ApiError(code, problems[code][1], options)
  }
  const { type: _type, title: _title, status: _status, code, detail, errors, ...extra } = body
  return new ApiError(code, detail, { ...options, extra, ...(errors ? { errors } : {}) })
}

function isProblem(body: unknown): body is Problem {
  return (
    typeof body === 'object' &&
    body !== null &&
    'code' in body &&
    typeof body.code === 'string' &&
    body.code in problems
  )
}
