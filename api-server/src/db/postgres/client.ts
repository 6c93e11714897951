import pg from 'pg'
import { listHostUrls, needsPrimary } from '../../database-url.ts'

export interface ClientOptions extends pg.ClientConfig {
  connectionString: string
  /** Settings of the session. Sent after it begins, because PgBouncer refuses a connection that begins with them. */
  session?: Record<string, string | number | boolean>
}

/**
 * Every connection to Postgres. If DATABASE_URL lists several hosts, it connects to the primary. A lost connection emits no unhandled error: its
 * queries fail, and its owner opens the next one.
 */
export class Client extends pg.Client {
  readonly #options: ClientOptions

  constructor(options: ClientOptions) {
    super({ ...options, connectionString: listHostUrls(options.connectionString)[0] })
    this.#options = options
    this.on('error', () => {})
  }

  override connect(): Promise<pg.Client>
  override connect(callback: (error: Error | null, client?: pg.Client) => void): void
  override connect(callback?: (error: Error | null, client?: pg.Client) => void): Promise<pg.Client> | undefined {
    const connected = this.#connect()
    if (!callback) return connected
    connected.then(
      () => callback(null, this),
      (error) => callback(error),
    )
    return undefined
  }

  async #connect(): Promise<this> {
    const { connectionString, session = {} } = this.#options
    try {
      if (needsPrimary(connectionString)) {
        const { host, port } = await findPrimary(this.#options)
        this.host = host
        this.port = port
      }
      await super.connect()
      const settings = Object.entries(session).map(([name, value]) => `set ${name} = ${value}`)
      if (settings.length > 0) await this.query(settings.join(';'))
      // It may have changed since it was found.
      if (needsPrimary(connectionString)) await assertPrimary(this)
    } catch (error) {
      void this.end().catch(() => {})
      throw error
    }
    return this
  }
}

/** Primaries by connection string, so that a burst of connections asks once. After a failover, the old one is used for a second at most. */
const primaries = new Map<string, { found: Promise<Pick<pg.Client, 'host' | 'port'>>; until: number }>()
const KNOWN_MS = 1_000

/** Asks all hosts at the same time, because a lost machine does not answer. */
function findPrimary({ connectionString, connectionTimeoutMillis: timeout }: ClientOptions) {
  const known = primaries.get(connectionString)
  if (known && performance.now() < known.until) return known.found
  const found = Promise.any(
    listHostUrls(connectionString).map(async (url) => {
      const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: timeout, query_timeout: timeout })
      client.on('error', () => {})
      try {
        await client.connect()
        await assertPrimary(client)
        return client
      } finally {
        void client.end().catch(() => {})
      }
    }),
  )
  primaries.set(connectionString, { found, until: performance.now() + KNOWN_MS })
  found.catch(() => primaries.delete(connectionString))
  return found
}

async function assertPrimary(client: pg.Client): Promise<void> {
  const { rows } = await client.query('select pg_is_in_recovery() as standby')
  if (rows[0]?.standby) throw new Error('This host is a standby')
}
