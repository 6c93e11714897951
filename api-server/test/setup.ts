import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pack } from 'tar-stream'
import type { TestProject } from 'vitest/node'
import { currentDatabase } from '../../scripts/build.ts'
import { cache } from '../../scripts/paths.ts'
import { openMemoryDatabase } from '../src/db/embedded/embedded.ts'
import { migrationsFolder } from '../src/db/migrations.ts'
import { openPostgresDatabase } from '../src/db/postgres/postgres.ts'
import { createDatabase, dropDatabase } from './servers/database-names.ts'
import { NoPostgresError, type PrivatePostgres, startPostgres } from './servers/postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** File with a migrated embedded database. */
    dump: string
    /** Server with a migrated template, or the reason why there is none. */
    postgres: { url: string; socket?: string | undefined; template: string } | { missing: string }
  }
}

/** Runs once: migrates a database of each kind. Every test file uses its own copy. */
export default async function setup(project: TestProject) {
  project.provide('dump', await migratedDump())
  let server: PrivatePostgres
  try {
    server = await startPostgres()
  } catch (error) {
    if (!(error instanceof NoPostgresError)) throw error
    console.warn(error.message)
    project.provide('postgres', { missing: error.message })
    return
  }
  const template = await createDatabase(server.url)
  const opened = openPostgresDatabase(template.url)
  await opened.migrate()
  await opened.close()
  project.provide('postgres', { url: server.url, socket: server.socket, template: template.name })
  return async () => {
    await dropDatabase(server.url, template.name)
    await server.stop()
  }
}

/** Cached between runs. The key depends only on the migrations and the PGlite version. */
async function migratedDump(): Promise<string> {
  const hash = createHash('sha256').update(
    readFileSync(new URL('../node_modules/@electric-sql/pglite/package.json', import.meta.url)),
  )
  for (const name of readdirSync(migrationsFolder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (/\.(sql|json)$/.test(name)) hash.update(readFileSync(join(migrationsFolder, name)))
  }
  const file = join(cache, `database-${hash.digest('hex').slice(0, 16)}.tar`)
  if (existsSync(file)) return file
  const built = currentDatabase()
  const dump = built ? await tarOf(built) : await migrate()
  mkdirSync(cache, { recursive: true })
  writeFileSync(`${file}.${process.pid}`, dump)
  renameSync(`${file}.${process.pid}`, file)
  return file
}

/** Takes eight seconds of processor time, so a test run uses the database of its build. */
async function migrate(): Promise<Buffer> {
  const opened = await openMemoryDatabase()
  await opened.migrate()
  const dump = await opened.dump()
  await opened.close()
  return Buffer.from(await dump.arrayBuffer())
}

/** In the format of PGlite's dumps, whose paths begin with a slash. */
async function tarOf(folder: string): Promise<Buffer> {
  const archive = pack()
  const whole = buffer(archive)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const name = path.slice(folder.length)
    if (entry.isDirectory()) archive.entry({ name, type: 'directory', mode: 0o700 })
    else archive.entry({ name }, readFileSync(path))
  }
  archive.finalize()
  return whole
}
