import type { Me } from '@flagyard/api-types'
import type { Output } from '@flagyard/api-types/contract/operation'
import { ApiError } from '@flagyard/api-types/contract/problem'
import type { Deps } from '../../deps.ts'
import type { CurrentUser } from '../../http/call.ts'
import { take } from '../../http/rate-limits.ts'
import { invalidField } from '../../http/validation.ts'
import { prepareMail, queueMail } from '../../mail/outbox.ts'
import { hashPassword, verifyPassword } from '../auth/password.ts'
import { endSessions, setPassword, voidMailTokens } from '../auth/queries.ts'
import { refuseWeakPassword } from '../auth/service.ts'
import { ownPasswordChangedMail } from './mails.ts'
import * as queries from './queries.ts'

type Base = Pick<Deps, 'db' | 'clock' | 'config'>

/** The caller's own account. */
export async function getMe({ db }: Pick<Deps, 'db'>, user: CurrentUser): Promise<Me> {
  return meOf(await queries.findAccountById(db, user.id))
}

/** Changes the caller's profile, and the password when the present one is given with it. */
export async function updateMe(deps: Base, user: CurrentUser, input: Output<'profileUpdatePayload'>): Promise<Me> {
  const { email, new_password, current_password, ...profile } = input
  if (email !== undefined && email.toLowerCase() !== user.email.toLowerCase())
    throw new ApiError(
      'not_served',
      'Your address cannot be changed here yet. Write to us, and we change it for you.',
      {
        errors: [{ field: 'email', message: 'Not possible here yet' }],
      },
    )
  const change = checked(profile)
  if (new_password !== undefined) await changePassword(deps, user, current_password, new_password, change)
  else if (Object.keys(change).length > 0) await queries.updateAccount(deps.db, user.id, change)
  return getMe(deps, user)
}

/** All or nothing: the other devices are signed out in the transaction that sets the password. */
async function changePassword(
  deps: Base,
  user: CurrentUser,
  current: string | undefined,
  next: string,
  change: queries.AccountChange,
) {
  const { db, config } = deps
  if (current === undefined) throw invalidField('current_password', 'Type your present password to set a new one')
  await take(deps, `password:${user.id}`, 10, 300)
  const account = await queries.findAccountById(db, user.id)
  if (!(await verifyPassword(current, account.password_hash)))
    throw invalidField('current_password', 'This is not your present password')
  await refuseWeak(next, account)
  const passwordHash = await hashPassword(next)
  const mail = await prepareMail(ownPasswordChangedMail(account, config.publicUrl))
  await db.transaction(async (tx) => {
    await setPassword(tx, user.id, passwordHash)
    if (Object.keys(change).length > 0) await queries.updateAccount(tx, user.id, change)
    await endSessions(tx, user.id, 'password changed', user.session_id)
    await voidMailTokens(tx, user.id, 'reset')
    await queueMail(tx, mail)
  })
}

/** The rule speaks of `password`; here the field is called `new_password`. */
async function refuseWeak(next: string, account: queries.Account) {
  try {
    await refuseWeakPassword(next, account.username, account.email)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'invalid') throw error
    throw invalidField('new_password', error.message)
  }
}

/** What zod cannot know: that a zone, a language and a country exist. */
function checked({ ...profile }: Omit<Output<'profileUpdatePayload'>, 'email' | 'new_password' | 'current_password'>) {
  if (profile.time_zone !== undefined && !works(() => new Intl.DateTimeFormat('en', { timeZone: profile.time_zone })))
    throw invalidField('time_zone', 'This time zone is not known')
  if (profile.locale !== undefined && !works(() => new Intl.Locale(profile.locale ?? '')))
    throw invalidField('locale', 'This language is not known')
  if (profile.country) {
    profile.country = profile.country.toUpperCase()
    if (!/^[A-Z]{2}$/.test(profile.country)) throw invalidField('country', 'Use the two letters of a country')
  }
  return Object.fromEntries(Object.entries(profile).filter(([, value]) => value !== undefined)) as queries.AccountChange
}

function works(attempt: () => unknown): boolean {
  try {
    attempt()
    return true
  } catch {
    return false
  }
}

const meOf = (account: queries.Account): Me => ({
  id: account.id,
  username: account.username,
  email: account.email,
  full_name: account.full_name,
  roles: account.roles as Me['roles'],
  capabilities: account.capabilities as Me['capabilities'],
  is_active: account.activated_at !== null && account.disabled_at === null,
  activated_at: account.activated_at?.toISOString() ?? null,
  country: account.country,
  company: account.company,
  links: account.links,
  locale: account.locale,
  time_zone: account.time_zone,
  email_preferences: account.email_preferences,
  created_at: account.created_at.toISOString(),
})
