import { and, eq, like, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type LabBench, openLabBench } from '../../../../test/fixtures/lab-fixture.ts'
import {
  audit,
  deployments,
  entitlements,
  flagAlerts,
  flagSolves,
  flags,
  flagTries,
  labAccess,
  labs,
  outbox,
  rateLimits,
  users,
} from '../../../db/schema/index.ts'
import { grant } from '../../catalogue/entitlements/service.ts'
import { sweepDeployments } from '../../clouds/deployments/jobs.ts'
import { MAX_ATTEMPTS_PER_MINUTE } from './flags.ts'

let bench: LabBench
beforeAll(async () => {
  bench = await openLabBench({
    labChanges: {
      download_limit: 2,
      downloads: [{ name: 'Notes of the auditor', file: 'content/a/notes.txt', bytes: 5 }],
      walkthrough: 'All of it, from the **beginning**.',
    },
  })
  await bench.deps.files.put('content/a/notes.txt', Buffer.from('hello'))
  const { db } = bench.deps
  await db
    .update(flags)
    .set({ hint: 'Look at `who` trusts you.', hint_cost: 4 })
    .where(eq(flags.id, bench.flags.STATIC))
  for (let count = 0; count < 14; count++) await bench.addAccount()
})
afterAll(() => bench.close())
beforeEach(() => bench.deps.db.delete(rateLimits))

const slug = 'open-door'
let serial = 0
async function aLearner({ deployed = true } = {}) {
  const name = `guest-${++serial}`
  await bench.enrol(name)
  const api = bench.as(name)
  const user = await bench.idOf(name)
  const id = deployed ? (await api.deployLab(bench.place)).id : ''
  if (deployed) await bench.queue.work()
  const handIn = (flag: string) => api.submitLabFlag({ slug, labFlagPayload: { flag } })
  return { name, user, api, id, handIn, planted: deployed ? await bench.planted(id) : '' }
}
type Learner = Awaited<ReturnType<typeof aLearner>>
const triesOf = ({ user }: Learner) => bench.deps.db.select().from(flagTries).where(eq(flagTries.user_id, user))
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'accepted',
    (error) => `${error.status} ${error.code}`,
  )

describe('one box for all flags of a lab', () => {
  test('finds the flag that a value belongs to, records a wrong value once, and completes the lesson', async () => {
    const mara = await aLearner()
    expect(await mara.handIn('nonsense')).toEqual({ correct: false, flag: null, lesson_completed: false })
    expect(await triesOf(mara)).toMatchObject([{ value: 'nonsense', correct: false }])
    expect(await mara.handIn(mara.planted)).toMatchObject({
      correct: true,
      flag: { id: bench.flags.DYNAMIC, earned: 30 },
    })
    expect(await mara.handIn(' audit-reader ')).toMatchObject({ correct: true, flag: { id: bench.flags.STATIC } })
    // Submitting again neither changes the flag nor adds points.
    expect(await mara.handIn('audit-reader')).toMatchObject({ correct: true, flag: { earned: 10 } })
    const solved = await bench.deps.db.select().from(flagSolves).where(eq(flagSolves.user_id, mara.user))
    expect(solved.map(({ points }) => points).toSorted()).toEqual([10, 30])
    const last = await mara.api.submitFlag({ id: bench.flags.NOFLAG, submitFlagPayload: { flag: '' } })
    expect(last.lesson_completed).toBe(true)
  })

  test('rejects empty values, labs that were never deployed, and other learners', async () => {
    const idle = await aLearner({ deployed: false })
    expect(await refusal(idle.handIn('audit-reader'))).toBe('409 conflict')
    expect(await refusal(idle.handIn('  '))).toBe('422 invalid')
    const stranger = bench.as('stranger')
    expect(await refusal(stranger.submitLabFlag({ slug, labFlagPayload: { flag: 'audit-reader' } }))).toBe(
      '403 no_access',
    )
    expect(await refusal(stranger.submitLabFlag({ slug: 'none', labFlagPayload: { flag: 'x' } }))).toBe('404 not_found')
  })

  test('allows guesses no faster than the field of each flag: tries of both count together', async () => {
    const nils = await aLearner()
    const fill = Array.from({ length: MAX_ATTEMPTS_PER_MINUTE }, (_, at) => refusal(nils.handIn(`guess ${at}`)))
    expect(new Set(await Promise.all(fill))).toEqual(new Set(['accepted']))
    expect(await refusal(nils.handIn('audit-reader'))).toBe('429 rate_limited')
    for (const type of ['STATIC', 'DYNAMIC'] as const)
      expect(
        await refusal(nils.api.submitFlag({ id: bench.flags[type], submitFlagPayload: { flag: 'audit-reader' } })),
      ).toBe('429 rate_limited')
    expect(await triesOf(nils)).toHaveLength(MAX_ATTEMPTS_PER_MINUTE)
  })

  test('answers another learner’s flag like any wrong value, and raises an alert for that flag', async () => {
    const [mine, other] = [await aLearner(), await aLearner()]
    const wrong = await mine.handIn(`FLAG{${'0'.repeat(32)}}`)
    expect(await mine.handIn(other.planted)).toEqual(wrong)
    expect(await bench.deps.db.select().from(flagAlerts).where(eq(flagAlerts.user_id, mine.user))).toMatchObject([
      { flag_id: bench.flags.DYNAMIC, owner_id: other.user, owner_deployment_id: other.id },
    ])
  })
})

describe('a hint', () => {
  test('is hidden until it is taken; it is charged once, however often it is clicked, and reduces the points of the flag', async () => {
    const mara = await aLearner()
    const id = bench.flags.STATIC
    const before = await mara.api.listLabFlags({ lab: slug })
    expect(before.find((flag) => flag.id === id)).toMatchObject({ hint_cost: 4, hint: null })
    expect(JSON.stringify(before)).not.toContain('trusts you')
    const clicks = await Promise.all([1, 2, 3].map(() => mara.api.takeHint({ id })))
    for (const one of clicks) expect(one).toMatchObject({ hint: 'Look at `who` trusts you.', hint_cost: 4 })
    // A later price change does not affect a hint already bought.
    await bench.deps.db.update(flags).set({ hint_cost: 9 }).where(eq(flags.id, id))
    expect(await mara.handIn('audit-reader')).toMatchObject({ flag: { earned: 6, hint_cost: 4 } })
    await bench.deps.db.update(flags).set({ hint_cost: 4 }).where(eq(flags.id, id))
    expect(await refusal(mara.api.takeHint({ id: bench.flags.DYNAMIC }))).toBe('404 not_found')
  })

  test('is not available to other learners or after the flag is solved', async () => {
    const id = bench.flags.STATIC
    expect(await refusal(bench.as('stranger').takeHint({ id }))).toBe('403 no_access')
    const nils = await aLearner()
    await nils.handIn('audit-reader')
    expect(await refusal(nils.api.takeHint({ id }))).toBe('409 conflict')
    expect(await nils.api.checkFlag({ id })).toMatchObject({ earned: 10, hint: null })
  })
})

test('files of a lab can be downloaded up to its limit, also concurrently, and a missing file does not count', async () => {
  const mara = await aLearner({ deployed: false })
  const get = (name: string) => mara.api.downloadLabFile({ slug, labDownloadPayload: { name } })
  expect(await mara.api.getMyLab({ slug })).toMatchObject({
    downloads: [{ name: 'Notes of the auditor', bytes: 5 }],
    downloads_left: 2,
  })
  expect(await refusal(get('content/a/notes.txt'))).toBe('404 not_found')
  expect(await refusal(bench.as('stranger').downloadLabFile({ slug, labDownloadPayload: { name: 'x' } }))).toBe(
    '403 no_access',
  )
  const first = await get('Notes of the auditor')
  expect(first.headers.get('content-disposition')).toBe('attachment; filename="Notes of the auditor.txt"')
  expect(await first.text()).toBe('hello')
  const rest = await Promise.all([1, 2, 3].map(() => refusal(get('Notes of the auditor'))))
  expect(rest.toSorted()).toEqual(['409 conflict', '409 conflict', 'accepted'])
  await bench.deps.files.remove('content/a/notes.txt')
  await bench.deps.db.update(labAccess).set({ downloads_used: 0 }).where(eq(labAccess.user_id, mara.user))
  expect(await refusal(get('Notes of the auditor'))).toBe('404 not_found')
  expect((await mara.api.getMyLab({ slug })).downloads_left).toBe(2)
  await bench.deps.files.put('content/a/notes.txt', Buffer.from('hello'))
})

test('the walkthrough of a lab opens once all its required flags are solved', async () => {
  const mara = await aLearner()
  const state = async () => (await mara.api.getMyLab({ slug })).walkthrough_state
  expect(await state()).toBe('closed')
  expect(JSON.stringify(await mara.api.getMyLab({ slug }))).not.toContain('beginning')
  expect(await refusal(mara.api.getLabWalkthrough({ slug }))).toBe('403 not_earned')
  expect(await refusal(bench.as('stranger').getLabWalkthrough({ slug }))).toBe('403 no_access')
  await mara.handIn('audit-reader')
  await mara.handIn(mara.planted)
  expect(await state()).toBe('closed')
  await mara.api.submitFlag({ id: bench.flags.NOFLAG, submitFlagPayload: { flag: '' } })
  expect(await state()).toBe('open')
  expect((await mara.api.getLabWalkthrough({ slug })).markdown).toContain('**beginning**')
})

describe('the end of a lab', () => {
  const warnings = ({ id }: Learner) =>
    bench.deps.db
      .select()
      .from(outbox)
      .where(like(outbox.dedupe_key, `deployment:${id}:warning:%`))
  const leave = ({ id }: Learner, minutes: number) =>
    bench.deps.db
      .update(deployments)
      .set({
        running_at: sql`now() - interval '1 hour'`,
        ends_at: sql`now() + make_interval(secs => ${minutes * 60 - 20})`,
      })
      .where(eq(deployments.id, id))

  test('is announced by mail at 30, 10 and 5 minutes, once each with two processes, and again after an extension', async () => {
    const mara = await aLearner()
    const sweepTwice = () => Promise.all([sweepDeployments(bench.deps), sweepDeployments(bench.deps)])
    for (const [at, minutes] of [30, 10, 5].entries()) {
      await leave(mara, minutes)
      await sweepTwice()
      const sent = await warnings(mara)
      expect(sent).toHaveLength(at + 1)
      expect(sent.map(({ subject }) => subject)).toContain(`${minutes} minutes left: The open door`)
    }
    await mara.api.extendLab(bench.place)
    // An extension changes the end, so the warnings are sent again.
    await leave(mara, 9)
    await sweepTwice()
    expect(await warnings(mara)).toHaveLength(4)
  })

  test('is not mailed to learners without reminders', async () => {
    const nils = await aLearner()
    await bench.deps.db
      .update(users)
      .set({ email_preferences: sql`${users.email_preferences} || '{"reminders": false}'` })
      .where(eq(users.id, nils.user))
    await leave(nils, 10)
    await sweepDeployments(bench.deps)
    const [row] = await bench.deps.db.select().from(deployments).where(eq(deployments.id, nils.id))
    expect(row?.warned_minutes).toBe(10)
    expect(await warnings(nils)).toEqual([])
  })
})

describe('support helps with a lab', () => {
  const rowOf = async (username: string, api = bench.asAdmin) => (await api.listUserLabs({ username }))[0]!
  const edit = (version: number) => ({ version, reason: 'A hard week' })
  const mailsTo = ({ user }: Learner) =>
    bench.deps.db
      .select()
      .from(outbox)
      .where(and(eq(outbox.user_id, user), eq(outbox.kind, 'lab_support')))
  const entry = async (action: string, { name }: Learner) => {
    const [row] = await bench.deps.db
      .select()
      .from(audit)
      .where(and(eq(audit.action, action), eq(audit.subject_id, name)))
    return row
  }

  test('days are added to the later of now and the end, and the ledger is extended accordingly', async () => {
    const { db } = bench.deps
    const mara = await aLearner({ deployed: false })
    const names = { username: mara.name, lab_slug: slug }
    const extend = (days: number, version: number) =>
      bench.asAdmin.extendLabAccess({ ...names, days, labCorrection: edit(version) })
    expect(await refusal(extend(7, 1))).toBe('404 not_found')
    await mara.api.deployLab(bench.place)
    // A lab that is only in a course is open as long as the course.
    expect(await refusal(extend(7, 1))).toBe('409 conflict')
    expect((await rowOf(mara.name)).allowed).not.toContain('extend_access')
    await grant(db, { userId: mara.user, lab: bench.lab.id, source: 'administrator' })
    const past = sql`now() - interval '3 days'`
    await db.update(labAccess).set({ access_ends_at: past }).where(eq(labAccess.user_id, mara.user))
    await db
      .update(entitlements)
      .set({ ends_at: past })
      .where(and(eq(entitlements.user_id, mara.user), eq(entitlements.lab_id, bench.lab.id)))
    const inDays = (at: Date | string | null) => Math.round((new Date(at ?? 0).getTime() - Date.now()) / 86_400_000)
    const row = await extend(7, (await rowOf(mara.name)).version)
    expect(inDays(row.access_ends_at)).toBe(7)
    expect(await refusal(extend(7, row.version - 1))).toBe('409 stale_version')
    expect(inDays((await extend(3, row.version)).access_ends_at)).toBe(10)
    const [right] = await db
      .select()
      .from(entitlements)
      .where(and(eq(entitlements.user_id, mara.user), eq(entitlements.lab_id, bench.lab.id)))
    expect(inDays(right?.ends_at ?? null)).toBe(10)
    expect(await mailsTo(mara)).toHaveLength(2)
    expect(await entry('labs.extend_access', mara)).toMatchObject({
      reason: 'A hard week',
      after: { lab: slug, days: 7 },
    })
    await mara.api.destroyLab(bench.place)
    await bench.queue.work()
  })

  test('support sees the same end of access as the learner, for the lab itself and through a course', async () => {
    const { db } = bench.deps
    const mara = await aLearner()
    const same = async () => {
      const { access_ends_at } = await mara.api.getMyLab({ slug })
      expect((await rowOf(mara.name)).access_ends_at).toEqual(access_ends_at)
      return access_ends_at
    }
    const inDays = (days: number) => sql`now() + make_interval(days => ${days})`
    const mine = (column: typeof entitlements.lab_id | typeof entitlements.course_id, id: string) =>
      and(eq(entitlements.user_id, mara.user), eq(column, id))
    // The access days of the lab itself do not apply in a course.
    await db
      .update(labAccess)
      .set({ access_ends_at: inDays(15) })
      .where(eq(labAccess.user_id, mara.user))
    expect(await same()).toBeNull()
    await db
      .update(entitlements)
      .set({ ends_at: inDays(40) })
      .where(mine(entitlements.course_id, bench.lesson.course_id))
    expect(await same()).not.toBeNull()
    await grant(db, { userId: mara.user, lab: bench.lab.id, source: 'administrator' })
    expect(await same()).not.toBeNull()
    await db
      .update(entitlements)
      .set({ ends_at: inDays(-1) })
      .where(mine(entitlements.lab_id, bench.lab.id))
    expect(await same()).not.toBeNull()
  })

  test('downloads of a lab without files cannot be limited, and no mail is sent', async () => {
    const mara = await aLearner()
    await bench.deps.db.update(labs).set({ downloads: [] })
    const names = { username: mara.name, lab_slug: slug }
    expect(await refusal(bench.asAdmin.setLabDownloadLimit({ ...names, download_limit: 3 }))).toBe('409 conflict')
    expect(await mailsTo(mara)).toEqual([])
    await bench.deps.db.update(labs).set({ downloads: bench.lab.downloads })
  })

  test('the download limit and used resets are corrected, and the learner gets a mail for each', async () => {
    const mara = await aLearner()
    await mara.api.resetLabEnvironment(bench.place)
    await bench.queue.work()
    const names = { username: mara.name, lab_slug: slug }
    const first = await rowOf(mara.name)
    expect(first).toMatchObject({ resets_used: 1, download_limit: 2, state: 'running' })
    const limited = await bench.asAdmin.setLabDownloadLimit({
      ...names,
      download_limit: 9,
      labCorrection: edit(first.version),
    })
    expect(limited).toMatchObject({ download_limit: 9 })
    expect((await mara.api.getMyLab({ slug })).downloads_left).toBe(9)
    const back = await bench.asAdmin.resetLabResets({ ...names, labCorrection: edit(limited.version) })
    expect(back).toMatchObject({ resets_used: 0 })
    expect(await refusal(bench.asAdmin.resetLabResets({ ...names, labCorrection: edit(back.version) }))).toBe(
      '409 conflict',
    )
    expect((await mailsTo(mara)).map(({ subject }) => subject).toSorted()).toEqual([
      'Downloads of your lab: The open door',
      'Your resets are back: The open door',
    ])
  })

  test('a running lab is rebuilt without cost, and its learner gets a mail', async () => {
    const mara = await aLearner()
    await mara.handIn('audit-reader')
    const call = (deployment_id: string) =>
      bench.asAdmin.resetLabForUser({
        slug,
        id: mara.name,
        labRebuild: { deployment_id, reason: 'The gate was stuck' },
      })
    expect((await rowOf(mara.name)).deployment_id).toBe(mara.id)
    await call(mara.id)
    await bench.queue.work()
    const lab = await mara.api.getMyLab({ slug })
    expect(lab.deployment).toMatchObject({ state: 'running' })
    expect(lab.deployment?.id).not.toBe(mara.id)
    expect(lab).toMatchObject({ resets_left: 2, solved_flags: 1 })
    expect((await mailsTo(mara)).map(({ subject }) => subject)).toEqual(['Your lab is built again: The open door'])
    expect(await entry('labs.reset', mara)).toMatchObject({ reason: 'The gate was stuck' })
    // A page that still shows the previous deployment.
    expect(await refusal(call(mara.id))).toBe('409 stale_version')
    await mara.api.destroyLab(bench.place)
    expect(await refusal(call(lab.deployment?.id ?? ''))).toBe('409 conflict')
  })

  test('each button is shown exactly when its call succeeds, by capability and state', async () => {
    const mara = await aLearner()
    const finance = bench.as('teller', { roles: ['user', 'admin'], capabilities: ['finance'] })
    expect((await rowOf(mara.name)).allowed).toEqual(['download_limit', 'reset'])
    expect((await rowOf(mara.name, finance)).allowed).toEqual([])
    const blank = { slug, id: mara.name, labRebuild: { deployment_id: mara.id, reason: ' ' } }
    expect(await refusal(bench.asAdmin.resetLabForUser(blank))).toBe('422 invalid')
    expect(
      await refusal(finance.resetLabForUser({ ...blank, labRebuild: { deployment_id: mara.id, reason: 'Because' } })),
    ).toBe('403 forbidden')
  })
})
