import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseConfig } from '../config.ts'
import { openDatabase } from '../db/open.ts'
import { toFinding } from '../doctor/check.ts'
import { readRelease } from '../release.ts'
import { command, commandEnvironment } from './command-line.ts'

/** Shows the same as `GET /version`. Works without a database, and creates none. */
export const version = command({
  about: `shows release, commit and schema

The schema is the newest migration of the database that this release knows. It is null if the database cannot be read.`,
  words: [],
  json: true,
  async run() {
    const release = readRelease()
    const { schema, problem } = await readSchema()
    return {
      text: `Flagyard ${release.version}, commit ${release.commit ?? 'unknown'}, schema ${schema ?? `unknown: ${problem}`}`,
      data: { ...release, schema },
    }
  },
})

async function readSchema(): Promise<{ schema: string | null; problem?: string }> {
  const none = { schema: null, problem: 'there is no database yet.' }
  try {
    const config = parseConfig(commandEnvironment())
    if (!config.databaseUrl && !existsSync(join(config.dataDir, 'database'))) return none
    const opened = await openDatabase(config)
    try {
      return { ...none, schema: (await opened.migrationStatus()).schema }
    } finally {
      await opened.close()
    }
  } catch (error) {
    return { schema: null, problem: toFinding(error).message }
  }
}
