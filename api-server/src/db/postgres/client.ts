import pg from 'pg'
import { listHostUrls, needsPrimary } from '../../database-url.ts'

export interface ClientOptions extends pg.ClientConfig {
  connectionString: string
  /** Settings of the session. Sent after it begins, because PgBouncer refuses a connection that begins with them. */
  session?: Record<string, string | number | boolean>
}

/**
 * Every connection to Postgres. If DATABASE_URL lists several hosts, it connects to the primary. A lost connection emits no unhandled error: its
 * queries fail, and its owner opens the next one. The columns of a named statement are read once per connection.
 */
export class Client extends pg.Client {
  readonly #options: ClientOptions
  readonly #known = new Map<string, Columns>()
  /** The connection without the message that asks for the columns of a result. */
  readonly #undescribed: pg.Connection = Object.create(this.connection, { describe: { value() {} } })

  constructor(options: ClientOptions) {
    super({ ...options, connectionString: listHostUrls(options.connectionString)[0] })
    this.#options = options
    this.on('error', () => {})
    this.query = this.#query as pg.Client['query']
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

  #query(...call: unknown[]): unknown {
    const [config, values, callback] = call as [string | pg.QueryConfig, unknown, Answered?]
    if (typeof config === 'string' || !config.name || 'submit' in config || typeof values === 'function')
      return super.query(...(call as [string]))
    const query = new NamedQuery(config, values, this.#known, this.#undescribed)
    const send = super.query.bind(this) as (query: NamedQuery, answered: Answered) => void
    if (callback) return send(query, callback)
    return new Promise((resolve, reject) => send(query, (error, result) => (error ? reject(error) : resolve(result))))
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

type Answered = (error: Error | null, result?: unknown) => void

/** What pg makes of the description of a result. */
interface Columns {
  fields: unknown
  _parsers: unknown
  _prebuiltEmptyResultObject: unknown
}

/** The part of `pg.Query` that its types leave out. */
interface QueryInternals extends pg.Query {
  name: string
  _result: Columns
  _accumulateRows: boolean
  prepare(connection: pg.Connection): void
  handleRowDescription(message: unknown): void
}
const Query = pg.Query as unknown as new (config: pg.QueryConfig, values: unknown) => QueryInternals

/**
 * A named statement that asks for its columns only until they are known. Describing the dozens of columns of a join takes a tenth of a short read, in
 * Postgres and here.
 */
class NamedQuery extends Query {
  readonly #known: Map<string, Columns>
  readonly #undescribed: pg.Connection

  constructor(config: pg.QueryConfig, values: unknown, known: Map<string, Columns>, undescribed: pg.Connection) {
    super(config, values)
    this.#known = known
    this.#undescribed = undescribed
  }

  override prepare(connection: pg.Connection): void {
    const known = this.#known.get(this.name)
    if (known) {
      const { fields, _parsers, _prebuiltEmptyResultObject } = known
      Object.assign(this._result, { fields, _parsers, _prebuiltEmptyResultObject })
      this._accumulateRows = true
    }
    super.prepare(known ? this.#undescribed : connection)
  }

  override handleRowDescription(message: unknown): void {
    super.handleRowDescription(message)
    this.#known.set(this.name, this._result)
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
