import type { Operation } from '@flagyard/api-types/contract/operation'
import type { ProblemCode } from '@flagyard/api-types/contract/problem'
import { ApiError } from '../errors.ts'
import type { CurrentUser } from './current-user.ts'

export const NOT_ACTIVATED = 'Your account is not activated yet. Follow the link in our mail, or ask for a new one.'

/** Whoever sees as a learner looks on: nothing is written, and what is the learner's alone stays theirs (decision 0012). */
export function assertNotImpersonated(row: Operation, user: CurrentUser | null) {
  if (!user?.seen_by || row.see_as === 'allowed') return
  if (row.method !== 'GET')
    throw new ApiError('read_only_session', `You see this as ${user.username}, read-only: nothing can be changed.`)
  if (row.see_as === 'refused')
    throw new ApiError('read_only_session', `This is for ${user.username} alone; you only look on.`)
}

/** The row's own rule: 401 without an account, 403 before activation, without the role or without a capability. */
export function assertAccess(row: Operation, user: CurrentUser | null) {
  const refusal = refusalOf(row, user)
  if (refusal) throw new ApiError(...refusal)
}

function refusalOf(row: Operation, user: CurrentUser | null): [code: ProblemCode, sentence: string] | null {
  if (row.auth === 'public') return null
  if (!user) return ['not_signed_in', 'Please sign in first.']
  if (!user.activated_at && !row.inactive) return ['inactive_account', NOT_ACTIVATED]
  if (user.needs_factor && !row.factorless)
    return [
      'second_factor_required',
      'Administrators need a second factor here. Set one up on your profile, and everything opens again.',
    ]
  if (row.auth !== 'admin') return null
  if (!user.roles.includes('admin')) return ['forbidden', 'This is for administrators.']
  if (!holdsOneOf(row.capabilities, user))
    return ['forbidden', `This needs the capability ${row.capabilities?.join(' or ')}.`]
  return null
}

/** Rights that single body fields need besides the row's; decided after validation and before any write. */
export function assertFieldCapabilities(row: Operation, user: CurrentUser | null, body: unknown) {
  for (const [field, capabilities] of Object.entries(row.fieldCapabilities ?? {})) {
    if (typeof body !== 'object' || body === null || (body as Record<string, unknown>)[field] === undefined) continue
    if (!user || !holdsOneOf(capabilities, user))
      throw new ApiError('forbidden', `Changing ${field} needs the capability ${capabilities.join(' or ')}.`, {
        errors: [{ field, message: `Needs the capability ${capabilities.join(' or ')}` }],
      })
  }
}

/** Whether the rights of this account, and nothing else, let the call through: with this field in its body, if one is named. */
export const mayCall = (row: Operation, user: CurrentUser, field = '') =>
  refusalOf(row, user) === null && holdsOneOf(row.fieldCapabilities?.[field], user)

/** The actions that are allowed among those that are judged, in their order. */
export const allowedAmong = <Action extends string>(judged: Record<Action, boolean>) =>
  (Object.keys(judged) as Action[]).filter((action) => judged[action])

const holdsOneOf = (capabilities: readonly string[] | undefined, user: CurrentUser) =>
  !capabilities || capabilities.some((one) => user.capabilities.includes(one))
