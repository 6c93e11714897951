import type { UserRow } from '@flagyard/api-types'
import type { Capability } from '@flagyard/api-types/contract/operation'
import { ApiError } from '@flagyard/api-types/contract/problem'
import { userAction } from '@flagyard/api-types/schemas'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Api, quickHash, startTestApp, type TestApp } from '../../../../test/app.ts'
import { give, makeExam } from '../../../../test/catalogue.ts'
import { createManualQueue } from '../../../../test/fixtures/manual-queue.ts'
import { examAttempts, freezes, rateLimits, users } from '../../../db/schema/index.ts'

type Action = UserRow['allowed'][number]
type Account = typeof users.$inferInsert

let app: TestApp
let exam: { id: string }
let password_hash: string
const current_password = 'the phrase of an administrator'
beforeAll(async () => {
  const queue = createManualQueue(() => app.deps)
  app = await startTestApp({ deps: { queue } })
  exam = await makeExam(app.deps.db, 'exam')
  await makeExam(app.deps.db, 'given')
  password_hash = quickHash(current_password)
  // Another owner remains, whichever account changes.
  await app.asAdmin.getMe()
})
afterAll(() => app.close())

const now = new Date()
const later = new Date(Date.now() + 86_400_000)
const roles: Record<string, Partial<Account>> = {
  learner: {},
  administrator: { roles: ['user', 'admin'], capabilities: ['support'] },
  owner: { roles: ['user', 'admin'], capabilities: ['owner', 'support'] },
}
const states: Record<string, Partial<Account> & { sits?: true; frozen?: true }> = {
  active: {},
  'not activated': { activated_at: null },
  disabled: { disabled_at: now },
  'being deleted': { deletion_due_at: later },
  'disabled and being deleted': { disabled_at: now, deletion_due_at: later },
  'past its time': { deletion_due_at: now },
  'in an exam': { sits: true },
  frozen: { disabled_at: now, frozen: true },
}
/** All states with the capabilities that allow every action; one state with the others. */
const rights: [string, Capability[], string[]][] = [
  ['owner and support', ['owner', 'support'], Object.keys(states)],
  ['support', ['support'], Object.keys(states)],
  ['owner', ['owner'], Object.keys(states)],
  ['finance', ['finance'], ['active']],
]

let made = 0
/** An account with this role in this state. */
async function make({ sits, frozen, ...changes }: Partial<Account> & { sits?: true; frozen?: true }): Promise<string> {
  const username = `target-${++made}`
  const [{ id } = { id: '' }] = await app.deps.db
    .insert(users)
    .values({ username, email: `${username}@t.example`, full_name: 'T', password_hash, activated_at: now, ...changes })
    .returning()
  if (sits) await app.deps.db.insert(examAttempts).values({ user_id: id, exam_id: exam.id, state: 'active' })
  if (frozen) await app.deps.db.insert(freezes).values({ user_id: id, reason: 'A test' })
  return username
}

const edit = (by: Api, username: string, change: object) =>
  by.updateUser({ userEdit: { username, version: 1, ...change } })

const calls: Record<Action, (by: Api, username: string) => Promise<unknown>> = {
  update: (by, username) => edit(by, username, { full_name: 'Another' }),
  change_email: (by, username) => edit(by, username, { email: `${username}@elsewhere.example`, reason: 'A test' }),
  change_rights: (by, username) =>
    edit(by, username, { roles: ['admin'], capabilities: ['owner', 'support', 'content'], current_password }),
  disable: (by, username) => edit(by, username, { disabled: true }),
  enable: (by, username) => edit(by, username, { disabled: false }),
  freeze: (by, username) => by.freezeUser({ username, freezeAsk: { dry_run: false, reason: 'A test' } }),
  unfreeze: (by, username) => by.unfreezeUser({ username, unfreezeAsk: { reason: 'A test' } }),
  delete: (by, username) =>
    by.deleteUser({ username, userDeletion: { confirm: username, reason: 'A test', current_password } }),
  undo_deletion: (by, username) => by.undoUserDeletion({ username, undoUserDeletionPayload: { reason: 'A test' } }),
  impersonate: (by, username) => by.startImpersonation({ username, impersonationPayload: { reason: 'A test' } }),
  end_sessions: (by, username) => by.endUserSessions({ username }),
  send_password_reset: (by, username) => by.sendPasswordReset({ username }),
  resend_activation: (by, username) => by.resendActivationForUser({ username }),
  grant: (by, username) => give(by, { username, entitlementGrant: { kind: 'exam', slug: 'given', reason: 'A test' } }),
}
/** Disabling a disabled account, or enabling an enabled one, is accepted without a change, so no button offers it. */
const changesVersion: Action[] = ['disable', 'enable']

const versionOf = async (username: string) =>
  (await app.deps.db.select().from(users).where(eq(users.username, username)))[0]?.version

async function passes(action: Action, by: Api, username: string): Promise<boolean> {
  const before = await versionOf(username)
  try {
    await calls[action](by, username)
  } catch (error) {
    if (error instanceof ApiError && ['conflict', 'forbidden', 'not_yourself'].includes(error.code)) return false
    throw error
  }
  return !changesVersion.includes(action) || (await versionOf(username)) !== before
}

/** An administrator with these capabilities and a known password. */
async function administrator(username: string, capabilities: Capability[]): Promise<Api> {
  const by = app.as(username, { roles: ['user', 'admin'], capabilities })
  const { id } = await by.getMe()
  await app.deps.db.update(users).set({ password_hash }).where(eq(users.id, id))
  return by
}

const allowedBy = async (by: Api, username: string) => {
  const { allowed } = await by.getUser({ username })
  const { data } = await by.listUsers({ filter: JSON.stringify({ id: username }) })
  expect(data[0]?.allowed).toEqual(allowed)
  return allowed
}

test.each([['content'], ['cloud'], []] as Capability[][])(
  'an administrator with only the capabilities [%s] sees no account',
  async (...capabilities) => {
    const held = capabilities.filter(Boolean)
    const by = await administrator(['without', ...held].join('-'), held)
    const username = await make(states.active ?? {})
    const reads = [
      () => by.getUser({ username }),
      () => by.listUsers({}),
      () => by.getUserTimeline({ username }),
      () => by.listCertificates({}),
      () => by.exportList({ list: 'listUsers', exportAsk: {} }),
    ]
    for (const read of reads) await expect(read()).rejects.toMatchObject({ status: 403 })
    expect(await by.searchEverything({ q: username })).toEqual([])
    const audited = await by.listAudit({})
    expect(audited.data.filter(({ subject_type }) => subject_type === 'user')).toEqual([])
  },
)

describe.each(rights)('an administrator with the capabilities %s', (_, capabilities, among) => {
  const cases = Object.keys(roles).flatMap((role) => among.map((state) => [role, state] as const))
  test.each(cases)('gets exactly the actions that succeed on a %s that is %s', async (role, state) => {
    const by = await administrator(['with', ...capabilities].join('-'), capabilities)
    const account = { ...roles[role], ...states[state] }
    const allowed = await allowedBy(by, await make(account))
    const through: Action[] = []
    for (const action of userAction.options) {
      await app.deps.db.delete(rateLimits)
      if (await passes(action, by, await make(account))) through.push(action)
    }
    expect(through).toEqual(allowed)
  })
})

test.each([
  ['owner', ['owner', 'support']],
  ['support', ['support']],
] satisfies [string, Capability[]][])(
  'an administrator of %s gets exactly the actions that succeed on themselves',
  async (_, capabilities) => {
    for (const action of userAction.options) {
      const username = `self-${++made}`
      const by = await administrator(username, capabilities)
      const allowed = await allowedBy(by, username)
      expect(await passes(action, by, username), action).toBe(allowed.includes(action))
    }
  },
)

test('an administrator who gives up the right to change others sees it immediately', async () => {
  const by = await administrator('gives-up', ['owner', 'support'])
  const userEdit = { username: 'gives-up', version: 1, capabilities: ['support' as const], current_password }
  expect((await by.updateUser({ userEdit })).allowed).toEqual(['update', 'end_sessions', 'send_password_reset'])
})

test('an export has no column for the allowed actions', async () => {
  const response = await app.asAdmin.exportList({ list: 'listUsers', exportAsk: { filter: '{"q":"target-1"}' } })
  expect(await response.text()).not.toContain('allowed')
})
