import type { Operation } from '@flagyard/api-types/contract/operation'
import type { ProblemCode } from '@flagyard/api-types/contract/problem'
import { type SQL, sql } from 'drizzle-orm'
import { brand } from '../brand.ts'
import { ApiError } from '../errors.ts'
import type { CurrentUser } from './current-user.ts'

export const NOT_ACTIVATED = 'Your account is not activated yet. Open the link in our e-mail, or request a new one.'

/** An impersonation session is read-only, and some pages stay private to the learner (decision 0012). */
export function assertNotImpersonated(row: Operation, user: CurrentUser | null) {
  if (!user?.impersonated_by || row.impersonation === 'allowed') return
  if (row.method !== 'GET')
    throw new ApiError(
      'read_only_session',
      `You are viewing ${brand().name} as ${user.username}. This session is read-only.`,
    )
  if (row.impersonation === 'denied')
    throw new ApiError(
      'read_only_session',
      `Only ${user.username} can see this. You are viewing ${brand().name} as them.`,
    )
}

/** Enforces the row's access rule: 401 without an account; 403 before activation, without the role or without a capability. */
export function assertAccess(row: Operation, user: CurrentUser | null) {
  const refusal = refusalOf(row, user)
  if (refusal) throw new ApiError(...refusal)
}

function refusalOf(row: Operation, user: CurrentUser | null): [code: ProblemCode, sentence: string] | null {
  if (row.auth === 'public') return null
  if (!user) return ['not_signed_in', 'Please sign in first.']
  if (!user.activated_at && !row.allowUnactivated) return ['inactive_account', NOT_ACTIVATED]
  if (user.needs_factor && !row.allowWithoutSecondFactor)
    return ['second_factor_required', 'Administrators need a second factor. Set one up in your profile to continue.']
  if (row.auth !== 'admin') return null
  if (!user.roles.includes('admin')) return ['forbidden', 'This is for administrators only.']
  if (!holdsOneOf(row.capabilities, user))
    return ['forbidden', `This needs the capability ${row.capabilities?.join(' or ')}.`]
  return null
}

/** Checks capabilities that individual body fields need in addition to the row's. Runs after validation and before any write. */
export function assertFieldCapabilities(row: Operation, user: CurrentUser | null, body: unknown) {
  for (const [field, capabilities] of Object.entries(row.fieldCapabilities ?? {})) {
    if (typeof body !== 'object' || body === null || (body as Record<string, unknown>)[field] === undefined) continue
    if (!user || !holdsOneOf(capabilities, user))
      throw new ApiError('forbidden', `Changing ${field} needs the capability ${capabilities.join(' or ')}.`, {
        errors: [{ field, message: `Needs the capability ${capabilities.join(' or ')}` }],
      })
  }
}

/** Fields of the response that this account may not read. */
export const hiddenFields = (row: Operation, user: CurrentUser | null): string[] =>
  Object.entries(row.readCapabilities ?? {}).flatMap(([field, capabilities]) =>
    user && holdsOneOf(capabilities, user) ? [] : field,
  )

/** Whether the account's rights permit the call, and `field` in its body if given. Ignores the state of the object. */
export const mayCall = (row: Operation, user: CurrentUser, field = '') =>
  refusalOf(row, user) === null && holdsOneOf(row.fieldCapabilities?.[field], user)

/** Actions whose check is true, in order. */
export const allowedAmong = <Action extends string>(checks: Record<Action, boolean>) =>
  (Object.keys(checks) as Action[]).filter((action) => checks[action])

const holdsOneOf = (capabilities: readonly string[] | undefined, user: CurrentUser) =>
  !capabilities || capabilities.some((capability) => user.capabilities.includes(capability))

export type Actor = Pick<CurrentUser, 'id' | 'capabilities'>

const NOT_YOURSELF = 'You cannot give this to your own account. Ask another administrator, or an owner.'

/** Whether an administrator may give access, time or points to an account. Only owners may give them to their own. */
export const mayGive = ({ capabilities }: Pick<Actor, 'capabilities'>, isOwn: boolean) =>
  !isOwn || capabilities.includes('owner')

export function assertNotYourself(actor: Actor, userId: string): void {
  if (!mayGive(actor, actor.id === userId)) throw new ApiError('not_yourself', NOT_YOURSELF)
}

/** Same rule for each row of a bulk action, before its other refusals. */
export const refusedToYourself = ({ id, capabilities }: Actor, userId: SQL, otherwise: SQL<string | null>) =>
  capabilities.includes('owner')
    ? otherwise
    : sql<string | null>`case when ${userId} = ${id}::uuid then ${NOT_YOURSELF} else (${otherwise}) end`
