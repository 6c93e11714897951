import { randomUUID } from 'node:crypto'
import { CANARY_USERNAME } from '@flagyard/api-types/canaries/admin-operations'
import { normalizeEmail } from '@flagyard/api-types/contract/email-address'
import { reserved } from '@flagyard/api-types/contract/fields'
import type { Output } from '@flagyard/api-types/contract/operation'
import { findLocale, findTimeZone } from '@flagyard/api-types/contract/time-zone'
import { newAccount } from '@flagyard/api-types/schemas'
import type { Db } from '../../../../db/open.ts'
import { isUniqueViolation } from '../../../../db/pg-errors.ts'
import { ACTIVATION_DAYS, NO_ADVERTISING } from '../../../../db/schema/index.ts'
import type { Deps } from '../../../../deps.ts'
import { ApiError, invalidField } from '../../../../errors.ts'
import { canDeliver, UNDELIVERABLE } from '../../../../http/deliverable.ts'
import { invalidFields, toFieldErrors } from '../../../../http/validation.ts'
import type { CurrentUser } from '../../../../identity/current-user.ts'
import { DAY_MS } from '../../../../integrations/clock.ts'
import { prepareMail, queueMail } from '../../../../mail/outbox.ts'
import { randomToken } from '../../../../secrets.ts'
import { acceptPage, listCurrentPages } from '../../legal/index.ts'
import {
  consumeMailToken,
  findActivationNext,
  findTokenOwner,
  issueMailToken,
  voidMailTokens,
} from '../mail-token-queries.ts'
import { activationMail, alreadyActiveMail } from '../mails.ts'
import { hashPassword } from '../passwords/hash.ts'
import { linkUnusable, weaknessOf } from '../passwords/reset.ts'
import * as queries from '../queries.ts'

type NeededDeps = Pick<Deps, 'db' | 'listen' | 'clock' | 'config' | 'mailer'>

/** The same text whether or not the address is known, to avoid revealing accounts. */
export const CHECK_YOUR_EMAIL = 'Almost there! Check your e-mail and open the link we sent you.'

/** Creates an account that the link in the mail activates. If the address is already in use, only the mail differs. */
export async function signUp(deps: NeededDeps, asked: Output<'signUpPayload'>): Promise<void> {
  const { db, config, clock } = deps
  const input = { ...asked, ...(await checkNewAccount(deps, asked)) }
  const passwordHash = await hashPassword(input.password)
  const token = randomToken()
  const id = randomUUID()
  const addressee = { id, email: input.email, full_name: input.full_name, username: input.username }
  const [activation, alreadyActive] = await Promise.all([
    prepareMail(activationMail(addressee, config.publicUrl, token, input.next ?? null)),
    prepareMail(alreadyActiveMail({ ...addressee, username: input.username }, config.publicUrl)),
  ])
  try {
    await db.transaction(async (tx) => {
      const owner = await queries.findActivatedByEmail(tx, input.email)
      await queries.insertAccount(tx, {
        id,
        username: input.username,
        email: input.email,
        password_hash: passwordHash,
        full_name: input.full_name,
        // Reported by the browser, not typed by the person, so unknown values fall back to a default instead of failing.
        locale: findLocale(input.locale ?? 'en') ?? 'en',
        time_zone: findTimeZone(input.time_zone ?? 'UTC') ?? 'UTC',
        referrer: input.referrer ?? null,
        email_preferences: { ...NO_ADVERTISING, product: input.product_news === true },
        // If the field is omitted, for example by a script, the person was not asked.
        email_preferences_chosen_at: input.product_news === undefined ? null : clock.now(),
      })
      if (asked.accept_terms)
        await acceptPage(tx, clock.now(), {
          userId: id,
          page: 'terms',
          given: asked.terms ?? 'current',
          via: 'sign_up',
          field: 'accept_terms',
        })
      if (owner) return queueMail(tx, alreadyActive)
      await issueMailToken(tx, {
        user_id: id,
        kind: 'activation',
        token,
        data: input.next ? { next: withoutFragment(input.next) } : null,
        expires_at: new Date(clock.now().getTime() + ACTIVATION_DAYS * DAY_MS),
      })
      await queueMail(tx, activation)
    })
  } catch (error) {
    if (isUniqueViolation(error, 'users_username')) throw invalidField('username', 'This username is taken')
    throw error
  }
}

/** Reports all errors of a sign-up together, each at its field. Never reveals whether the address is known. */
async function checkNewAccount({ mailer, ...deps }: NeededDeps, asked: Output<'signUpPayload'>) {
  const parsed = newAccount.safeParse(asked)
  const faults = parsed.success ? [] : toFieldErrors(parsed.error)
  const isFaulty = (name: string) => faults.some(({ field }) => field === name)
  const weakness = isFaulty('password') ? null : weaknessOf(asked.password, asked.username, asked.email)
  if (weakness) faults.push({ field: 'password', message: weakness })
  if (!isFaulty('username') && isReservedName(asked.username))
    faults.push({ field: 'username', message: 'This username is reserved. Choose another' })
  else if (!isFaulty('username') && (await queries.findByUsername(deps.db, asked.username)))
    faults.push({ field: 'username', message: 'This username is taken' })
  if (!isFaulty('email') && !(await canDeliver(mailer, normalizeEmail(asked.email))))
    faults.push({ field: 'email', message: UNDELIVERABLE })
  const hasTerms = (await listCurrentPages(deps)).some(({ page }) => page === 'terms')
  if (hasTerms && !asked.accept_terms) faults.push({ field: 'accept_terms', message: 'Please accept the terms first' })
  if (!parsed.success || faults.length > 0) throw invalidFields(faults)
  return parsed.data
}

/** Only the mail contains the whole path. The stored copy is for later mails and must not contain a voucher code. */
const withoutFragment = (path: string) => path.replace(/#.*$/s, '')

/** Activates an account with the token from its mail. A second click on a used link succeeds as well. */
export async function activateAccount({ db }: Pick<Deps, 'db'>, token: string): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      const consumed = await consumeMailToken(tx, 'activation', token)
      if (!consumed) {
        const owner = await findTokenOwner(tx, 'activation', token)
        if (owner?.activated_at) return
        throw linkUnusable()
      }
      const account = await queries.activate(tx, consumed.user_id)
      if (!account) throw linkUnusable()
      await queries.deleteUnactivatedDuplicates(tx, account)
    })
  } catch (error) {
    // Another account activated this address first, so this link is no longer valid.
    if (isUniqueViolation(error, 'users_email_activated')) throw linkUnusable()
    throw error
  }
}

/** Sends the activation link again. Older links stop working. */
export async function resendActivation(deps: NeededDeps, user: CurrentUser): Promise<void> {
  if (user.activated_at) throw new ApiError('conflict', 'Your account is already active. You can sign in.')
  await deps.db.transaction(await prepareActivation(deps, user))
}

/** Renders the activation mail. The returned function queues it in a transaction and voids older links. */
export async function prepareActivation(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  user: Pick<queries.Account, 'id' | 'email' | 'full_name' | 'username'>,
): Promise<(tx: Db) => Promise<void>> {
  const owner = await queries.findActivatedByEmail(db, user.email)
  const token = randomToken()
  const next = await findActivationNext(db, user.id)
  const mail = await prepareMail(
    owner ? alreadyActiveMail(user, config.publicUrl) : activationMail(user, config.publicUrl, token, next),
  )
  return async (tx) => {
    await voidMailTokens(tx, user.id, 'activation')
    if (!owner)
      await issueMailToken(tx, {
        user_id: user.id,
        kind: 'activation',
        token,
        data: next ? { next } : null,
        expires_at: new Date(clock.now().getTime() + ACTIVATION_DAYS * DAY_MS),
      })
    await queueMail(tx, mail)
  }
}

/** Username prefix of an erased account whose row remains because an order references it. */
export const ERASED_PREFIX = 'erased-'

/** Words that programs could interpret as something other than a name. */
const programWords = ['null', 'undefined', 'true', 'false', 'nan', 'constructor', 'prototype']

const unusableNames = new Set<string>([...reserved, ...programWords])

const staffNames = new Set<string>([
  'admin',
  'administrator',
  'root',
  'support',
  'flagyard',
  'system',
  'owner',
  'staff',
  'help',
  'security',
  CANARY_USERNAME,
])

/** Usernames that are invalid for any account, because they would shadow an API path or have a meaning in programs. */
export const isUnusableName = (name: string) => unusableNames.has(name)

/** Usernames that cannot be used to sign up: unusable ones, and those that suggest a staff account. The first administrator is created on the command line. */
const isReservedName = (name: string) => isUnusableName(name) || staffNames.has(name) || name.startsWith(ERASED_PREFIX)
