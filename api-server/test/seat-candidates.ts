import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Db } from '../src/db/open.ts'
import { createSecrets } from '../src/secrets.ts'

interface Seats {
  /** Slug of the exam. */
  exam: string
  region: string
  /** What their usernames begin with. */
  prefix: string
  people: number
  /** How long ago they began. */
  minutesAgo?: number
  /** Whose password is theirs, too, so that they can sign in. */
  passwordOf?: string
}

/** Candidates who sit an exam now, each with an environment that runs in an account of the region, straight into the database. */
export async function seatCandidates(
  db: Pick<Db, 'execute'>,
  { exam, region, prefix, people, minutesAgo = 30, passwordOf = '' }: Seats,
): Promise<void> {
  const began = sql`date_trunc('milliseconds', now() - make_interval(mins => ${minutesAgo}::int))`
  await db.execute(sql`
    with e as (select * from exams where slug = ${exam}),
    u as (insert into users (username, email, password_hash, full_name, activated_at)
      select ${prefix} || '-' || n, ${prefix} || '-' || n || '@candidates.example', coalesce((select password_hash from users where username = ${passwordOf}), 'none'), 'Candidate ' || n, now()
      from generate_series(1, ${people}::int) n
      on conflict (username) do update set activated_at = now() returning id),
    a as (insert into exam_attempts (exam_id, user_id, state, scheduled_at, time_zone, started_at, checked_in_at, ready_at, active_until,
        calendar_sequence, terms)
      select e.id, u.id, 'active', ${began}, 'UTC', ${began}, ${began}, ${began}, ${began} + make_interval(mins => e.duration_minutes), 1,
        jsonb_build_object('seconds', e.duration_minutes * 60, 'passing_points', e.passing_points, 'resets', e.resets,
          'extension_ceiling_minutes', e.extension_ceiling_minutes, 'module_version', e.module_version)
      from e, u returning id, user_id, exam_id, active_until),
    l as (insert into exam_ledger (attempt_id, kind, from_at, until_at, seconds, at)
      select a.id, 'start', ${began}, a.active_until, e.duration_minutes * 60, ${began} from a, e),
    b as (insert into account_bookings (attempt_id, cloud, from_at, until_at)
      select a.id, e.cloud, ${began} - interval '45 minutes', a.active_until + interval '4 hours' from a, e),
    seats as (select a.*, gen_random_uuid() as account, gen_random_uuid() as deployment from a),
    c as (insert into cloud_accounts (id, cloud, account_id, name, region, status, deployment_id)
      select s.account, e.cloud, ${prefix} || '-' || left(s.account::text, 18), ${prefix}, ${region}, 'Provisioned', s.deployment from seats s, e
      returning id)
    insert into deployments (id, user_id, exam_id, attempt_id, cloud, cloud_account_id, state, module_version, duration_seconds, running_at)
      select s.deployment, s.user_id, s.exam_id, s.id, e.cloud, s.account, 'running', e.module_version, e.duration_minutes * 60, ${began}
      from seats s join c on c.id = s.account, e`)
}

/** The same beside a running server of the demo, which can clean the accounts up afterwards: their credentials are sealed with its key. */
export async function seatBesideServer(
  { DATABASE_URL, DATA_DIR }: { DATABASE_URL?: string; DATA_DIR: string },
  seats: Seats,
): Promise<void> {
  const client = new pg.Client(DATABASE_URL ?? '')
  await client.connect()
  try {
    const db = drizzle(client)
    await seatCandidates(db, seats)
    const secrets = createSecrets(readFileSync(join(DATA_DIR, 'secret-key'), 'utf8').trim())
    const { rows } = await client.query<{ id: string }>(
      'select id from cloud_accounts where name = $1 and credentials_sealed is null',
      [seats.prefix],
    )
    const sealed = rows.map(({ id }) => secrets.seal('credentials', id, JSON.stringify({ simulated: id })))
    await client.query(
      `update cloud_accounts c set credentials_sealed = given.sealed
       from unnest($1::uuid[], $2::text[]) as given(id, sealed) where c.id = given.id`,
      [rows.map(({ id }) => id), sealed],
    )
  } finally {
    await client.end()
  }
}
