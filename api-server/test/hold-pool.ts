import pg from 'pg'

interface Night {
  cloud: string
  /** Who may open the course. */
  username: string
  course: string
  /** What the cloud answers to the next builds, each stopped by it. */
  faults: string[]
}

/** Beside a running server: no account of a cloud is free since administrators hold all that were, and the next builds in it will fail. */
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
