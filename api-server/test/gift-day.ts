import pg from 'pg'

/** Beside a running server: the day has come on which the gifts of somebody go out. */
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
