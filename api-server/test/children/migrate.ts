/** Opens the Postgres database of a URL and migrates it, like a replica that starts. */
import { openPostgresDatabase } from '../../src/db/postgres/postgres.ts'

const opened = openPostgresDatabase(process.argv[2] ?? '')
await opened.migrate()
await opened.close()
