import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Api } from '../../../../test/app.ts'
import { give, makeCourse } from '../../../../test/catalogue.ts'
import { type LabBench, openLabBench } from '../../../../test/fixtures/lab-fixture.ts'
import {
  audit,
  certificates,
  courseProgress,
  deployments,
  entitlements,
  flagSolves,
  labAccess,
  lessonBookmarks,
  lessonProgress,
  notes,
  outbox,
} from '../../../db/schema/index.ts'

let bench: LabBench
let as: Api
beforeAll(async () => {
  bench = await openLabBench()
  as = bench.asAdmin
})
afterAll(() => bench.close())
beforeEach(() => bench.clear())

let number = 0
/** A learner with the lab's course, given by support. */
async function learnerWithCourse() {
  const username = `learner-${++number}`
  await bench.as(username).getMe()
  await give(as, { username, entitlementGrant: { ...course(), reason: 'A gift' } })
  return { username, api: bench.as(username), entitlement: await entitlementOf(username) }
}
const course = () => ({ kind: 'course' as const, slug: bench.place.slug })
async function entitlementOf(username: string) {
  const { data } = await as.listEntitlements({ filter: JSON.stringify({ username }) })
  return data[0]!
}
const mailsTo = async (username: string) =>
  (
    await bench.deps.db
      .select({ subject: outbox.subject })
      .from(outbox)
      .where(and(eq(outbox.user_id, await bench.idOf(username)), eq(outbox.kind, 'access')))
      .orderBy(outbox.created_at)
  ).map(({ subject }) => subject)
const reason = 'As asked in ticket 42'
type Previewed = 'suspendEntitlement' | 'resumeEntitlement' | 'restoreEntitlement' | 'revokeEntitlement'
const previewed = async (id: string, version: number, call: Previewed) => {
  const edit = { version, dry_run: true }
  const shown =
    call === 'revokeEntitlement'
      ? await as.revokeEntitlement({ id, entitlementRevocation: edit })
      : await as[call]({ id, entitlementChange: edit })
  return { version, reason, preview: shown.preview, items: shown.items }
}

describe('support grants access', () => {
  test('grants the period that is sold, with a mail and an audit record, and refuses a second grant', async () => {
    const { username, api } = await learnerWithCourse()
    await api.getCourseDetails({ slug: bench.place.slug })
    expect(await mailsTo(username)).toEqual([
      '“Leaks” is open to you'.replace('Leaks', (await entitlementOf(username)).title),
    ])
    const [entry] = await bench.deps.db
      .select()
      .from(audit)
      .where(and(eq(audit.action, 'entitlements.grant'), eq(audit.subject_id, username)))
    expect(entry).toMatchObject({ reason: 'A gift', after: { course: bench.place.slug } })
    await expect(give(as, { username, entitlementGrant: { ...course(), reason } })).rejects.toMatchObject({
      code: 'already_owned',
    })
  })

  test('grants a number of days, or until the end of a day', async () => {
    await bench.as('dora').getMe()
    const lab = { kind: 'lab' as const, slug: bench.lab.slug }
    const { ends_at } = await give(as, { username: 'dora', entitlementGrant: { ...lab, days: 3, reason } })
    expect(Date.parse(ends_at!) - Date.now()).toBeGreaterThan(2.9 * 86_400_000)
    expect(Date.parse(ends_at!) - Date.now()).toBeLessThan(3.1 * 86_400_000)
    await bench.as('dana').getMe()
    const until = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
    const given = await give(as, { username: 'dana', entitlementGrant: { ...lab, until, reason } })
    expect(Date.parse(given.ends_at!)).toBe(Date.parse(until) + 86_400_000)
  })

  test('a dry run shows the end and earlier progress without changing anything; a stale preview is refused', async () => {
    const { username, entitlement } = await learnerWithCourse()
    const { items: _, ...edit } = await previewed(entitlement.id, entitlement.version, 'revokeEntitlement')
    await as.revokeEntitlement({ id: entitlement.id, entitlementRevocation: edit })
    const user_id = await bench.idOf(username)
    await bench.deps.db
      .insert(notes)
      .values({ user_id, lesson_id: bench.lesson.id, course_id: bench.lesson.course_id, text: 'Mine' })
    const wanted = { ...course(), days: 9 }
    const tried = await as.grantEntitlement({ username, entitlementGrant: { ...wanted, dry_run: true } })
    expect(tried).toMatchObject({ state: 'open', items: [{ what: '1 note', fate: 'opens' }] })
    expect(Date.parse(tried.ends_at!) - Date.now()).toBeGreaterThan(8.9 * 86_400_000)
    expect(await bench.deps.db.$count(entitlements, eq(entitlements.user_id, user_id))).toBe(1)
    const grant = (more: object) => as.grantEntitlement({ username, entitlementGrant: { ...wanted, reason, ...more } })
    const unseen = { status: 409, code: 'stale_version' }
    await expect(grant({})).rejects.toMatchObject(unseen)
    await expect(grant({ preview: tried.preview, days: 10 })).rejects.toMatchObject(unseen)
    await bench.deps.db.delete(notes).where(eq(notes.user_id, user_id))
    await expect(grant({ preview: tried.preview })).rejects.toMatchObject(unseen)
    expect(await bench.deps.db.$count(entitlements, eq(entitlements.user_id, user_id))).toBe(1)
    const { preview } = await as.grantEntitlement({ username, entitlementGrant: { ...wanted, dry_run: true } })
    await expect(as.grantEntitlement({ username, entitlementGrant: { ...wanted, preview } })).rejects.toMatchObject({
      errors: [{ field: 'reason' }],
    })
    expect(await grant({ preview })).toMatchObject({ state: 'open' })
  })

  test('resuming after the end says that nothing opens', async () => {
    const { entitlement } = await learnerWithCourse()
    const { items: _, ...edit } = await previewed(entitlement.id, entitlement.version, 'suspendEntitlement')
    await as.suspendEntitlement({ id: entitlement.id, entitlementChange: edit })
    await bench.deps.db
      .update(entitlements)
      .set({ ends_at: sql`now() - interval '1 day'` })
      .where(eq(entitlements.id, entitlement.id))
    const entitlementChange = { version: entitlement.version + 1, dry_run: true }
    expect(await as.resumeEntitlement({ id: entitlement.id, entitlementChange })).toMatchObject({ state: 'ended' })
  })

  test('refuses a grant to a disabled account', async () => {
    await bench.as('gone').getMe()
    const { version } = await as.getUser({ username: 'gone' })
    await as.updateUser({ userEdit: { username: 'gone', version, disabled: true, reason } })
    await expect(give(as, { username: 'gone', entitlementGrant: { ...course(), reason } })).rejects.toMatchObject({
      code: 'conflict',
    })
  })
})

describe('support extends, suspends, resumes and revokes', () => {
  test('extending adds days to the end, or to now if it has passed', async () => {
    await bench.as('ella').getMe()
    await give(as, {
      username: 'ella',
      entitlementGrant: { ...course(), days: 10, reason },
    })
    const { id, version, ends_at } = await entitlementOf('ella')
    const tried = await as.extendEntitlement({ id, entitlementExtension: { version, days: 7, dry_run: true } })
    expect(Date.parse(tried.ends_at!)).toBe(Date.parse(ends_at!) + 7 * 86_400_000)
    expect((await entitlementOf('ella')).ends_at).toBe(ends_at)
    await as.extendEntitlement({ id, entitlementExtension: { version, days: 7, reason } })
    expect((await entitlementOf('ella')).ends_at).toBe(tried.ends_at)
    await expect(
      as.extendEntitlement({ id, entitlementExtension: { version, days: 7, reason } }),
    ).rejects.toMatchObject({ code: 'stale_version' })
    await bench.deps.db
      .update(entitlements)
      .set({ ends_at: sql`now() - interval '30 days'` })
      .where(eq(entitlements.id, id))
    const again = await as.extendEntitlement({ id, entitlementExtension: { version: version + 1, days: 1, reason } })
    expect(Date.parse(again.ends_at!) - Date.now()).toBeGreaterThan(0.9 * 86_400_000)
  })

  test('suspending shows the learner the reason, and resuming restores the earlier state', async () => {
    const { username, api, entitlement } = await learnerWithCourse()
    const { items: _, ...edit } = await previewed(entitlement.id, entitlement.version, 'suspendEntitlement')
    await as.suspendEntitlement({ id: entitlement.id, entitlementChange: edit })
    await expect(api.getCourseDetails({ slug: bench.place.slug })).rejects.toMatchObject({
      message: `Your access is suspended at the moment. Reason: ${reason}`,
    })
    const suspended = await entitlementOf(username)
    expect(suspended.allowed).toEqual(['resume', 'revoke'])
    const { items: opens, ...again } = await previewed(entitlement.id, suspended.version, 'resumeEntitlement')
    expect(opens).toEqual([])
    await expect(
      as.resumeEntitlement({ id: entitlement.id, entitlementChange: { ...again, preview: 'another' } }),
    ).rejects.toMatchObject({ status: 409, code: 'stale_version' })
    await as.resumeEntitlement({ id: entitlement.id, entitlementChange: again })
    expect(await entitlementOf(username)).toMatchObject({ state: 'open', reason: 'A gift' })
    await api.getCourseDetails({ slug: bench.place.slug })
  })

  test('revoking shows what ends, ends it, and can be undone for ten minutes', async () => {
    await bench.addAccount()
    const { username, api, entitlement } = await learnerWithCourse()
    const { id: run } = await api.deployLab(bench.place)
    const { items, ...edit } = await previewed(entitlement.id, entitlement.version, 'revokeEntitlement')
    expect(items.filter(({ fate }) => fate === 'ends').map(({ what }) => what)).toEqual([
      expect.stringContaining(bench.lab.slug),
    ])
    const { restore_until } = await as.revokeEntitlement({ id: entitlement.id, entitlementRevocation: edit })
    expect(Date.parse(restore_until!)).toBeGreaterThan(Date.now())
    const [lab] = await bench.deps.db.select().from(deployments).where(eq(deployments.id, run))
    expect(lab).toMatchObject({ reason: 'administrator' })
    await expect(api.getCourseDetails({ slug: bench.place.slug })).rejects.toMatchObject({ code: 'no_access' })
    const revoked = await entitlementOf(username)
    expect(revoked.allowed).toEqual(['restore'])
    const { items: _, ...back } = await previewed(entitlement.id, revoked.version, 'restoreEntitlement')
    await expect(
      as.restoreEntitlement({ id: entitlement.id, entitlementChange: { version: revoked.version, reason } }),
    ).rejects.toMatchObject({ status: 409, code: 'stale_version' })
    await as.restoreEntitlement({ id: entitlement.id, entitlementChange: back })
    await api.getCourseDetails({ slug: bench.place.slug })
    expect(await entitlementOf(username)).toMatchObject({ state: 'open', reason: 'A gift' })
  })

  test('refuses an undo after ten minutes', async () => {
    const { username, entitlement } = await learnerWithCourse()
    const { items: _, ...edit } = await previewed(entitlement.id, entitlement.version, 'revokeEntitlement')
    await as.revokeEntitlement({ id: entitlement.id, entitlementRevocation: edit })
    await bench.deps.db
      .update(entitlements)
      .set({ removed_at: sql`now() - interval '11 minutes'` })
      .where(eq(entitlements.id, entitlement.id))
    const { version, allowed } = await entitlementOf(username)
    expect(allowed).toEqual([])
    await expect(
      as.restoreEntitlement({ id: entitlement.id, entitlementChange: { version, reason } }),
    ).rejects.toMatchObject({ code: 'conflict' })
  })

  test('refuses a revocation if a lab started after the preview', async () => {
    await bench.addAccount()
    const { api, entitlement } = await learnerWithCourse()
    const { items: _, ...edit } = await previewed(entitlement.id, entitlement.version, 'revokeEntitlement')
    await api.deployLab(bench.place)
    await expect(as.revokeEntitlement({ id: entitlement.id, entitlementRevocation: edit })).rejects.toMatchObject({
      code: 'stale_version',
    })
    await expect(
      as.revokeEntitlement({ id: entitlement.id, entitlementRevocation: { version: entitlement.version, reason } }),
    ).rejects.toMatchObject({ code: 'stale_version' })
    await api.getCourseDetails({ slug: bench.place.slug })
  })
})

describe('support moves access to another account', () => {
  const moved = async (id: string, version: number, to: string) => {
    const { preview, items } = await as.moveEntitlement({ id, entitlementMove: { version, to, dry_run: true } })
    return { items, run: () => as.moveEntitlement({ id, entitlementMove: { version, to, preview, reason } }) }
  }
  const newAccount = async () => {
    const username = `receiver-${++number}`
    await bench.as(username).getMe()
    return username
  }

  test('moves all progress with it, and neither account sees other data of the other', async () => {
    const { db } = bench.deps
    const { username, api, entitlement } = await learnerWithCourse()
    const [from, to] = [username, await newAccount()]
    const user_id = await bench.idOf(from)
    await makeCourse(db, `other-${number}`)
    await give(as, { username: from, entitlementGrant: { kind: 'course', slug: `other-${number}`, reason } })
    const { course_id, id: lesson_id } = bench.lesson
    await db
      .insert(lessonProgress)
      .values({ user_id, course_id, lesson_id, intervals: [[0, 60]], completed_at: new Date() })
    await db.insert(courseProgress).values({ user_id, course_id, last_lesson_id: lesson_id })
    await db.insert(notes).values({ user_id, lesson_id, course_id, text: 'Mine' })
    // A free lesson may be bookmarked by both.
    for (const one of [user_id, await bench.idOf(to)])
      await db.insert(lessonBookmarks).values({ user_id: one, lesson_id })
    await db
      .insert(labAccess)
      .values({ user_id, lab_id: bench.lab.id, extra_data: { ip: '192.0.2.1' }, extra_data_at: new Date() })
    await db.insert(flagSolves).values({ user_id, flag_id: bench.flags.STATIC, points: 5 })
    await db
      .insert(certificates)
      .values({ id: `paper-${number}`, user_id, course_id, type: 'required', name: 'As It Was', title: 'Course' })

    const { items, run } = await moved(entitlement.id, entitlement.version, to)
    expect(items.filter(({ fate }) => fate === 'moves').length).toBeGreaterThanOrEqual(5)
    expect(await db.select().from(notes).where(eq(notes.user_id, user_id))).toHaveLength(1)
    await run()

    const theirs = await bench.idOf(to)
    for (const table of [lessonProgress, courseProgress, notes, lessonBookmarks, labAccess, flagSolves, certificates])
      expect(await db.$count(table, eq(table.user_id, theirs))).toBe(1)
    for (const table of [lessonProgress, courseProgress, notes, lessonBookmarks, labAccess, flagSolves, certificates])
      expect(await db.$count(table, eq(table.user_id, user_id))).toBe(0)
    await bench.as(to).getCourseDetails({ slug: bench.place.slug })
    await expect(api.getCourseDetails({ slug: bench.place.slug })).rejects.toMatchObject({ code: 'no_access' })
    await expect(bench.as(to).getCourseDetails({ slug: `other-${number}` })).rejects.toMatchObject({
      code: 'no_access',
    })
    const [paper] = await db
      .select()
      .from(certificates)
      .where(eq(certificates.id, `paper-${number}`))
    expect(paper).toMatchObject({ name: 'As It Was', version: 1 })
    expect((await mailsTo(from)).at(-1)).toMatch(/moved to another account/)
    expect((await mailsTo(to)).at(-1)).toMatch(/now in this account/)
    const entries = await db.select().from(audit).where(eq(audit.action, 'entitlements.move'))
    expect(entries.map(({ subject_id }) => subject_id).filter((name) => name === from || name === to)).toHaveLength(2)
  })

  test('ends a running lab only if the administrator chose so', async () => {
    await bench.addAccount()
    const { username, api, entitlement } = await learnerWithCourse()
    const to = await newAccount()
    const { id: run } = await api.deployLab(bench.place)
    const { id, version } = entitlement
    await expect(
      as.moveEntitlement({ id, entitlementMove: { version, to, end_running: false, dry_run: true } }),
    ).rejects.toMatchObject({ code: 'conflict' })
    const { items, run: move } = await moved(id, version, to)
    expect(items).toContainEqual({ what: expect.stringContaining(bench.lab.slug), fate: 'ends' })
    await move()
    const [lab] = await bench.deps.db.select().from(deployments).where(eq(deployments.id, run))
    // Whose the cloud account was stays on record.
    expect(lab).toMatchObject({ reason: 'administrator', user_id: await bench.idOf(username) })
  })

  test('refuses a move to an account that has the content, is not active, or does not exist', async () => {
    const { entitlement } = await learnerWithCourse()
    const other = await learnerWithCourse()
    const { id, version } = entitlement
    const tryTo = (to: string) => as.moveEntitlement({ id, entitlementMove: { version, to, dry_run: true } })
    await expect(tryTo(other.username)).rejects.toMatchObject({ code: 'conflict' })
    await bench.as('sleeper', { activated: false }).getMe()
    await expect(tryTo('sleeper')).rejects.toMatchObject({ code: 'invalid' })
    await expect(tryTo('nobody-there')).rejects.toMatchObject({ code: 'invalid' })
    await expect(tryTo(entitlement.username)).rejects.toMatchObject({ code: 'invalid' })
  })

  test('merges the progress of both accounts, keeping the better of each, and announces it in the dry run', async () => {
    const { username, entitlement } = await learnerWithCourse()
    const to = await newAccount()
    const { db } = bench.deps
    const { course_id, id: lesson_id } = bench.lesson
    const [mine, theirs] = [await bench.idOf(username), await bench.idOf(to)]
    const [early, late] = [new Date('2026-01-01T00:00:00Z'), new Date('2026-02-01T00:00:00Z')]
    await db.insert(lessonProgress).values([
      {
        ...{ user_id: mine, course_id, lesson_id, position_seconds: 40, completed_at: late },
        intervals: [
          [0, 20],
          [30, 40],
        ] as [number, number][],
      },
      {
        ...{ user_id: theirs, course_id, lesson_id, position_seconds: 60, begun_at: early },
        intervals: [
          [10, 25],
          [40, 60],
        ] as [number, number][],
      },
    ])
    await db.insert(labAccess).values([
      { user_id: mine, lab_id: bench.lab.id, resets_used: 1, download_limit: 9 },
      { user_id: theirs, lab_id: bench.lab.id, resets_used: 2 },
    ])
    const { items, run } = await moved(entitlement.id, entitlement.version, to)
    expect(items.filter(({ what }) => what.startsWith('Merged'))).toEqual([
      { what: `Merged with what ${to} has: 1 lesson begun, 0 completed, with the watched parts`, fate: 'stays' },
      { what: expect.stringContaining('What was used of the lab'), fate: 'stays' },
    ])
    await run()
    const progress = await db.select().from(lessonProgress).where(eq(lessonProgress.lesson_id, lesson_id))
    expect(progress.filter(({ user_id }) => user_id === mine)).toEqual([])
    expect(progress.find(({ user_id }) => user_id === theirs)).toMatchObject({
      ...{ position_seconds: 60, completed_at: late, begun_at: early },
      intervals: [
        [0, 25],
        [30, 60],
      ],
    })
    const used = await db.select().from(labAccess).where(eq(labAccess.lab_id, bench.lab.id))
    expect(used).toMatchObject([{ user_id: theirs, resets_used: 2, download_limit: 9 }])
  })

  test('refuses a move if the receiver has a certificate, and says so', async () => {
    const { entitlement } = await learnerWithCourse()
    const to = await newAccount()
    const { id, version } = entitlement
    await bench.deps.db.insert(certificates).values({
      ...{ id: `paper-of-${to}`, user_id: await bench.idOf(to), course_id: bench.lesson.course_id },
      ...{ type: 'required', name: 'Otto', title: 'Course' },
    })
    await expect(as.moveEntitlement({ id, entitlementMove: { version, to, dry_run: true } })).rejects.toMatchObject({
      message: expect.stringContaining('cannot be merged: Certificate'),
    })
  })

  test('does not move a lab that another entitlement also opens', async () => {
    const { username, entitlement } = await learnerWithCourse()
    const lab = { kind: 'lab' as const, slug: bench.lab.slug }
    const user_id = await bench.idOf(username)
    const { db } = bench.deps
    await db.insert(entitlements).values({ user_id, kind: lab.kind, lab_id: bench.lab.id, source: 'purchase' })
    await db.insert(labAccess).values({ user_id, lab_id: bench.lab.id })
    await (await moved(entitlement.id, entitlement.version, await newAccount())).run()
    expect(await db.$count(labAccess, eq(labAccess.user_id, user_id))).toBe(1)
  })
})

test('administrators who may only read about people cannot change access', async () => {
  const { entitlement } = await learnerWithCourse()
  const finance = bench.as('finance-reader', { roles: ['user', 'admin'], capabilities: ['finance'] })
  const { data } = await finance.listEntitlements({ filter: JSON.stringify({ id: entitlement.id }) })
  expect(data[0]?.allowed).toEqual([])
  await expect(
    finance.revokeEntitlement({ id: entitlement.id, entitlementRevocation: { version: 1, dry_run: true } }),
  ).rejects.toMatchObject({ code: 'forbidden' })
})
