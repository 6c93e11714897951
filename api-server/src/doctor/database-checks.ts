import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { listProcesses } from '../areas/operations/system/index.ts'
import type { Config } from '../config.ts'
import { compareSecretKey } from '../db/assert-secret-key.ts'
import { findLastStart, listUpgradeSteps } from '../db/last-start.ts'
import type { OpenedDatabase } from '../db/open.ts'
import { CONNECTIONS } from '../db/postgres/postgres.ts'
import { assertTakenOver, UnconfirmedCopyError } from '../db/restored.ts'
import { factors } from '../db/schema/index.ts'
import { isFilled } from '../demo/marker.ts'
import { MAX_CLOCK_DRIFT_MS } from '../http/health.ts'
import { readClockDifference, systemClock } from '../integrations/clock.ts'
import { describeSteps } from '../release.ts'
import { createSecrets } from '../secrets.ts'
import { type Check, error, type Finding, ok, warning } from './check.ts'

/** Checks that need a database, also an empty one. */
export const serverChecks: Check<OpenedDatabase>[] = [
  { name: 'database', run: checkServer, atStart: true },
  { name: 'pooler', run: checkPooler, atStart: true },
  { name: 'clock', run: checkClock, atStart: true },
  { name: 'schema', run: checkSchema, atStart: false },
]

/** Checks that need the tables of the product. */
export const tableChecks: Check<OpenedDatabase>[] = [
  { name: 'secret key', run: checkSecretKey, atStart: false },
  { name: 'restore', run: checkRestore, atStart: false },
  { name: 'connections', run: checkConnections, atStart: true },
  { name: 'address', run: checkAddress, atStart: true },
  { name: 'upgrade', run: checkUpgrade, atStart: true },
]

const OLDEST_POSTGRES = 150_000
const UTC = /^(etc\/)?(utc|uct|gmt|zulu|universal)$/i

async function checkServer({ dataDir }: Config, { kind, db }: OpenedDatabase): Promise<Finding | Finding[]> {
  if (kind === 'embedded') return ok(`Embedded, in ${dataDir}. One process can use it.`)
  const { rows } = (await db.execute(sql`
    select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
      current_setting('server_encoding') as encoding, current_setting('TimeZone') as zone,
      has_database_privilege(current_database(), 'create') and has_schema_privilege('public', 'create') as may_create,
      exists (select from pg_available_extensions where name = 'pg_trgm') as has_trigrams`)) as unknown as {
    rows: Server[]
  }
  return rows.flatMap(({ version, number, encoding, zone, may_create, has_trigrams }) => {
    const problems = [
      ...(number < OLDEST_POSTGRES ? [error(`Postgres ${version} is too old. Upgrade it to 15 or newer.`)] : []),
      ...(encoding !== 'UTF8'
        ? [error(`Its encoding is ${encoding}. Create the database with: createdb -E UTF8 -T template0`)]
        : []),
      ...(may_create
        ? []
        : [error('The user of DATABASE_URL may not create tables and schemas. Make it the owner of the database.')]),
      ...(has_trigrams
        ? []
        : [error('The extension pg_trgm is missing on the server. Install the contrib package of Postgres.')]),
      ...(UTC.test(zone)
        ? []
        : [
            warning(
              `Its time zone is ${zone}, so invoices can have the date of another day. Run: alter database … set TimeZone to 'UTC'`,
            ),
          ]),
    ]
    return problems.length > 0 ? problems : [ok(`Postgres ${version}.`)]
  })
}

interface Server {
  version: string
  number: number
  encoding: string
  zone: string
  may_create: boolean
  has_trigrams: boolean
}

async function checkPooler(_: Config, { kind, sharesConnections }: OpenedDatabase): Promise<Finding | undefined> {
  if (kind === 'embedded') return undefined
  if (!(await sharesConnections())) return ok('Each connection belongs to one client.')
  return error(
    'A pooler gives our connections to others after each transaction, so locks and notifications fail. Set pool_mode = session in PgBouncer.',
  )
}

const WORTH_A_WARNING_MS = 2_000

async function checkClock(_: Config, { ping }: OpenedDatabase): Promise<Finding> {
  const difference = await readClockDifference({ clock: systemClock, ping })
  const ms = Math.abs(difference)
  if (ms < WORTH_A_WARNING_MS) return ok('The clock agrees with the database.')
  const direction = difference > 0 ? 'ahead of' : 'behind'
  const what = `The clock of this machine is ${Math.round(ms / 1_000)} s ${direction} the database's. Correct it.`
  if (ms <= MAX_CLOCK_DRIFT_MS) return warning(what)
  return error(`${what} Until then, no process of this machine is ready.`)
}

async function checkSchema(_: Config, { migrationStatus }: OpenedDatabase): Promise<Finding> {
  const { schema, pending, newer, failed, running } = await migrationStatus()
  if (failed)
    return error(`The migration ${failed.name} failed on ${failed.host} at ${failed.failed_at}: ${failed.error}`)
  if (running) return warning(`${running.by} has been migrating since ${running.since}. Wait for it.`)
  if (schema === null) return ok('Empty. flagyard migrate or the first start creates the tables.')
  if (pending.length > 0)
    return warning(`${pending.length} migrations are pending. The next start applies them; make a backup first.`)
  if (newer > 0)
    return warning(`A newer release has applied ${newer} migrations. Only the release before it runs on them.`)
  return ok(`${schema}.`)
}

async function checkSecretKey(config: Config, { db }: OpenedDatabase): Promise<Finding> {
  await isFilled(db, config)
  const hasKey = await compareSecretKey(db, createSecrets(config.secretKey), config)
  return ok(hasKey ? 'It is the key of this database.' : 'The first start binds the database to it.')
}

async function checkRestore(_: Config, { db }: OpenedDatabase): Promise<Finding | undefined> {
  try {
    await assertTakenOver(db)
    return undefined
  } catch (reason) {
    if (reason instanceof UnconfirmedCopyError) return warning(reason.message)
    throw reason
  }
}

async function checkConnections(_: Config, { kind, db }: OpenedDatabase): Promise<Finding | undefined> {
  if (kind === 'embedded') return undefined
  const { rows } = (await db.execute(sql`
    select least(
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0),
      nullif((select rolconnlimit from pg_roles where rolname = current_user), -1),
      nullif((select datconnlimit from pg_database where datname = current_database()), -1)) as allowed`)) as unknown as {
    rows: { allowed: number }[]
  }
  const allowed = rows[0]?.allowed ?? 0
  const processes = Math.max(1, (await listProcesses(db)).filter(({ is_responding }) => is_responding).length)
  const needed = processes * CONNECTIONS
  const message = `${processes} × ${CONNECTIONS} of ${allowed} connections can be in use.`
  if (needed <= allowed) return ok(message)
  return warning(`${message} Raise max_connections, or the limit of the user or database, to ${needed} or more.`)
}

async function checkAddress(config: Config, { db }: OpenedDatabase): Promise<Finding> {
  const now = config.publicUrl
  const last = (await findLastStart(db))?.public_url ?? now
  if (last === now) return ok(`PUBLIC_URL is ${now}.`)
  if (isDefault(last) && isDefault(now)) return ok(`PUBLIC_URL is not set, and is ${now} for this port.`)
  const host = new URL(last).hostname
  const passkeys = await db.$count(factors, and(eq(factors.kind, 'passkey'), isNotNull(factors.confirmed_at)))
  return warning(`PUBLIC_URL was ${last} at the last start, and is ${now} now. This breaks:`, [
    `Links in mails, and on certificates and badges, lead to ${last}. Redirect it to the new address.`,
    'Everyone has to sign in again.',
    ...(passkeys > 0 && host !== new URL(now).hostname
      ? [`${passkeys} passkeys work only on ${host}. Their owners sign in with another factor and add a new passkey.`]
      : []),
    ...(config.stripe
      ? [
          `Stripe sends events to the old address. Change the webhook in its dashboard to ${now}/api/v1/payments/stripe/events.`,
        ]
      : []),
    'Scripts and the proxy that name the old address have to be changed.',
  ])
}

/** Address of a server without PUBLIC_URL. Processes on one machine have one for each port. */
const isDefault = (address: string) => /^http:\/\/localhost:\d+$/.test(address)

async function checkUpgrade(_: Config, opened: OpenedDatabase): Promise<Finding> {
  const [message = '', ...details] = describeSteps(await listUpgradeSteps(opened))
  return details.length > 0 ? warning(message, details) : ok(message)
}
