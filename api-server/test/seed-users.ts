import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

/** More people than sign-up lets in within an hour, straight into the database of a server, once it is ready. */
export async function bringCrowd(
  database: string,
  { from, people, ready }: { from: string; people: number; ready: string },
): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const answer = await fetch(ready).catch(() => undefined)
    if (answer?.ok) break
    await pause(200)
  }
  const client = new pg.Client(database)
  await client.connect()
  try {
    await client.query(
      `insert into users (username, email, password_hash, full_name, referrer, activated_at)
       select $1 || '-' || n, $1 || '-' || n || '@crowd.example', 'none', 'Person ' || n, $1, now()
       from generate_series(1, $2::int) n`,
      [from, people],
    )
  } finally {
    await client.end()
  }
}
