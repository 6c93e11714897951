import pg from 'pg'
import { PgBoss } from 'pg-boss'

/**
 * Makes a worker of a running server run a sweep within a few seconds instead of on schedule. Does nothing if the sweep
 * is already waiting or running.
 */
export async function askForSweep(database: string, name: string): Promise<void> {
  const boss = new PgBoss({
    connectionString: database,
    schema: 'jobs',
    migrate: false,
    supervise: false,
    schedule: false,
  })
  await boss.start()
  try {
    await boss.send(name, {})
  } finally {
    await boss.stop({ graceful: false })
  }
}

/** Completes all lessons of a course except one for a learner of a running server. */
export async function finishLessonsBesideServer(
  database: string,
  { username, course, but }: { username: string; course: string; but: string },
): Promise<void> {
  const client = new pg.Client(database)
  await client.connect()
  try {
    await client.query(
      `insert into lesson_progress (user_id, lesson_id, course_id, completed_at)
        select u.id, l.id, l.course_id, now() from users u, lessons l join courses c on c.id = l.course_id
          where u.username = $1 and c.slug = $2 and l.slug <> $3
        on conflict (user_id, lesson_id) do update set completed_at = now()`,
      [username, course, but],
    )
  } finally {
    await client.end()
  }
}

/** Moves the delivery day of a learner's gifts to today on a running server. */
export async function letGiftDayComeBesideServer(database: string, username: string): Promise<void> {
  const client = new pg.Client(database)
  await client.connect()
  try {
    await client.query(
      `update vouchers set mail_after = now() where owner_id = (select id from users where username = $1)`,
      [username],
    )
  } finally {
    await client.end()
  }
}

/** Makes a learner's running lab end after this number of seconds on a running server. */
export async function moveLabEndBesideServer(database: string, username: string, seconds: number): Promise<void> {
  const client = new pg.Client(database)
  await client.connect()
  try {
    await client.query(
      `update deployments set ends_at = now() + make_interval(secs => $2)
        where state = 'running' and user_id = (select id from users where username = $1)`,
      [username, seconds],
    )
  } finally {
    await client.end()
  }
}

interface Night {
  cloud: string
  /** Learner who gets the course. */
  username: string
  course: string
  /** Cloud errors of the next builds, one each. */
  faults: string[]
}

/** Locks all available accounts of a cloud on a running server, and makes the next builds fail. */
export async function holdPoolBesideServer(
  database: string,
  { cloud, username, course, faults }: Night,
): Promise<void> {
  const client = new pg.Client(database)
  await client.connect()
  try {
    await client.query(
      `update cloud_accounts set status = 'Locked', lock_reason = 'hold', status_since = now()
        where cloud = $1 and status = 'Available' and retired_at is null`,
      [cloud],
    )
    await client.query(
      `insert into entitlements (user_id, kind, course_id, source)
        select u.id, 'course', c.id, 'administrator' from users u, courses c where u.username = $1 and c.slug = $2`,
      [username, course],
    )
    for (const message of faults)
      await client.query(
        `insert into simulated.faults (cloud, step, effect, message) values ($1, 'apply:1', 'fail', $2)`,
        [cloud, message],
      )
  } finally {
    await client.end()
  }
}
