import { and, desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type LabBench, openLabBench } from '../../../../test/fixtures/lab-fixture.ts'
import { audit, cloudAccounts, deployments, freezes, outbox, users } from '../../../db/schema/index.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { deployLab } from '../../clouds/deployments/service.ts'

let bench: LabBench
beforeAll(async () => {
  bench = await openLabBench()
})
beforeEach(() => bench.clear())
afterAll(() => bench.close())

let made = 0
/** A learner whose lab runs, or who waits for an account when there is none. */
async function learner(): Promise<string> {
  const username = `frozen-${++made}`
  await bench.enrol(username)
  await bench.as(username).deployLab(bench.place)
  await bench.queue.work()
  return username
}
const freeze = (username: string, more: object = {}) =>
  bench.asAdmin.freezeUser({ username, freezeAsk: { dry_run: false, reason: 'Abuse notice 4711', ...more } })
const lift = (username: string, more: object = {}) =>
  bench.asAdmin.unfreezeUser({ username, unfreezeAsk: { reason: 'It was a mistake', ...more } })
const labsOf = async (username: string) =>
  (
    await bench.deps.db
      .select()
      .from(deployments)
      .where(eq(deployments.user_id, await bench.idOf(username)))
  ).map(({ state, reason }) => (reason ? `${state}: ${reason}` : state))
const accountNow = async (id: string) => {
  const { status, lock_reason, hold_reason, is_evidence } = await bench.accountNow(id)
  return { status, lock_reason, hold_reason, is_evidence }
}
const HELD = { status: 'Locked', lock_reason: 'hold', hold_reason: null, is_evidence: true }

test('a freeze disables, signs out, revokes and keeps what is in the account; one entry and one line tell it', async () => {
  const account = await bench.addAccount()
  const username = await learner()
  const before = await bench.standing()
  const report = await freeze(username)
  expect(report).toMatchObject({ dry_run: false, labs: [{ lab: 'open-door', state: 'running' }], exams: [] })
  expect(report.accounts.map((one) => one.lab)).toEqual(['open-door'])
  await expect(bench.as(username).getMe()).rejects.toMatchObject({ status: 401 })
  expect(await labsOf(username)).toEqual(['ending: abuse'])
  // Until its job has revoked the credentials, the page says that the account waits.
  const shown = await bench.asAdmin.getUser({ username })
  expect(shown.freeze).toMatchObject({ reason: 'Abuse notice 4711', labs: 1, accounts: [{ state: 'waiting' }] })
  expect([shown.state, shown.allowed.includes('enable'), shown.allowed.includes('unfreeze')]).toEqual([
    'disabled',
    false,
    true,
  ])
  await bench.queue.work()
  expect(await labsOf(username)).toEqual(['ended: abuse'])
  expect(await accountNow(account)).toEqual(HELD)
  expect((await bench.standing()).length).toBe(before.length)
  expect((await bench.asAdmin.getUser({ username })).freeze?.accounts).toMatchObject([{ state: 'held' }])

  const entries = await bench.deps.db
    .select()
    .from(audit)
    .where(and(eq(audit.subject_type, 'user'), eq(audit.subject_id, username)))
  expect(entries.map(({ action, reason }) => [action, reason])).toEqual([['users.freeze', 'Abuse notice 4711']])
  const { events } = await bench.asAdmin.getUserTimeline({ username, topic: 'account' })
  expect(events.filter(({ kind }) => kind === 'account.frozen').map(({ detail }) => detail)).toEqual([
    expect.stringMatching(/^Abuse notice 4711 \(\d+ sessions and 1 labs ended, 1 cloud accounts held\)$/),
  ])
  const mails = await bench.deps.db
    .select()
    .from(outbox)
    .where(eq(outbox.user_id, await bench.idOf(username)))
  expect(mails.map(({ kind }) => kind)).toEqual(['account_frozen'])
  // What the learner is told accuses of nothing.
  expect(JSON.stringify(mails)).not.toContain('4711')
})

test('a dry run says what would end and changes nothing', async () => {
  const account = await bench.addAccount()
  const username = await learner()
  const report = await freeze(username, { dry_run: true, reason: undefined })
  expect(report).toMatchObject({ dry_run: true, labs: [{ state: 'running' }], accounts: [{ lab: 'open-door' }] })
  expect(await labsOf(username)).toEqual(['running'])
  expect(await accountNow(account)).toMatchObject({ status: 'Provisioned', is_evidence: false })
  expect((await bench.asAdmin.getUser({ username })).state).toBe('active')
  expect(await bench.deps.db.select().from(outbox)).toEqual([])
})

test('what waits or is held for its learner ends too, and its account goes to the next', async () => {
  const waiting = await learner()
  await freeze(waiting)
  expect(await labsOf(waiting)).toEqual(['ended: abuse'])
  await lift(waiting)
})

test('what an ended lab has left in an account that is not emptied yet is kept too', async () => {
  const account = await bench.addAccount()
  const username = await learner()
  await bench.as(username).destroyLab(bench.place)
  const id = (await bench.deps.db.select().from(deployments))[0]?.id ?? ''
  bench.queue.waiting.length = 0
  await bench.queue.run('deployments.end', { id })
  bench.queue.waiting.length = 0
  expect(await accountNow(account)).toMatchObject({ status: 'Dirty' })
  expect((await freeze(username)).accounts).toHaveLength(1)
  expect(await accountNow(account)).toEqual(HELD)
})

test('what is kept is neither nuked nor retired, one by one or many at once, until it is released', async () => {
  const account = await bench.addAccount()
  const username = await learner()
  await freeze(username)
  await bench.queue.work()
  const { account_id } = await bench.accountNow(account)
  const { allowed, version } = await bench.asAdmin.getCloudAccount({ id: account_id })
  expect(allowed).toContain('release')
  expect(allowed).not.toContain('nuke')
  expect(allowed).not.toContain('retire')
  const refused = {
    code: 'conflict',
    message: 'The contents of this account are preserved as evidence. Release its hold first.',
  }
  const nuke = () => bench.asAdmin.nukeAwsAccount({ account_id, nukeConfirmation: { confirm: account_id } })
  await expect(nuke()).rejects.toMatchObject(refused)
  await expect(bench.asAdmin.deleteAwsAccount({ account_id })).rejects.toMatchObject(refused)
  for (const action of ['aws_accounts.nuke', 'aws_accounts.retire'] as const) {
    const preview = await bench.asAdmin.previewBulk({ bulkPreviewAsk: { action, ids: [account_id] } })
    expect(JSON.stringify(preview)).toContain('Its contents are preserved as evidence. Release its hold first.')
  }
  await bench.queue.run('cloud-accounts.sweep')
  await bench.queue.work()
  expect(await accountNow(account)).toEqual(HELD)
  const edit = { account_id, version, hold: false, reason: 'The provider has what it needs' }
  await bench.asAdmin.updateAwsAccount({ awsAccountEdit: edit })
  await bench.queue.work()
  expect(await accountNow(account)).toMatchObject({ status: 'Available', is_evidence: false })
  expect((await bench.asAdmin.getUser({ username })).freeze?.accounts).toMatchObject([{ state: 'released' }])
})

test('lifting opens the account again, keeps the evidence or hands it over as asked, and costs no reset', async () => {
  const account = await bench.addAccount()
  const username = await learner()
  await freeze(username)
  await bench.queue.work()
  await lift(username)
  expect(await bench.asAdmin.getUser({ username })).toMatchObject({
    state: 'active',
    freeze: null,
    disabled_reason: null,
  })
  expect(await accountNow(account)).toEqual(HELD)
  await expect(lift(username)).rejects.toMatchObject({ code: 'conflict' })

  await bench.addAccount()
  // All their sessions have ended with the freeze.
  const id = await bench.idOf(username)
  const again = await deployLab(bench.deps, { id } as CurrentUser, bench.place)
  expect(again.cost_reset).toBe(false)
  await bench.queue.work()
  await freeze(username)
  await bench.queue.work()
  await lift(username, { release_accounts: true })
  await bench.queue.work()
  // The first one was held under the second freeze too.
  const pool = await bench.deps.db.select().from(cloudAccounts)
  expect(pool.map(({ status, is_evidence }) => [status, is_evidence])).toEqual(Array(2).fill(['Available', false]))
  const [last] = await bench.deps.db.select().from(outbox).orderBy(desc(outbox.created_at))
  expect(last?.kind).toBe('account_unfrozen')
})

test('an account that was disabled before stays so, and enabling a frozen one is refused in each way', async () => {
  const username = `frozen-${++made}`
  const { version } = await (async () => {
    await bench.as(username).getMe()
    return bench.asAdmin.getUser({ username })
  })()
  await bench.asAdmin.updateUser({ userEdit: { username, version, disabled: true, reason: 'Asked for it' } })
  await freeze(username)
  const frozen = await bench.asAdmin.getUser({ username })
  const enable = { username, version: frozen.version, disabled: false }
  await expect(bench.asAdmin.updateUser({ userEdit: enable })).rejects.toMatchObject({ code: 'conflict' })
  const preview = await bench.asAdmin.previewBulk({ bulkPreviewAsk: { action: 'users.enable', ids: [username] } })
  expect(JSON.stringify(preview)).toContain('This account is frozen. Lift the freeze on its page.')
  await lift(username)
  expect(await bench.asAdmin.getUser({ username })).toMatchObject({
    state: 'disabled',
    disabled_reason: 'Asked for it',
    freeze: null,
  })
})

test('nobody freezes themselves, and administrators only an owner; releasing needs the right over clouds', async () => {
  const support = bench.as('freezer', { roles: ['user', 'admin'], capabilities: ['support'] })
  const { username: boss } = await bench.as('boss', { roles: ['user', 'admin'], capabilities: ['cloud'] }).getMe()
  const ask = (dry_run: boolean) => ({ dry_run, reason: 'A test' })
  await expect(support.freezeUser({ username: 'freezer', freezeAsk: ask(false) })).rejects.toMatchObject({
    status: 409,
  })
  await expect(support.freezeUser({ username: boss, freezeAsk: ask(true) })).rejects.toMatchObject({ status: 403 })
  expect((await support.getUser({ username: boss })).allowed).not.toContain('freeze')
  await bench.as('someone').getMe()
  await expect(support.freezeUser({ username: 'someone', freezeAsk: { dry_run: false } })).rejects.toMatchObject({
    errors: [{ field: 'reason' }],
  })
  await support.freezeUser({ username: 'someone', freezeAsk: ask(false) })
  await expect(support.freezeUser({ username: 'someone', freezeAsk: ask(false) })).rejects.toMatchObject({
    message: 'This account is frozen already.',
  })
  const unfreezeAsk = { reason: 'A test', release_accounts: true }
  await expect(support.unfreezeUser({ username: 'someone', unfreezeAsk })).rejects.toMatchObject({ status: 403 })
  await support.unfreezeUser({ username: 'someone', unfreezeAsk: { reason: 'A test' } })
  const rows = await bench.deps.db
    .select({ reason: freezes.lift_reason })
    .from(freezes)
    .innerJoin(users, eq(users.id, freezes.user_id))
    .where(eq(users.username, 'someone'))
  expect(rows).toEqual([{ reason: 'A test' }])
})

test('an abuse notice that names an account and a minute leads to who had it then', async () => {
  const account = await bench.addAccount()
  const { account_id: id } = await bench.accountNow(account)
  const early = new Date(Date.now() - 3_600_000).toISOString()
  const username = await learner()
  const now = () => new Date().toISOString()
  expect(await bench.asAdmin.findCloudAccountHolder({ id, at: early })).toMatchObject({ holder: null })
  expect((await bench.asAdmin.findCloudAccountHolder({ id, at: now() })).holder).toMatchObject({
    username,
    lab: 'open-door',
    until: null,
  })
  await bench.as(username).destroyLab(bench.place)
  await bench.queue.work()
  const later = new Date(Date.now() + 120_000).toISOString()
  expect(await bench.asAdmin.findCloudAccountHolder({ id, at: later })).toMatchObject({ holder: null })
})
