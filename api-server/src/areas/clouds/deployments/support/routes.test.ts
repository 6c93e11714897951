import type { DeploymentRecord } from '@flagyard/api-types'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeExam } from '../../../../../test/catalogue.ts'
import { type LabBench, openLabBench } from '../../../../../test/fixtures/lab-fixture.ts'
import {
  accountBookings,
  audit,
  cloudAccountTransitions,
  deployments,
  entitlements,
  examAttempts,
  labAccess,
  nukeReceipts,
  outbox,
  users,
} from '../../../../db/schema/index.ts'

let bench: LabBench
let attempt: { id: string }
let exam: { id: string }
beforeAll(async () => {
  bench = await openLabBench()
  for (const name of ['learner', 'second', 'third']) await bench.enrol(name)
  const { db } = bench.deps
  exam = await makeExam(db, 'expert')
  const user_id = await bench.idOf('third')
  const [made] = await db.insert(examAttempts).values({ user_id, exam_id: exam.id, number: 1 }).returning()
  attempt = made!
})
beforeEach(async () => {
  await bench.deps.db.delete(accountBookings)
  await bench.clear()
  await bench.deps.db.update(users).set({ disabled_at: null })
})
afterAll(() => bench.close())

const support = () => bench.as('support-of-tests', { roles: ['user', 'admin'], capabilities: ['support'] })
const finance = () => bench.as('finance-of-tests', { roles: ['user', 'admin'], capabilities: ['finance'] })
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'accepted',
    (error) => `${error.status} ${error.message}`,
  )
const why = { reason: 'Ticket 4711' }
const end = (id: string, more = {}) => bench.asAdmin.endDeployment({ id, deploymentEnd: { ...why, ...more } })
const retry = (id: string) => bench.asAdmin.retryDeployment({ id, deploymentRetry: why })
const hold = (id: string) => bench.asAdmin.holdDeployment({ id, deploymentHold: why })
const listed = async (filter: object, sort?: string) => {
  const query = { filter: JSON.stringify(filter), ...(sort && { sort: JSON.stringify([sort, 'ASC']) }) }
  return (await bench.asAdmin.listDeployments(query)).data
}
const page = (id: string) => bench.asAdmin.getDeploymentForAdmin({ id })
const standing = ({ state, reason }: DeploymentRecord) => (reason ? `${state}: ${reason}` : state)
const entries = async () =>
  (await bench.deps.db.select().from(audit).orderBy(audit.at)).map(
    ({ action, subject_type, subject_id, reason }) => `${action} ${subject_type} ${subject_id} ${reason}`,
  )
const mails = async () =>
  (await bench.deps.db.select().from(outbox)).map(({ recipient, subject }) => [recipient, subject])
const sweep = async () => {
  await bench.queue.run('deployments.sweep')
  await bench.queue.work()
}
/** Creates a deployment whose build fails in the cloud. */
async function failed(username = 'learner') {
  await bench.fault({ step: 'apply:1', effect: 'fail', message: 'InsufficientCapacity: no t3.small left.' })
  const { id } = await bench.as(username).deployLab(bench.place)
  await bench.queue.work()
  return id
}

describe('the list', () => {
  test('shows waiting deployments with position, estimate and reason, in the order in which they are served', async () => {
    await bench.addAccount()
    const first = await bench.asLearner.deployLab(bench.place)
    const second = await bench.as('second').deployLab(bench.place)
    const third = await bench.as('third').deployLab(bench.place)
    await bench.deps.db.update(deployments).set({ present_at: null }).where(eq(deployments.id, third.id))
    const rows = await listed({ state: ['queued', 'held'] }, 'queue')
    expect(
      rows.map(({ username, queue, is_present }) => [username, queue?.place, queue?.waits_for, is_present]),
    ).toEqual([
      ['second', 1, 'account', true],
      ['third', 2, 'account', false],
    ])
    const shown = await bench.as('second').getDeployment({ id: second.id })
    expect(rows[0]?.queue?.estimate_seconds, 'as its learner sees it').toBe(shown.queue?.estimate_seconds)
    expect(rows.map(({ allowed }) => allowed)).toEqual([['end'], ['end']])
    expect((await listed({ state: 'provisioning' })).map(({ id, queue }) => [id, queue])).toEqual([[first.id, null]])
    const [aws, azure] = await bench.asAdmin.listLabQueues()
    expect(aws).toMatchObject({
      cloud: 'aws',
      queued: 2,
      held_for_learners: 0,
      available: 0,
      busy: 1,
      waits_for: { account: 2, bookings: 0, extra_data: 0 },
      regions: [{ region: 'eu-west-1', busy: 1, available: 0 }],
    })
    expect(aws?.estimate_seconds).toBeGreaterThan(rows[1]?.queue?.estimate_seconds ?? 0)
    expect(azure).toMatchObject({ queued: 0, estimate_seconds: null, regions: [] })
  })

  test('shows when no account will become free, when accounts are reserved for exams, and when the learner owes extra data', async () => {
    await bench.addAccount({ status: 'Locked', lock_reason: 'hold' })
    const { id } = await bench.asLearner.deployLab(bench.place)
    expect((await page(id)).queue).toEqual({ place: 1, estimate_seconds: null, waits_for: 'account' })
    expect((await bench.asAdmin.listLabQueues())[0]).toMatchObject({ held: 1, estimate_seconds: null })

    const { db } = bench.deps
    await db.insert(accountBookings).values({
      attempt_id: attempt.id,
      cloud: 'aws',
      from_at: sql`now()` as never,
      until_at: sql`now() + interval '1 day'` as never,
    })
    await bench.addAccount()
    await sweep()
    expect((await page(id)).queue?.waits_for).toBe('bookings')
    expect((await bench.asAdmin.listLabQueues())[0]).toMatchObject({ available: 1, waits_for: { bookings: 1 } })

    const field = [{ name: 'ip', label: 'Your address', hint: '', required: true, choices: [], type: 'text' }]
    await db.execute(
      sql`update lab_snapshots set lab = jsonb_set(lab, '{extra_fields}', ${JSON.stringify(field)}::jsonb)`,
    )
    expect((await page(id)).queue?.waits_for).toBe('extra_data')
    await db.execute(sql`update lab_snapshots set lab = jsonb_set(lab, '{extra_fields}', '[]')`)
  })

  test('filters by kind, reason, cloud, region, learner, lab, account, time and text, and sorts by the ends', async () => {
    const account = await bench.addAccount({ region: 'eu-north-1' })
    const id = await failed()
    const { account_id } = await bench.accountNow(account)
    const { db } = bench.deps
    const [sitting] = await db
      .insert(deployments)
      .values({
        user_id: await bench.idOf('third'),
        exam_id: exam.id,
        attempt_id: attempt.id,
        cloud: 'azure',
        module_version: '1',
        duration_seconds: 60,
        state: 'ended',
        reason: 'exam_over',
        ended_at: new Date(),
      })
      .returning()
    const found = async (filter: object) => (await listed(filter)).map((row) => row.id)
    for (const filter of [
      { kind: 'lab' },
      { reason: 'failed' },
      { cloud: 'aws' },
      { region: 'eu-north-1' },
      { username: 'learner' },
      { lab: 'open-door' },
      { account_id },
      { q: 'learner@learners' },
      { q: 'open door' },
      { q: account_id.slice(2, 9) },
      { q: id.toUpperCase() },
      { reason: 'failed', since: new Date(Date.now() - 60_000).toISOString() },
    ])
      expect(await found(filter), JSON.stringify(filter)).toEqual([id])
    expect(await found({ since: new Date(Date.now() + 60_000).toISOString() })).toEqual([])
    expect(await found({ kind: 'exam' })).toEqual([sitting?.id])
    expect(await listed({ kind: 'exam' })).toMatchObject([
      { exam: 'expert', lab: null, attempt_id: attempt.id, allowed: [] },
    ])
    expect((await listed({}, 'ended_at')).map((row) => row.id)).toEqual([id, sitting?.id])
    expect(await found({ q: '%' })).toEqual([])

    const groups = await bench.asAdmin.searchEverything({ q: id })
    expect(groups.find(({ kind }) => kind === 'deployment')?.rows.map((row) => row.id)).toEqual([id])
    await bench.as('second').deployLab(bench.place)
    const ofLab = (await bench.asAdmin.searchEverything({ q: 'open door' })).find(({ kind }) => kind === 'deployment')
    expect(ofLab?.rows, 'an ended deployment is found only by its id').toMatchObject([
      { detail: 'second · provisioning' },
    ])
  })

  test('support may end and retry, cloud duty may also hold, finance may read, and content may do nothing', async () => {
    await bench.addAccount()
    const { id } = await bench.asLearner.deployLab(bench.place)
    await bench.queue.work()
    expect((await page(id)).allowed).toEqual(['end', 'hold'])
    expect((await support().getDeploymentForAdmin({ id })).allowed).toEqual(['end'])
    expect((await finance().getDeploymentForAdmin({ id })).allowed).toEqual([])
    expect(await refusal(support().holdDeployment({ id, deploymentHold: why }))).toMatch(/^403/)
    expect(await refusal(finance().endDeployment({ id, deploymentEnd: why }))).toMatch(/^403/)
    const writer = bench.as('content-of-tests', { roles: ['user', 'admin'], capabilities: ['content'] })
    expect(await refusal(writer.getDeploymentForAdmin({ id }))).toMatch(/^403/)
    expect(await refusal(writer.listDeployments({}))).toMatch(/^403/)
    expect((await writer.listLabQueues()).length, 'counts name no learner').toBe(3)
  })
})

describe('the page', () => {
  test('shows the stages, logs and message that the learner sees, the timeline, and the previous and next holders', async () => {
    const account = await bench.addAccount()
    await bench.as('second').deployLab(bench.place)
    await bench.queue.work()
    await bench.as('second').destroyLab(bench.place)
    await bench.queue.work()
    const id = await failed()
    await bench.as('third').deployLab(bench.place)
    const [record, mine] = [await page(id), await bench.asLearner.getDeployment({ id })]
    expect(record.message).toContain('InsufficientCapacity: no t3.small left.')
    expect([record.message, record.stages]).toEqual([mine.message, mine.stages])
    expect(record.stages[1]).toMatchObject({ state: 'failed', log: ['InsufficientCapacity: no t3.small left.'] })
    const states = record.history.filter(({ kind }) => kind === 'state').map(({ state }) => state)
    expect(states).toEqual(['queued', 'provisioning', 'ending', 'ended'])
    expect(record.history.filter(({ kind }) => kind === 'stage').map(({ stage }) => stage?.state)).toEqual([
      ...['active', 'done', 'active', 'failed'],
    ])
    expect(record).toMatchObject({
      ...{
        resets_used: 0,
        resets: 2,
        extensions: 2,
        flags: { solved: 0, total: 3 },
        course: 'red-team',
        cost_reset: false,
      },
      account: null,
    })
    const { before, at, after } = record.holders ?? {}
    expect([before?.username, at?.username, after?.username]).toEqual(['second', 'learner', 'third'])
    expect(at?.before?.pass, 'the last pass before it was given away').toBe(2)
    expect(at?.after?.removed.first).toEqual([{ type: 'aws_iam_user', name: 'lab-user' }])
    expect(before?.after?.removed.count).toBe(3)
    expect((await bench.accountNow(account)).status).toBe('Locked')
  })

  test('contains no credentials or outputs for administrators, and no secrets in logs', async () => {
    await bench.addAccount()
    await bench.fault({ step: 'apply:2', effect: 'fail', message: 'AccessDenied for AKIA-not-this with canary' })
    const { id } = await bench.asLearner.deployLab(bench.place)
    await bench.queue.work()
    const text = JSON.stringify([await page(id), await bench.asLearner.getDeployment({ id })])
    expect(text).not.toContain('canary')
    expect(text).toContain('AccessDenied for AKIA-not-this with ••••••')

    const again = await bench.asLearner.deployLab(bench.place)
    await bench.queue.work()
    const { credentials, outputs, console_url } = await bench.asLearner.getDeployment({ id: again.id })
    expect(credentials.length).toBeGreaterThan(0)
    const shown = JSON.stringify([await page(again.id), await listed({})])
    for (const { value, secret } of credentials) if (secret) expect(shown).not.toContain(value)
    expect(shown).not.toContain(console_url)
    expect(shown).not.toContain('"outputs"')
    expect(Object.keys(outputs).length).toBeGreaterThan(0)
  })

  test('redacts a flag that a build writes into its log', async () => {
    await bench.addAccount()
    const { id } = await bench.asLearner.deployLab(bench.place)
    const [account] = await bench.deps.db.select().from(deployments)
    expect(account?.id).toBe(id)
    await bench.queue.work()
    expect(await bench.planted(id)).toMatch(/^FLAG/)
    expect(JSON.stringify((await page(id)).stages)).not.toContain(await bench.planted(id))
  })

  test('finds the holder of an account at a minute: not a learner who was waiting, and none while it was clean', async () => {
    const account = await bench.addAccount()
    await bench.asLearner.deployLab(bench.place)
    await bench.queue.work()
    const { id: late } = await bench.as('second').deployLab(bench.place)
    const during = new Date().toISOString()
    await bench.asLearner.destroyLab(bench.place)
    await bench.queue.work()
    expect((await page(late)).state).toBe('running')
    await bench.as('second').destroyLab(bench.place)
    await bench.queue.work()
    const { account_id } = await bench.accountNow(account)
    const at = async (moment: string) => {
      const shown = await bench.asAdmin.findCloudAccountHolder({ id: account_id, at: moment })
      return [
        shown.status,
        shown.before?.username ?? null,
        shown.holder?.username ?? null,
        shown.after?.username ?? null,
      ]
    }
    expect(await at(during)).toEqual(['Provisioned', null, 'learner', 'second'])
    expect(await at(new Date().toISOString())).toEqual(['Available', 'second', null, null])
    expect(await at('2020-01-01T00:00:00Z')).toEqual([null, null, null, 'learner'])
    const shown = await bench.asAdmin.findCloudAccountHolder({ id: account_id, at: during })
    expect(shown.holder?.after?.at, 'the clean-up after it').toBeDefined()
    expect(await refusal(bench.asAdmin.findCloudAccountHolder({ id: account_id, at: 'noon' }))).toMatch(/^422/)
    const { db } = bench.deps
    await db.delete(nukeReceipts)
    await db.delete(cloudAccountTransitions)
    expect((await page(late)).holders, 'history is deleted after two years').toBeNull()
  })

  test('finds the holder at a minute after the account was retired, and after it was added again', async () => {
    const account = await bench.addAccount()
    const { account_id } = await bench.accountNow(account)
    await bench.asLearner.deployLab(bench.place)
    await bench.queue.work()
    const during = new Date().toISOString()
    await bench.asLearner.destroyLab(bench.place)
    await bench.queue.work()
    await bench.asAdmin.deleteAwsAccount({ account_id })
    const holder = async (id: string) =>
      (await bench.asAdmin.findCloudAccountHolder({ id, at: during })).holder?.username
    expect([await holder(account_id), await holder(account)]).toEqual(['learner', 'learner'])
    expect(await bench.asAdmin.listCloudAccountHolders({ id: account_id })).toMatchObject([{ username: 'learner' }])
    const retired = await bench.asAdmin.getCloudAccount({ id: account_id })
    expect([retired.retired_at !== null, retired.allowed]).toEqual([true, []])
    const found = async (q: string) =>
      (await bench.asAdmin.searchEverything({ q }))
        .filter(({ kind }) => kind === 'aws_account')
        .flatMap(({ rows }) => rows)
    expect(await found(account_id)).toMatchObject([{ id: account_id, detail: expect.stringContaining('Retired') }])
    expect(await found(account_id.slice(0, -1)), 'only by its whole id').toEqual([])
    expect((await listed({ q: account_id })).map(({ username }) => username)).toEqual(['learner'])

    const again = await bench.addAccount({ account_id })
    expect([await holder(account_id), await holder(again), await holder(account)]).toEqual([
      ...['learner', 'learner', 'learner'],
    ])
    const now = await bench.asAdmin.findCloudAccountHolder({ id: account_id, at: new Date().toISOString() })
    expect(now.holder).toBeNull()
    expect((await bench.asAdmin.getCloudAccount({ id: account_id })).uuid).toBe(again)
    expect(await found(account_id)).toHaveLength(1)
  })
})

describe('ending', () => {
  test('ends a deployment in any state without cost, records it in the audit log and mails the learner', async () => {
    const account = await bench.addAccount()
    const running = await bench.asLearner.deployLab(bench.place)
    const queued = await bench.as('second').deployLab(bench.place)
    await bench.queue.work()
    await bench.deps.db.update(deployments).set({ cost_reset: true })
    await bench.deps.db
      .insert(labAccess)
      .values({ user_id: await bench.idOf('second'), lab_id: bench.lab.id, resets_used: 1 })
      .onConflictDoUpdate({ target: [labAccess.user_id, labAccess.lab_id], set: { resets_used: 1 } })

    expect(standing(await end(queued.id, { message: 'We are looking into the queue.' }))).toBe('ended: administrator')
    expect((await page(queued.id)).resets_used, 'the reset is back').toBe(0)
    expect(standing(await end(running.id))).toBe('ending: administrator')
    expect(await refusal(end(running.id))).toBe('409 It is already ending.')
    await bench.queue.work()
    expect(await refusal(end(running.id))).toBe('409 It has ended.')
    expect([await bench.standing(), (await bench.accountNow(account)).status]).toEqual([[], 'Available'])
    await sweep()
    expect((await mails()).sort()).toEqual([
      ['learner@learners.example', 'Your lab ended: The open door'],
      ['second@learners.example', 'Your lab ended: The open door'],
    ])
    expect((await page(queued.id)).message).toBe(
      'We are looking into the queue. No reset was used, and your solved flags are saved.',
    )
    expect(await entries()).toEqual([
      `deployments.end deployment ${queued.id} Ticket 4711`,
      `deployments.end deployment ${running.id} Ticket 4711`,
    ])
  })

  test('gives a held account to the next learner, and stops a build', async () => {
    await bench.addAccount()
    const away = await bench.asLearner.deployLab(bench.place)
    await bench.deps.db.update(deployments).set({ state: 'held', held_until: sql`now() + interval '5 minutes'` })
    const next = await bench.as('second').deployLab(bench.place)
    expect(next.state).toBe('queued')
    await end(away.id)
    expect((await page(next.id)).state).toBe('provisioning')
    expect(standing(await end(next.id))).toBe('ending: administrator')
    await bench.queue.work()
    expect(standing(await page(next.id))).toBe('ended: administrator')
  })

  test('builds no new environment for an exam that is over, and requires a reason', async () => {
    const [sitting] = await bench.deps.db
      .insert(deployments)
      .values({
        user_id: await bench.idOf('third'),
        exam_id: exam.id,
        attempt_id: attempt.id,
        cloud: 'aws',
        module_version: '1',
        duration_seconds: 60,
        state: 'running',
      })
      .returning()
    const { labs } = await bench.asAdmin.getUser({ username: 'third' })
    expect(labs, 'which is no lab of theirs').toEqual({ running: 0, queued: 0, exams: 1 })
    expect(await refusal(end(sitting!.id))).toMatch(/^409 This exam is no longer in preparation or running/)
    const many = { action: 'deployments.end' as const, ids: [sitting!.id] }
    expect((await bench.asAdmin.previewBulk({ bulkPreviewAsk: many })).reasons[0]?.message).toBe(
      'It belongs to an exam: end it on its own page.',
    )
    expect(await refusal(retry(sitting!.id))).toMatch(/^409 It has not ended/)
    expect(await refusal(end(sitting!.id, { reason: '' }))).toMatch(/^422/)
    expect(await refusal(end('nope'))).toMatch(/^404/)
  })
})

describe('retrying', () => {
  test('queues the lab near the front without cost; an account is held, and the learner gets one mail and claims it', async () => {
    await bench.addAccount()
    const id = await failed()
    // Two learners are waiting and the account is in use.
    await bench.as('second').deployLab(bench.place)
    await bench.as('third').deployLab(bench.place)
    await bench.queue.work()
    const made = await retry(id)
    expect([made.id === id, made.username, made.state, made.queue?.place]).toEqual([false, 'learner', 'queued', 1])
    expect(await page(id)).toMatchObject({
      next: made.id,
      retry_refusal: 'There is a newer one of this lab.',
      allowed: [],
    })
    await bench.as('second').destroyLab(bench.place)
    await bench.queue.work()
    expect(await page(made.id)).toMatchObject({ state: 'held', is_present: false, cost_reset: false })
    const claimed = await bench.asLearner.deployLab(bench.place)
    expect([claimed.id, claimed.state, claimed.resets_left]).toEqual([made.id, 'provisioning', 2])
    await bench.queue.work()
    expect((await page(made.id)).state).toBe('running')
    expect(await entries()).toEqual([`deployments.retry deployment ${id} Ticket 4711`])

    await bench.as('third').destroyLab(bench.place)
    await end(made.id)
    await bench.queue.work()
    await sweep()
    expect((await retry(made.id)).state, 'an account is free, so it is held immediately').toBe('held')
    await sweep()
    const subjects = (await mails()).map(([, subject]) => subject)
    expect(
      subjects.filter((subject) => subject?.startsWith('Your turn')),
      'held immediately',
    ).toHaveLength(1)
    expect(subjects.filter((subject) => subject?.startsWith('We are trying again'))).toHaveLength(1)
  })

  test.each<[string, (id: string) => Promise<unknown>, RegExp]>([
    [
      'ended by its learner',
      (id) => bench.deps.db.update(deployments).set({ reason: 'learner' }).where(eq(deployments.id, id)),
      /^409 It did not end because of us/,
    ],
    ['deployed again meanwhile', () => bench.asLearner.deployLab(bench.place), /^409 There is a newer one of this lab/],
    [
      'of a closed account',
      async () =>
        bench.deps.db
          .update(users)
          .set({ disabled_at: new Date() })
          .where(eq(users.id, await bench.idOf('learner'))),
      /^409 The account of its learner is closed/,
    ],
    [
      'whose access ended',
      async () => bench.deps.db.update(entitlements).set({ ends_at: new Date() }),
      /^409 Its learner no longer has access to this lab/,
    ],
  ])('one that was %s is refused, as its page says', async (_, change, sentence) => {
    await bench.addAccount()
    const id = await failed()
    expect((await page(id)).allowed).toEqual(['retry'])
    await change(id)
    const { allowed, retry_refusal } = await page(id)
    expect([allowed, `409 ${retry_refusal}`]).toEqual([[], expect.stringMatching(sentence)])
    expect((await listed({ id: [id] }))[0]?.allowed).toEqual([])
    expect(await refusal(retry(id))).toMatch(sentence)
    await bench.deps.db.update(entitlements).set({ ends_at: null })
  })

  test('is refused for a learner who has three labs', async () => {
    const id = await failed()
    expect((await page(id)).state, 'there is no account, so it waits').toBe('queued')
    await end(id)
    const user_id = await bench.idOf('learner')
    await bench.deps.db.insert(deployments).values(
      [1, 2, 3].map((n) => ({
        user_id,
        cloud: 'aws' as const,
        module_version: '1',
        duration_seconds: n,
        test: { values: {}, solved: [] },
      })),
    )
    expect(await refusal(retry(id))).toBe('409 Its learner already has 3 labs. One of them must end first.')
  })
})

describe('holds', () => {
  test('end a running lab and preserve its account; the audit entry belongs to the account', async () => {
    const account = await bench.addAccount()
    const { id } = await bench.asLearner.deployLab(bench.place)
    await bench.queue.work()
    const before = await bench.standing()
    expect(await hold(id)).toMatchObject({ state: 'ending', account: { hold_reason: 'Ticket 4711' } })
    expect(await refusal(hold(id))).toBe('409 Its account is already being held. The lab in it is still ending.')
    await bench.queue.work()
    expect(await bench.standing()).toEqual(before)
    const { account_id, lock_reason } = await bench.accountNow(account)
    expect(lock_reason).toBe('hold')
    expect(await page(id)).toMatchObject({ state: 'ended', account: { status: 'Locked', lock_reason: 'hold' } })
    expect(await refusal(hold(id))).toBe('409 Its account is already on hold.')
    expect(await entries()).toEqual([`cloud_accounts.hold cloud_account ${account_id} Ticket 4711`])
    expect((await page(id)).allowed, 'it ended because of us').toEqual(['retry'])
  })

  test('apply to an ended deployment until its account is cleaned', async () => {
    await bench.addAccount()
    const { id } = await bench.asLearner.deployLab(bench.place)
    await bench.queue.work()
    await bench.asLearner.destroyLab(bench.place)
    await bench.queue.run('deployments.end', { id })
    expect((await page(id)).account?.status).toBe('Dirty')
    expect((await page(id)).allowed).toEqual(['hold'])
    expect((await hold(id)).account).toMatchObject({ status: 'Locked', lock_reason: 'hold' })

    await bench.clear()
    await bench.addAccount()
    const other = await bench.asLearner.deployLab(bench.place)
    await bench.queue.work()
    await bench.asLearner.destroyLab(bench.place)
    await bench.queue.work()
    expect(await refusal(hold(other.id))).toBe('409 Its account has since been cleaned or leased to another learner.')
    expect((await page(other.id)).allowed).toEqual([])
  })
})

describe('bulk actions on deployments', () => {
  test('preview whose labs end and why others are skipped, require the number, and audit each one', async () => {
    await bench.addAccount()
    const running = await bench.asLearner.deployLab(bench.place)
    const queued = await bench.as('second').deployLab(bench.place)
    await bench.queue.work()
    const [over] = await bench.deps.db
      .insert(deployments)
      .values({
        user_id: await bench.idOf('third'),
        lab_id: bench.lab.id,
        cloud: 'gcp',
        module_version: '1',
        duration_seconds: 60,
        state: 'ended',
        reason: 'expired',
        ended_at: new Date(),
      })
      .returning()
    const ask = { action: 'deployments.end' as const, filter: JSON.stringify({ lab: 'open-door' }) }
    const dry = await bench.asAdmin.previewBulk({ bulkPreviewAsk: ask })
    expect(dry).toMatchObject({ total: 3, changes: 2, reasons: [{ message: 'It has ended.', count: 1 }] })
    expect(dry.rows.map(({ label }) => label).sort()).toEqual(['learner · The open door', 'second · The open door'])
    expect(await refusal(bench.asAdmin.startBulk({ bulkAsk: { ...ask, ...why } }))).toMatch(/^422/)
    const job = await bench.asAdmin.startBulk({ bulkAsk: { ...ask, ...why, confirm: 2 } })
    expect(job).toMatchObject({ done: 2, failed: 1 })
    await bench.queue.work()
    expect(standing(await page(running.id))).toBe('ended: administrator')
    expect(standing(await page(queued.id))).toBe('ended: administrator')
    const rows = (await bench.asAdmin.listBulkItems({ filter: JSON.stringify({ job: job.id }) })).data
    expect(rows.find(({ id }) => id === over?.id)).toMatchObject({
      label: 'third · The open door',
      message: 'It has ended.',
    })
    expect((await entries()).filter((entry) => entry.startsWith('deployments.end'))).toHaveLength(2)
  })

  test('hold accounts with their contents; support may not', async () => {
    await bench.addAccount()
    await bench.addAccount()
    const ids = []
    for (const name of ['learner', 'second']) ids.push((await bench.as(name).deployLab(bench.place)).id)
    const waiting = await bench.as('third').deployLab(bench.place)
    await bench.queue.work()
    const before = await bench.standing()
    const ask = { action: 'deployments.hold' as const, ids: [...ids, waiting.id] }
    expect(await refusal(support().previewBulk({ bulkPreviewAsk: ask }))).toMatch(/^403/)
    const dry = await bench.asAdmin.previewBulk({ bulkPreviewAsk: ask })
    expect(dry).toMatchObject({ changes: 2, reasons: [{ message: 'It has no account yet.', count: 1 }] })
    expect(await bench.asAdmin.startBulk({ bulkAsk: { ...ask, ...why } })).toMatchObject({ done: 2, failed: 1 })
    await bench.queue.work()
    expect(await bench.standing()).toEqual(before)
    for (const id of ids) expect((await page(id)).account).toMatchObject({ lock_reason: 'hold' })
  })
})
