import pg from 'pg'

/** Beside a running server: the lab that somebody has running now ends in so many seconds, as if its hours had gone by. */
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
