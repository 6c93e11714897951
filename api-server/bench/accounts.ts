import { randomUUID } from 'node:crypto'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { deployedFlagRows, deriveFlag } from '../src/areas/catalogue/flags/service.ts'
import { newCode } from '../src/areas/commerce/vouchers/code.ts'
import { newRefreshSecret } from '../src/areas/platform/auth/sessions/refresh.ts'
import { loadConfig } from '../src/config.ts'
import type { Tx } from '../src/db/open.ts'
import { openDatabase } from '../src/db/open.ts'
import * as schema from '../src/db/schema/index.ts'
import { signAccessToken } from '../src/identity/access-token.ts'
import { DAY_MS, systemClock } from '../src/integrations/clock.ts'
import { createSecrets, hashToken, type Secrets } from '../src/secrets.ts'
import type { World } from './scenarios.ts'

/** Number of learners, each with every course and some progress in it. */
const LEARNERS = 64
/**
 * Number of flag players. With 10 tries per minute and flag, and rounds of some seconds at a thousand tries per second, so many players never hit the
 * limit.
 */
const PLAYERS = 6_000
/** Number of environments of one lab that are searched for the owner of a submitted flag. */
const DEPLOYMENTS = 10_000
/** Number of single-use codes: more than all rounds use in total, at 32 and at 8 connections. A code that is used again is answered without a write. */
const SINGLE_USES = 40_000
/** A whole run takes longer than the default lifetime of an access token. */
const TOKEN_SECONDS = 4 * 3_600
const CHUNK = 1_000

/** Adds accounts and their data directly to the database of a stopped server, and signs them in. */
export async function seed(settings: Record<string, string>, sizes: readonly number[] = []): Promise<World> {
  const config = loadConfig({ DEMO: '1', ...settings })
  const opened = await openDatabase(config)
  const secrets = createSecrets(config.secretKey)
  try {
    const world = await opened.db.transaction((tx) => fill(tx, secrets, sizes))
    // As in any database that has run for a minute: otherwise the first calls would be planned for empty tables.
    await opened.db.execute(sql`vacuum analyze`)
    return world
  } finally {
    await opened.close()
  }
}

/** A published course of text lessons, ten per section. */
async function addCourse(tx: Tx, size: number): Promise<string> {
  const slug = `bench-of-${size}`
  const course_id = randomUUID()
  await tx.insert(schema.courses).values({
    id: course_id,
    slug,
    title: slug,
    level: 'beginner',
    price_amount: 100,
    status: 'published',
    position: 999,
  })
  const sections = Array.from({ length: size / 10 }, (_, position) => ({
    ...{ id: randomUUID(), course_id, position },
    ...{ slug: `section-${position}`, title: `Section ${position}` },
  }))
  await insert(tx, schema.sections, sections)
  const lessons = sections.flatMap(({ id: section_id, position: place }) =>
    Array.from({ length: 10 }, (_, at) => ({
      ...{ course_id, section_id, position: place * 10 + at, kind: 'reading' as const, required: true },
      ...{
        slug: `lesson-${at}`,
        title: `Lesson ${at} of section ${place}`,
        body: `Some words. ${'More. '.repeat(100)}`,
      },
    })),
  )
  await insert(tx, schema.lessons, lessons)
  return slug
}

async function fill(tx: Tx, secrets: Secrets, sizes: readonly number[]): Promise<World> {
  const sized = []
  for (const lessons of sizes) sized.push({ lessons, course: await addCourse(tx, lessons) })
  const published = await tx
    .select()
    .from(schema.courses)
    .where(eq(schema.courses.status, 'published'))
    .orderBy(schema.courses.position)
  const courses = published.map(({ id }) => id)
  const [course] = published
  const [flag] = await tx
    .select({ id: schema.flags.id, lab: schema.labs })
    .from(schema.flags)
    .innerJoin(schema.labs, eq(schema.labs.id, schema.flags.lab_id))
    .where(eq(schema.flags.type, 'STATIC'))
    .orderBy(schema.labs.slug, schema.flags.position)
  const lessons = await tx
    .select({ lesson: schema.lessons, section: schema.sections.slug })
    .from(schema.lessons)
    .innerJoin(schema.sections, eq(schema.sections.id, schema.lessons.section_id))
    .where(inArray(schema.lessons.course_id, courses))
    .orderBy(schema.sections.position, schema.lessons.position)
  const video = lessons.find(({ lesson }) => lesson.course_id === course?.id && lesson.kind === 'video')
  const [administrator] = await tx.select().from(schema.users).where(eq(schema.users.username, 'admin'))
  if (!course || !flag || !video || !administrator) throw new Error('The demo is not in this database')

  const learners = await addAccounts(tx, 'bench-learner', LEARNERS)
  await insert(
    tx,
    schema.entitlements,
    learners.flatMap((user_id) =>
      courses.map((course_id) => ({ user_id, course_id, kind: 'course', source: 'administrator' })),
    ),
  )
  await insert(
    tx,
    schema.lessonProgress,
    learners.flatMap((user_id) =>
      lessons
        .filter((_lesson, index) => index % 3 === 0)
        .map(({ lesson }) => ({
          user_id,
          lesson_id: lesson.id,
          course_id: lesson.course_id,
          completed_at: new Date(),
        })),
    ),
  )
  const players = await addAccounts(tx, 'bench-player', PLAYERS)
  const lab = { lab_id: flag.lab.id }
  await insert(
    tx,
    schema.entitlements,
    players.map((user_id) => ({ user_id, ...lab, kind: 'lab', source: 'administrator' })),
  )
  // Some players have deployed it twice.
  const deployed = [...players, ...players.slice(0, DEPLOYMENTS - PLAYERS)].map((user_id) => ({
    ...{ id: randomUUID(), user_id, ...lab },
    cloud: flag.lab.cloud,
    state: 'ended',
    reason: 'learner',
    module_version: 'bench',
    duration_seconds: 3_600,
    running_at: sql`now()`,
    flags_marked_at: sql`now()`,
  }))
  await insert(tx, schema.deployments, deployed)
  const shared = await plantFlags(tx, secrets, flag.lab.id, deployed)
  const recipients = await addAccounts(tx, 'bench-recipient', SINGLE_USES)
  const codes = recipients.map(() => newCode())
  await insert(
    tx,
    schema.vouchers,
    codes.map((code) => ({ code, kind: 'course', course_id: course.id })),
  )
  const signIn = (ids: string[]) => openSessions(tx, secrets, ids)
  return {
    course: course.slug,
    video: { section: video.section, lesson: video.lesson.slug },
    learners: (await signIn(learners)).access,
    players: (await signIn(players)).access,
    recipients: (await signIn(recipients)).access,
    administrator: (await signIn([administrator.id])).access[0] ?? '',
    // More than vouchers, because a refresh is three times as fast.
    refreshTokens: (await signIn(Array.from({ length: 3 }, () => recipients).flat())).refresh,
    codes,
    sized,
    flag: flag.id,
    shared,
  }
}

/** Records the lab's dynamic flag in all these environments, and returns the value of the last one, for the other players to submit. */
async function plantFlags(tx: Tx, secrets: Secrets, labId: string, deployed: { id: string; user_id: string }[]) {
  const [dynamic] = await tx
    .select({ id: schema.flags.id })
    .from(schema.flags)
    .where(and(eq(schema.flags.lab_id, labId), eq(schema.flags.type, 'DYNAMIC')))
  const last = deployed.at(-1)
  if (!dynamic || !last) throw new Error('The lab of the flag has no dynamic one')
  await insert(
    tx,
    schema.plantedFlags,
    deployed.flatMap((deployment) => deployedFlagRows(secrets, deployment, [dynamic], null)),
  )
  const of = { flagId: dynamic.id, userId: last.user_id, deploymentId: last.id }
  return { flag: dynamic.id, value: deriveFlag(secrets, of) }
}

/** Activated accounts that cannot sign in with a password. */
export async function addAccounts(tx: Tx, prefix: string, count: number): Promise<string[]> {
  const accounts = Array.from({ length: count }, (_, number) => ({
    id: randomUUID(),
    username: `${prefix}-${number}`,
    email: `${prefix}-${number}@bench.example`,
    full_name: `${prefix} ${number}`,
    password_hash: 'none',
    activated_at: new Date(),
  }))
  await insert(tx, schema.users, accounts)
  return accounts.map(({ id }) => id)
}

/** A session for each account, with a refresh token and an access token that outlives the run. */
export async function openSessions(tx: Tx, secrets: Secrets, userIds: string[]) {
  const now = systemClock.now()
  const rows = userIds.map((user_id) => {
    const id = randomUUID()
    const secret = newRefreshSecret(secrets, id)
    return { id, user_id, secret, current_hash: hashToken(secret), expires_at: new Date(now.getTime() + DAY_MS) }
  })
  await insert(
    tx,
    schema.sessions,
    rows.map(({ secret: _secret, ...row }) => row),
  )
  return {
    access: rows.map(({ id, user_id }) =>
      signAccessToken(secrets, { userId: user_id, sessionId: id }, now, TOKEN_SECONDS),
    ),
    refresh: rows.map(({ id, secret }) => `${id}.${secret}`),
  }
}

async function insert<Table extends PgTable>(tx: Tx, table: Table, rows: object[]): Promise<void> {
  for (let from = 0; from < rows.length; from += CHUNK)
    await tx.insert(table).values(rows.slice(from, from + CHUNK) as Table['$inferInsert'][])
}
