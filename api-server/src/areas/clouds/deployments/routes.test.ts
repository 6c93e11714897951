import type { ExtraFieldType } from '@flagyard/api-types'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { watchRoundTrips } from '../../../../test/every-call/count-round-trips.ts'
import { type LabBench, openLabBench } from '../../../../test/fixtures/lab-fixture.ts'
import { publishLegalPage } from '../../../../test/legal.ts'
import { deployments, labAccess, labs, lessons, outbox, sections } from '../../../db/schema/index.ts'
import { grant } from '../../catalogue/entitlements/service.ts'

const watched = watchRoundTrips()
let bench: LabBench
beforeAll(async () => {
  bench = await openLabBench()
  for (const name of ['learner', 'second', 'third']) await bench.enrol(name)
})
beforeEach(() => bench.clear())
afterAll(async () => {
  await bench.close()
  watched.stop()
})

/** Moves a deployment's clock instead of waiting. */
const pass = (minutes: number, id: string) =>
  bench.deps.db
    .update(deployments)
    .set({
      ends_at: sql`${deployments.ends_at} - make_interval(mins => ${minutes}::int)`,
      running_at: sql`${deployments.running_at} - make_interval(mins => ${minutes}::int)`,
      hard_deadline_at: sql`${deployments.hard_deadline_at} - make_interval(mins => ${minutes}::int)`,
    })
    .where(eq(deployments.id, id))

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'accepted',
    (error) => `${error.status} ${error.message}`,
  )

describe('the whole path', () => {
  test('builds a lab stage by stage, runs and ends it, and wipes its account twice before it is available again', async () => {
    const account = await bench.addAccount()
    const asked = await bench.asLearner.deployLab(bench.place)
    expect([asked.state, asked.stages.map((stage) => stage.state)]).toEqual([
      'provisioning',
      ['waiting', 'waiting', 'waiting'],
    ])
    expect((await bench.accountNow(account)).lock_reason).toBe('lease')

    await bench.queue.work()
    const running = await bench.asLearner.getDeployment({ id: asked.id })
    expect(running.state).toBe('running')
    expect(running.stages.map((stage) => stage.state)).toEqual(['done', 'done', 'done'])
    expect(running.stages[0]?.log).toEqual([
      'Planned: 3 resources, about 0.00 EUR an hour by the price list.',
      'Without a price, so their cost is unknown: aws_iam_access_key, aws_iam_user, aws_s3_object.',
      'aws_iam_user lab-user: created',
    ])
    expect(running.credentials.map((one) => one.label)).toContain('Secret access key')
    expect(running.console_url).toContain(running.account_id)
    expect(running.outputs).toMatchObject({ account_id: running.account_id, region: 'eu-west-1' })
    expect(await bench.standing()).toHaveLength(3)

    expect((await bench.asLearner.destroyLab(bench.place)).state).toBe('ending')
    await bench.queue.work()
    const ended = await bench.asLearner.getDeployment({ id: asked.id })
    expect([ended.state, ended.reason, ended.credentials, ended.outputs]).toEqual(['ended', 'learner', [], {}])
    expect(await bench.standing()).toEqual([])
    const row = await bench.asAdmin.getCloudAccount({ id: account })
    expect(row.history.map((step) => step.to).reverse()).toEqual([
      'Locked',
      'Provisioning',
      'Provisioned',
      'Dirty',
      'Nuking',
      'Nuked',
      'Available',
    ])
  })

  test('answers a second click with the first deployment', async () => {
    await bench.addAccount()
    await bench.addAccount()
    const both = await Promise.all([bench.asLearner.deployLab(bench.place), bench.asLearner.deployLab(bench.place)])
    expect(both[0]?.id).toBe(both[1]?.id)
  })

  test('is refused by the ledger without the course', async () => {
    expect(await refusal(bench.as('stranger').deployLab(bench.place))).toMatch(/^403 You do not have this course yet/)
  })

  test('hides the deployments of other learners', async () => {
    await bench.addAccount()
    const { id } = await bench.asLearner.deployLab(bench.place)
    expect(await refusal(bench.as('stranger').getDeployment({ id }))).toMatch(/^404/)
    expect(await refusal(bench.as('stranger').followDeployment({ id }))).toMatch(/^404/)
  })

  test('ends a build that the provider refuses, with the reason, without cost and without leftovers', async () => {
    const account = await bench.addAccount()
    await bench.fault({ step: 'apply:1', effect: 'leave' })
    const { id } = await bench.asLearner.deployLab(bench.place)
    await bench.queue.work()
    const ended = await bench.asLearner.getDeployment({ id })
    expect([ended.state, ended.reason, ended.resets_left]).toEqual(['ended', 'failed', 2])
    expect(ended.message).toContain('InsufficientCapacity')
    expect(await bench.standing()).toEqual([])
    expect((await bench.accountNow(account)).status).toBe('Available')
  })
})

describe('the queue', () => {
  test('serves learners in order when accounts become free', async () => {
    await bench.addAccount()
    const first = await bench.asLearner.deployLab(bench.place)
    const second = await bench.as('second').deployLab(bench.place)
    const third = await bench.as('third').deployLab(bench.place)
    await bench.queue.work()
    expect([first.state, second.state, third.state]).toEqual(['provisioning', 'queued', 'queued'])
    expect([second.queue?.place, third.queue?.place]).toEqual([1, 2])
    expect(second.queue?.estimate_seconds).toBeGreaterThan(0)

    await bench.asLearner.destroyLab(bench.place)
    await bench.queue.work()
    expect((await bench.as('second').getDeployment({ id: second.id })).state).toBe('running')
    expect((await bench.as('third').getDeployment({ id: third.id })).queue?.place).toBe(1)
  })

  test('estimates the wait from running and building labs, also for more learners than accounts', async () => {
    await bench.addAccount()
    await bench.asLearner.deployLab(bench.place)
    const second = await bench.as('second').deployLab(bench.place)
    expect(second.queue?.estimate_seconds, 'while it is built: two minutes, an hour, two minutes').toBe(3840)
    const third = await bench.as('third').deployLab(bench.place)
    expect(third.queue).toEqual({ place: 2, estimate_seconds: 7680 })
    await bench.queue.work()
    await pass(50, (await bench.asLearner.getMyLab({ slug: 'open-door' })).deployment!.id)
    const waiting = (await bench.as('second').getDeployment({ id: second.id })).queue?.estimate_seconds ?? 0
    expect(waiting, 'ten minutes are left').toBeGreaterThan(700)
    expect(waiting).toBeLessThanOrEqual(720)
  })

  test('holds an account for an absent learner, keeps them near the front after one miss, and ends after the second', async () => {
    await bench.addAccount()
    await bench.asLearner.deployLab(bench.place)
    const { id } = await bench.as('second').deployLab(bench.place)
    await bench.queue.work()
    const away = { present_at: sql`now() - interval '5 minutes'` }
    await bench.deps.db.update(deployments).set(away).where(eq(deployments.id, id))
    await bench.asLearner.destroyLab(bench.place)
    await bench.queue.work()
    const state = async () => (await bench.deps.db.select().from(deployments).where(eq(deployments.id, id)))[0]!
    expect((await state()).state).toBe('held')
    for (const _twice of [1, 2]) await bench.queue.run('deployments.sweep')
    const mails = await bench.deps.db.select().from(outbox).where(eq(outbox.kind, 'lab_held'))
    expect(mails.map((mail) => [mail.recipient, mail.subject])).toEqual([
      ['second@learners.example', 'Your turn: The open door'],
    ])

    const late = { held_until: sql`now() - interval '1 second'` }
    for (const [misses, expected] of [
      [1, 'held'],
      [2, 'ended'],
    ] as const) {
      await bench.deps.db.update(deployments).set(late).where(eq(deployments.id, id))
      await bench.queue.run('deployments.sweep')
      expect([(await state()).misses, (await state()).state]).toEqual([misses, expected])
    }
    expect((await state()).reason).toBe('unclaimed')
  })

  test('sends no mail about a held account to learners without reminders', async () => {
    await bench.addAccount()
    await bench.asLearner.deployLab(bench.place)
    const quiet = bench.as('third')
    const { id } = await quiet.deployLab(bench.place)
    const email_preferences = { product: true, reminders: false, feedback: true }
    await quiet.updateMe({ profileUpdatePayload: { email_preferences } })
    await bench.queue.work()
    await bench.deps.db
      .update(deployments)
      .set({ present_at: sql`now() - interval '5 minutes'` })
      .where(eq(deployments.id, id))
    await bench.asLearner.destroyLab(bench.place)
    await bench.queue.work()
    await bench.queue.run('deployments.sweep')
    expect(await bench.deps.db.select().from(outbox).where(eq(outbox.kind, 'lab_held'))).toEqual([])
    expect((await quiet.getDeployment({ id })).state).toBe('held')
  })

  test('lets a learner claim the held account by deploying again', async () => {
    await bench.addAccount()
    await bench.asLearner.deployLab(bench.place)
    const { id } = await bench.as('second').deployLab(bench.place)
    await bench.queue.work()
    const away = { present_at: sql`now() - interval '5 minutes'` }
    await bench.deps.db.update(deployments).set(away).where(eq(deployments.id, id))
    await bench.asLearner.destroyLab(bench.place)
    await bench.queue.work()
    const claimed = await bench.as('second').deployLab(bench.place)
    expect([claimed.id, claimed.state]).toEqual([id, 'provisioning'])
    await bench.queue.work()
    expect((await bench.as('second').getDeployment({ id })).state).toBe('running')
  })
})

describe('time', () => {
  async function run() {
    await bench.addAccount()
    const { id } = await bench.asLearner.deployLab(bench.place)
    await bench.queue.work()
    return id
  }

  test('allows extending in the last quarter, counts extensions, and stops at the hard deadline', async () => {
    const id = await run()
    expect(await refusal(bench.asLearner.extendLab(bench.place))).toBe(
      '409 You can extend a lab in the last quarter of your time.',
    )
    await pass(50, id)
    const first = await bench.asLearner.extendLab(bench.place)
    expect(first.extensions_left).toBe(1)
    await pass(15, id)
    const second = await bench.asLearner.extendLab(bench.place)
    expect(second.ends_at).toBe(second.hard_deadline_at)
    await pass(20, id)
    expect(await refusal(bench.asLearner.extendLab(bench.place))).toBe('409 You have used all extensions of this lab.')
  })

  test('ends a lab in the sweep when its time is over, after one warning each at 30, 10 and 5 minutes', async () => {
    const id = await run()
    for (const minutes of [31, 0, 20, 5, 3]) {
      await pass(minutes, id)
      await bench.queue.run('deployments.sweep')
    }
    await pass(10, id)
    await bench.queue.run('deployments.sweep')
    await bench.queue.work()
    const ended = await bench.asLearner.getDeployment({ id })
    expect([ended.state, ended.reason]).toEqual(['ended', 'expired'])
    const response = await bench.asLearner.followDeployment({ id }, { headers: { 'last-event-id': '0' } })
    const warned = [...(await response.text()).matchAll(/event: warning\ndata: (.*)/g)].map((match) => match[1])
    expect(warned).toEqual(['{"minutes":30}', '{"minutes":10}', '{"minutes":5}'])
  })

  test('a reset uses one reset and builds the lab again with the remaining time', async () => {
    const first = await run()
    await pass(20, first)
    const again = await bench.asLearner.resetLabEnvironment(bench.place)
    expect([again.state, again.resets_left]).toEqual(['queued', 1])
    await bench.queue.work()
    expect((await bench.asLearner.getDeployment({ id: first })).reason).toBe('reset')
    const running = await bench.asLearner.getDeployment({ id: again.id })
    expect(running.state).toBe('running')
    const left = (Date.parse(running.ends_at!) - Date.parse(running.running_at!)) / 60_000
    expect(left).toBeGreaterThan(39)
    expect(left).toBeLessThanOrEqual(40)
  })

  test('deploying again uses a reset only after more than three minutes of use', async () => {
    await run()
    await bench.asLearner.destroyLab(bench.place)
    await bench.queue.work()
    const quick = await bench.asLearner.deployLab(bench.place)
    expect(quick.resets_left).toBe(2)
    await bench.queue.work()
    await pass(10, quick.id)
    await bench.asLearner.destroyLab(bench.place)
    await bench.queue.work()
    expect((await bench.asLearner.deployLab(bench.place)).resets_left).toBe(1)
  })
})

describe('extra data of a lab', () => {
  const ask = { name: 'initials', label: 'Your initials', hint: '', required: true, max_length: 3 }
  const values = (given: Record<string, string>) =>
    bench.asLearner.addExtraDataLab({ slug: 'open-door', addExtraDataLabPayload: { values: given } })
  beforeEach(() => bench.deps.db.update(labs).set({ extra_fields: [ask] }))
  afterEach(() => bench.deps.db.update(labs).set({ extra_fields: [] }))

  test('is required before the build, and only declared fields and lengths are accepted', async () => {
    await bench.addAccount()
    expect(await refusal(bench.asLearner.deployLab(bench.place))).toMatch(/^422 This lab needs “Your initials”/)
    expect(await refusal(values({ initials: 'abcd' }))).toMatch(/^422/)
    expect(await refusal(values({ initials: 'ab', other: 'x' }))).toMatch(/^422/)
    expect(await refusal(values({ initials: ' ' }))).toMatch(/^422/)
    expect((await values({ initials: 'ab' })).extra_data).toEqual({ initials: 'ab' })
    expect((await bench.asLearner.deployLab(bench.place)).state).toBe('provisioning')
  })

  test('is validated by the type of each field, and every invalid field is reported together', async () => {
    const field = (name: string, type: ExtraFieldType, more = {}) => ({
      name,
      label: name,
      hint: '',
      required: false,
      max_length: 100,
      type,
      ...more,
    })
    await bench.deps.db.update(labs).set({
      extra_fields: [
        field('ip', 'ipv4'),
        field('net', 'cidr'),
        field('mail', 'email'),
        field('region', 'choice', { choices: ['Dublin', 'Oslo'] }),
      ],
    })
    const problemsOf = (given: Record<string, string>) =>
      values(given).then(
        () => [],
        (error) => error.errors.map((one: { field: string }) => one.field),
      )
    const wrong = { ip: 'not an ip', net: '203.0.113.0/33', mail: 'me', region: 'Paris' }
    expect(await problemsOf(wrong)).toEqual(['values.ip', 'values.net', 'values.mail', 'values.region'])
    for (const ip of ['1.2.3', '1.2.3.4.5', '256.1.1.1', '010.1.1.1', '::1', '203.0.113.24/32', '0x7f.1.1.1'])
      expect(await problemsOf({ ip }), ip).toEqual(['values.ip'])
    for (const net of ['0.0.0.0/0', '10.0.0.0/8', '203.0.113.0/', '203.0.113.0/24/1', 'a/24'])
      expect(await problemsOf({ net }), net).toEqual(['values.net'])
    const right = { ip: ' 203.0.113.24 ', net: '203.0.113.77/24', mail: 'me@example.org', region: 'Oslo' }
    expect((await values(right)).extra_data).toEqual({ ...right, ip: '203.0.113.24', net: '203.0.113.0/24' })
    expect((await values({ net: '203.0.113.24' })).extra_data).toEqual({ net: '203.0.113.24/32' })
  })

  test('can be filled in with the address of the caller', async () => {
    expect((await bench.asLearner.getMyLab({ slug: 'open-door' })).my_address).toBe('127.0.0.1')
  })

  test('does not block the build if all of it is optional', async () => {
    await bench.deps.db.update(labs).set({ extra_fields: [{ ...ask, required: false }] })
    await bench.addAccount()
    expect((await bench.asLearner.getMyLab({ slug: 'open-door' })).needs_extra_data).toBe(true)
    expect((await bench.asLearner.deployLab(bench.place)).state).toBe('provisioning')
  })

  test('is required again after a reset of the lab, which waits for it at the front of the queue', async () => {
    await bench.addAccount()
    await values({ initials: 'ab' })
    await bench.asLearner.deployLab(bench.place)
    await bench.queue.work()
    const again = await bench.asLearner.resetLab({ slug: 'open-door' })
    await bench.queue.work()
    const waiting = await bench.asLearner.getMyLab({ slug: 'open-door' })
    expect([waiting.deployment?.id, waiting.deployment?.state, waiting.extra_data]).toEqual([again.id, 'queued', {}])
    await values({ initials: 'cd' })
    await bench.queue.work()
    expect((await bench.asLearner.getDeployment({ id: again.id })).state).toBe('running')
  })
})

describe('limits', () => {
  test('a learner can have at most three labs, and cannot reset without resets left', async () => {
    await bench.addAccount()
    await bench.addAccount()
    const { id } = await bench.asLearner.deployLab(bench.place)
    await bench.queue.work()
    await bench.asLearner.resetLabEnvironment(bench.place)
    await bench.queue.work()
    await bench.asLearner.resetLabEnvironment(bench.place)
    await bench.queue.work()
    expect(await refusal(bench.asLearner.resetLabEnvironment(bench.place))).toMatch(/^409 You have no reset/)
    expect((await bench.asLearner.getMyLab({ slug: 'open-door' })).resets_left).toBe(0)

    const { db } = bench.deps
    const [mine] = await db.select().from(deployments).where(eq(deployments.id, id))
    const more = await db
      .insert(labs)
      .values([1, 2].map((one) => ({ ...bench.lab, id: undefined, slug: `another-${one}` })))
      .returning()
    await db.insert(deployments).values(
      more.map(({ id: lab_id }) => ({
        ...mine!,
        id: undefined,
        lab_id,
        cloud_account_id: null,
        state: 'queued' as const,
      })),
    )
    const fourth = await db
      .insert(labs)
      .values({ ...bench.lab, id: undefined, slug: 'fourth' })
      .returning()
    await db.insert(lessons).values({ ...bench.lesson, id: undefined, slug: 'fourth', lab_id: fourth[0]!.id })
    expect(await refusal(bench.asLearner.deployLab({ ...bench.place, lesson: 'fourth' }))).toBe(
      '409 You already have 3 labs. End one of them first.',
    )
  })

  test('a lab bought individually opens its lesson whatever the sections of the course say, and nothing else', async () => {
    const { db } = bench.deps
    const { course_id, section_id } = bench.lesson
    const [before] = await db
      .insert(sections)
      .values({ course_id, slug: 'before', title: 'The tree', position: 9 })
      .returning()
    await db.insert(lessons).values({
      course_id,
      section_id: before!.id,
      slug: 'first',
      title: 'First',
      position: 0,
      kind: 'reading',
    })
    await db.update(sections).set({ opens_after_id: before!.id }).where(eq(sections.id, section_id))
    const owner = bench.as('owner-of-the-lab')
    await grant(db, { userId: await bench.idOf('owner-of-the-lab'), lab: bench.lab.id, source: 'purchase' })
    await bench.addAccount()
    expect((await owner.deployLab(bench.place)).state).toBe('provisioning')
    const first = { slug: bench.place.slug, section_slug: 'before', lesson_slug: 'first' }
    await expect(owner.completeLesson(first)).rejects.toMatchObject({ status: 403 })

    const student = bench.as('owner-of-the-course')
    await bench.enrol('owner-of-the-course')
    expect(await refusal(student.deployLab(bench.place))).toBe('403 This section opens once you finish “The tree”.')
    const progressOf = async (api: typeof owner) =>
      (await api.getCourseProgress({ slug: bench.place.slug })).open_lessons
    expect(await progressOf(student)).toEqual([])
    await bench.enrol('owner-of-the-lab')
    const { section, lesson } = bench.place
    expect(await progressOf(owner), 'who buys the course later keeps the lab').toEqual([{ section, lesson }])
    await owner.destroyLab(bench.place)
    await bench.queue.work()
    await db.update(sections).set({ opens_after_id: null }).where(eq(sections.id, section_id))
  })

  test('a lab bought individually shows the text of its lesson, but only to learners who may open it', async () => {
    await bench.deps.db.update(lessons).set({ body: 'Begin with **sts**.' }).where(eq(lessons.id, bench.lesson.id))
    await grant(bench.deps.db, { userId: await bench.idOf('reader'), lab: bench.lab.id, source: 'purchase' })
    const instructionsFor = async (name: string) => (await bench.as(name).getMyLab({ slug: 'open-door' })).instructions
    expect(await instructionsFor('reader')).toBe('Begin with **sts**.')
    expect(await instructionsFor('window-shopper')).toBe('')
  })

  test('the access days of a lab bought individually start with the first deployment, and it closes after them', async () => {
    const buyer = bench.as('buyer')
    await grant(bench.deps.db, { userId: await bench.idOf('buyer'), lab: bench.lab.id, source: 'purchase' })
    await bench.addAccount()
    await buyer.deployLab(bench.place)
    await bench.queue.work()
    const ends = Date.parse((await buyer.getMyLab({ slug: 'open-door' })).access_ends_at!)
    expect(Math.round((ends - Date.now()) / 86_400_000)).toBe(30)
    await buyer.destroyLab(bench.place)
    await bench.queue.work()
    await bench.deps.db.update(labAccess).set({ access_ends_at: sql`now() - interval '1 minute'` })
    expect(await refusal(buyer.deployLab(bench.place))).toMatch(/^403 Your access to this lab ended/)
  })
})

test('visitors see labs on sale but no drafts; learners see the course of their lab', async () => {
  await bench.deps.db.update(labs).set({ price_amount: 4900 }).where(eq(labs.slug, 'open-door'))
  expect((await bench.asVisitor.listLabs()).map((lab) => [lab.slug, lab.price, lab.flags])).toEqual([
    ['open-door', { amount: 4900, currency: 'EUR' }, 3],
  ])
  expect((await bench.asVisitor.getLab({ slug: 'open-door' })).extensions).toBe(2)
  const [mine] = (await bench.asLearner.listMyLabs()).filter((lab) => lab.slug === 'open-door')
  expect([mine?.has_access, mine?.course]).toEqual([true, bench.place])
  await bench.deps.db.update(labs).set({ status: 'draft' }).where(eq(labs.slug, 'open-door'))
  expect(await refusal(bench.asVisitor.getLab({ slug: 'open-door' }))).toMatch(/^404/)
  expect(await refusal(bench.as('no-owner').getMyLab({ slug: 'open-door' }))).toMatch(/^404/)
  expect((await bench.asLearner.getMyLab({ slug: 'open-door' })).has_access, 'its owner keeps it').toBe(true)
})

test('listing my labs takes the same number of queries for one lab and for many', async () => {
  const { db } = bench.deps
  const { id: _, ...open } = (await db.select().from(labs).where(eq(labs.slug, 'open-door')))[0]!
  const countFor = async (name: string) => {
    const client = bench.as(name)
    await client.listMyLabs() // the account's own first call writes when it was last seen
    let mine = 0
    const { statements } = await watched.count(async () => {
      mine = (await client.listMyLabs()).length
    })
    return [mine, statements]
  }
  const [few, asked] = await countFor('third')
  const more = [1, 2, 3, 4].map((n) => ({
    ...open,
    slug: `corridor-${n}`,
    title: `Corridor ${n}`,
    status: 'published' as const,
  }))
  const added = await db.insert(labs).values(more).returning({ id: labs.id })
  for (const { id } of added) await grant(db, { userId: await bench.idOf('third'), lab: id, source: 'administrator' })
  expect(await countFor('third')).toEqual([few! + 4, asked])
  expect(asked).toBeGreaterThan(3)
})

test('changed lab rules are accepted before the next lab starts, but a running lab continues', async () => {
  await bench.addAccount()
  const running = await bench.asLearner.deployLab(bench.place)
  const version = await publishLegalPage(bench, 'lab_rules')
  expect((await bench.asLearner.deployLab(bench.place)).id).toBe(running.id)
  const second = bench.as('second')
  const refused = { status: 409, extra: { legal_page: 'lab_rules', version } }
  await expect(second.deployLab(bench.place)).rejects.toMatchObject(refused)
  await second.acceptLegalPage({ page: 'lab_rules', legalAcceptPayload: { version } })
  expect(await second.deployLab(bench.place)).toMatchObject({ state: expect.stringMatching(/queued|provisioning/) })
  expect(await second.listLegalPagesToAccept()).toEqual([])
  await publishLegalPage(bench, 'lab_rules')
  expect(await second.listLegalPagesToAccept()).toMatchObject([{ page: 'lab_rules', version: version + 1 }])
})
