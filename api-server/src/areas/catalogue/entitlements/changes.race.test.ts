import { and, eq, inArray, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { give } from '../../../../test/catalogue.ts'
import { describeOnPostgres, openTestPostgres } from '../../../../test/database.ts'
import { type LabBench, openLabBench } from '../../../../test/fixtures/lab-fixture.ts'
import { deployments, entitlements, lessonProgress, lessons, outbox, vouchers } from '../../../db/schema/index.ts'

const ROUNDS = process.env.LONG ? 20 : 4
const reason = 'Ticket 42'

describeOnPostgres('concurrent changes of the ledger', () => {
  let bench: LabBench
  beforeAll(async () => {
    bench = await openLabBench({ database: await openTestPostgres() })
  })
  afterAll(() => bench.close())

  let number = 0
  async function account() {
    const username = `racer-${++number}`
    await bench.as(username).getMe()
    return username
  }
  async function holder() {
    const username = await account()
    await grantTo(username)
    const { data } = await bench.asAdmin.listEntitlements({ filter: JSON.stringify({ username }) })
    return { username, entitlement: data[0]! }
  }
  const gift = () => ({ kind: 'course' as const, slug: bench.place.slug, reason })
  const grantTo = (username: string) => give(bench.asAdmin, { username, entitlementGrant: gift() })
  const move = async (id: string, version: number, to: string) => {
    const { preview } = await bench.asAdmin.moveEntitlement({ id, entitlementMove: { version, to, dry_run: true } })
    return () => bench.asAdmin.moveEntitlement({ id, entitlementMove: { version, to, preview, reason } })
  }
  const succeeded = (outcomes: PromiseSettledResult<unknown>[]) =>
    outcomes.filter(({ status }) => status === 'fulfilled').length
  const openRows = async (username: string) =>
    bench.deps.db.$count(
      entitlements,
      and(eq(entitlements.user_id, await bench.idOf(username)), isNull(entitlements.revoked_at)),
    )

  test('two administrators who grant the same content create one entitlement', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const username = await account()
      const shown = await bench.asAdmin.grantEntitlement({ username, entitlementGrant: { ...gift(), dry_run: true } })
      const entitlementGrant = { ...gift(), preview: shown.preview }
      const grant = () => bench.asAdmin.grantEntitlement({ username, entitlementGrant })
      expect(succeeded(await Promise.allSettled([grant(), grant()])), `round ${round}`).toBe(1)
      expect(await openRows(username)).toBe(1)
    }
  })

  test('two administrators who extend from the same page add the days once', async () => {
    const { entitlement } = await holder()
    await bench.deps.db
      .update(entitlements)
      .set({ ends_at: new Date(Date.now() + 86_400_000) })
      .where(eq(entitlements.id, entitlement.id))
    const extend = () =>
      bench.asAdmin.extendEntitlement({
        id: entitlement.id,
        entitlementExtension: { version: entitlement.version, days: 10, reason },
      })
    expect(succeeded(await Promise.allSettled([extend(), extend(), extend()]))).toBe(1)
  })

  test('concurrent moves to two accounts end in one of them', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { entitlement } = await holder()
      const [one, other] = [await account(), await account()]
      const { id, version } = entitlement
      const moves = [await move(id, version, one), await move(id, version, other)]
      expect(succeeded(await Promise.allSettled(moves.map((run) => run()))), `round ${round}`).toBe(1)
      expect((await openRows(one)) + (await openRows(other))).toBe(1)
    }
  })

  test('merges what the receiver watches in a free lesson during the move', async () => {
    const { db } = bench.deps
    const { course_id, section_id } = bench.lesson
    const free = { course_id, section_id, slug: 'free', title: 'Free', position: 9, free_preview: true }
    const [{ id: lesson_id } = { id: '' }] = await db
      .insert(lessons)
      .values({ ...free, kind: 'video', video: 'videos/film.webm', duration_seconds: 100 })
      .returning()
    for (let round = 0; round < ROUNDS; round++) {
      const { username, entitlement } = await holder()
      const to = await account()
      const [mine, theirs] = [await bench.idOf(username), await bench.idOf(to)]
      const completed_at = new Date('2026-01-01T00:00:00Z')
      const begun = { course_id, lesson_id }
      await db.insert(lessonProgress).values([
        { ...begun, user_id: mine, position_seconds: 20, completed_at, intervals: [[0, 20]] },
        { ...begun, user_id: theirs, position_seconds: 30 },
      ])
      const run = await move(entitlement.id, entitlement.version, to)
      const place = { section: bench.place.section, lesson: 'free' }
      const watch = (position_seconds: number) =>
        bench.as(to).updateLastSeen({ slug: bench.place.slug, updateLastSeenPayload: { ...place, position_seconds } })
      await Promise.all([run(), watch(40), watch(60).then(() => watch(70))])
      const rows = await db.select().from(lessonProgress).where(eq(lessonProgress.lesson_id, lesson_id))
      expect(rows.filter(({ user_id }) => user_id === mine)).toEqual([])
      const merged = rows.find(({ user_id }) => user_id === theirs)
      expect(merged, `round ${round}`).toMatchObject({ completed_at, intervals: [[0, 20]] })
      expect(merged?.position_seconds).toBeGreaterThanOrEqual(40)
    }
    await db.delete(lessons).where(eq(lessons.id, lesson_id))
  })

  test('a grant during the activation of a voucher gives access once', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { entitlement } = await holder()
      const to = await account()
      const code = `RACE-${String(round).padStart(4, '0')}-AAAA`.padEnd(24, 'A')
      await bench.deps.db.insert(vouchers).values({ code, kind: 'course', course_id: bench.lesson.course_id })
      const run = await move(entitlement.id, entitlement.version, to)
      const activate = () => bench.as(to).activateVoucher({ activateVoucherPayload: { code } })
      await Promise.allSettled([run(), activate()])
      expect(await openRows(to), `round ${round}`).toBe(1)
    }
  })

  test('a lab deployed during a revocation either ends or never starts', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { username, entitlement } = await holder()
      const { id, version } = entitlement
      const { preview } = await bench.asAdmin.revokeEntitlement({
        id,
        entitlementRevocation: { version, dry_run: true },
      })
      const revoke = () => bench.asAdmin.revokeEntitlement({ id, entitlementRevocation: { version, preview, reason } })
      const [revoked] = await Promise.allSettled([revoke(), bench.as(username).deployLab(bench.place)])
      const running = await bench.deps.db.$count(
        deployments,
        and(
          eq(deployments.user_id, await bench.idOf(username)),
          inArray(deployments.state, ['queued', 'held', 'provisioning', 'running']),
        ),
      )
      // The deployment came first: then the preview no longer holds, and nothing is revoked.
      expect(running, `round ${round}`).toBe(revoked.status === 'fulfilled' ? 0 : 1)
    }
  })

  test('a change made once is mailed once', async () => {
    const { username, entitlement } = await holder()
    const to = await account()
    const run = await move(entitlement.id, entitlement.version, to)
    await Promise.allSettled([run(), run()])
    for (const name of [username, to]) {
      const told = and(eq(outbox.user_id, await bench.idOf(name)), eq(outbox.kind, 'access'))
      // The holder was told of the grant before.
      expect(await bench.deps.db.$count(outbox, told)).toBe(name === to ? 1 : 2)
    }
  })
})
