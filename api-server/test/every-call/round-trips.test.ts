import { afterAll, beforeAll, expect, test } from 'vitest'
import { newCode } from '../../src/areas/commerce/vouchers/code.ts'
import { hashPassword } from '../../src/areas/platform/auth/passwords/hash.ts'
import { certificates, lessons, users, vouchers } from '../../src/db/schema/index.ts'
import type { Api } from '../app.ts'
import { makeLab } from '../catalogue.ts'
import { describeOnPostgres, openTestPostgres } from '../database.ts'
import { type LabBench, openLabBench } from '../fixtures/lab-fixture.ts'
import { watchRoundTrips } from './count-round-trips.ts'

interface World {
  bench: LabBench
  /** Learner with a running lab. */
  learner: Api
  /** Learner whose lab is being built, and its deployment. */
  builder: Api
  deployment: string
  /** Unused voucher codes. */
  code: string
  otherCode: string
  foreign: string
  /** Session cookies. Each is good for one refresh. */
  cookies: string[]
}

const slug = 'red-team'
const username = 'somebody'
const password = 'a long enough phrase'
const watched = { section: 'first', lesson: 'the-film', position_seconds: 5, intervals: [[0, 5] as [number, number]] }
const from = { 'sec-fetch-site': 'same-origin' }

const submit = ({ learner, bench }: World, flag: string, type: keyof LabBench['flags'] = 'STATIC') =>
  learner.submitFlag({ id: bench.flags[type], submitFlagPayload: { flag } })
const activate = ({ learner }: World, code: string, dry_run: boolean) =>
  learner.activateVoucher({ activateVoucherPayload: { code, dry_run } })
const signIn = ({ bench }: World) =>
  bench.app.inject({
    method: 'POST',
    url: '/api/v1/auth/signin',
    headers: { ...from, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ username, password }).toString(),
  })
const refresh = ({ bench, cookies }: World) =>
  bench.app.inject({
    method: 'POST',
    url: '/api/v1/auth/refresh',
    headers: { ...from, cookie: `flagyard-session=${cookies.shift()}` },
  })

type Row = [name: string, statements: number, waits: number, call: (world: World) => Promise<unknown>]

/**
 * Maximum number of statements and waits on Postgres for frequent calls. Statements sent together, before one of them
 * is answered, count as several statements and one wait. Lower the numbers when a call needs less.
 */
const hotCalls: Row[] = [
  ['my courses', 2, 1, ({ learner }) => learner.listMyCourses()],
  ['my progress in a course', 5, 2, ({ learner }) => learner.getCourseProgress({ slug })],
  ['details of a course', 3, 2, ({ learner }) => learner.getCourseDetails({ slug })],
  ['my labs', 4, 1, ({ learner }) => learner.listMyLabs()],
  ['polling a deployment', 2, 2, ({ builder, deployment: id }) => builder.getDeployment({ id })],
  ['my profile', 3, 2, ({ learner }) => learner.getMe()],
  ['the flags of a lab', 4, 2, ({ learner }) => learner.listLabFlags({ lab: 'open-door' })],
  ['my flags', 2, 2, ({ learner }) => learner.listMyFlags()],
  ['my certificates', 2, 2, ({ learner }) => learner.listMyCertificates()],
  ['my vouchers', 2, 2, ({ learner }) => learner.listMyVouchers()],
  ['the heartbeat of a video', 3, 3, ({ learner }) => learner.updateLastSeen({ slug, updateLastSeenPayload: watched })],
  ['a wrong flag', 3, 2, (world) => submit(world, 'nonsense')],
  ['another learner’s flag', 3, 2, (world) => submit(world, world.foreign, 'DYNAMIC')],
  ['a right flag', 11, 10, (world) => submit(world, 'audit-reader')],
  ['a sign-in', 8, 8, signIn],
  ['a refresh', 1, 1, refresh],
  ['a voucher preview', 5, 4, (world) => activate(world, world.code, true)],
  ['a voucher activation', 9, 5, (world) => activate(world, world.otherCode, false)],
]

describeOnPostgres('database round trips of a call on all connections, including begin and commit', () => {
  const watch = watchRoundTrips()
  let world: World
  beforeAll(async () => {
    world = await makeWorld()
    // Everything that is only loaded once: prepared plans, cached content, the listening connection.
    for (const [, , , call] of hotCalls.filter(([name]) => !once.has(name))) for (const _ of [1, 2]) await call(world)
  })
  afterAll(async () => {
    await world.bench.close()
    watch.stop()
  })

  test.each(hotCalls)('%s: %i statements in %i waits', async (_name, statements, waits, call) => {
    expect(await watch.count(() => call(world))).toEqual({ statements, waits })
  })
})

/** Calls that only work once. */
const once = new Set(['a right flag', 'a voucher activation'])

async function makeWorld(): Promise<World> {
  const bench = await openLabBench({ database: await openTestPostgres() })
  const { db } = bench.deps
  for (const _ of [1, 2, 3]) await bench.addAccount()
  for (const name of ['learner', 'builder']) await bench.enrol(name)
  await db.insert(lessons).values({
    course_id: bench.lesson.course_id,
    section_id: bench.lesson.section_id,
    slug: 'the-film',
    title: 'The film',
    position: 2,
    kind: 'video',
    duration_seconds: 600,
  })
  const [learner, builder] = [bench.as('learner'), bench.as('builder')]
  await learner.deployLab(bench.place)
  await bench.queue.work()
  await bench.enrol('owner')
  const { id: foreignRun } = await bench.as('owner').deployLab(bench.place)
  await bench.queue.work()
  const foreign = await bench.planted(foreignRun)
  const { id: deployment } = await builder.deployLab(bench.place)

  const user_id = await bench.idOf('learner')
  const course = { course_id: bench.lesson.course_id }
  await db
    .insert(certificates)
    .values({ id: 'a-certificate', user_id, ...course, type: 'required', name: 'A', title: 'B' })
  const [code, otherCode] = [newCode(), newCode()]
  const { id: lab_id } = await makeLab(db, 'another')
  await db
    .insert(vouchers)
    .values([code, otherCode].map((one) => ({ code: one, kind: 'lab' as const, lab_id, owner_id: user_id })))
  const made: World = { foreign, bench, learner, builder, deployment, code, otherCode, cookies: [] }
  await db.insert(users).values({
    username,
    email: 'somebody@people.example',
    full_name: 'Somebody',
    password_hash: await hashPassword(password),
    activated_at: new Date(),
  })
  for (const _ of [1, 2, 3]) {
    const cookie = (await signIn(made)).cookies.find(({ name }) => name === 'flagyard-session')
    made.cookies.push(cookie?.value ?? '')
  }
  return made
}
