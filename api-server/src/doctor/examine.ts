import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, ConfigError, listMisspelt } from '../config.ts'
import { saveLastStart } from '../db/last-start.ts'
import { DatabaseInUseError, type OpenedDatabase, openDatabase } from '../db/open.ts'
import type { Deps } from '../deps.ts'
import { createMailer } from '../integrations/mail.ts'
import { openFiles } from '../integrations/open-files.ts'
import { readRelease } from '../release.ts'
import { type NamedFinding, runChecks, toFinding } from './check.ts'
import { serverChecks, tableChecks } from './database-checks.ts'
import { machineChecks } from './machine-checks.ts'

/** Checks the whole installation without changing it. Sends a test message if a recipient is given. */
export async function examine(loadSettings: () => Config, mailTo: string | undefined): Promise<NamedFinding[]> {
  const misspelt = listMisspelt(process.env).map((message): NamedFinding => {
    return { check: 'configuration', level: 'warning', message }
  })
  let config: Config
  try {
    config = loadSettings()
  } catch (error) {
    const problems = error instanceof ConfigError ? error.problems : [toFinding(error).message]
    const wrong = problems.filter((problem) => !misspelt.some(({ message }) => message === problem))
    return [...misspelt, ...wrong.map((message): NamedFinding => ({ check: 'configuration', level: 'error', message }))]
  }
  const machine = { openFiles: () => openFiles(config), mailer: createMailer(config), mailTo }
  const valid: NamedFinding = { check: 'configuration', level: 'ok', message: 'All variables are valid.' }
  return [
    ...(misspelt.length > 0 ? misspelt : [valid]),
    ...(await runChecks(machineChecks, config, machine)),
    ...(await examineDatabase(config)),
  ]
}

async function examineDatabase(config: Config): Promise<NamedFinding[]> {
  const check = 'database'
  if (!config.databaseUrl && !existsSync(join(config.dataDir, 'database')))
    return [{ check, level: 'ok', message: `There is none yet. The first start creates it in ${config.dataDir}.` }]
  let opened: OpenedDatabase | undefined
  try {
    opened = await openDatabase(config)
    await opened.ping()
    const { schema } = await opened.migrationStatus()
    return [
      ...(await runChecks(serverChecks, config, opened)),
      ...(schema === null ? [] : await runChecks(tableChecks, config, opened)),
    ]
  } catch (error) {
    if (!(error instanceof DatabaseInUseError)) return [{ check, ...toFinding(error, config) }]
    const message = `Not checked: the server is using the database in ${config.dataDir}. Stop it, then run this again.`
    return [{ check, level: 'warning', message }]
  } finally {
    await opened?.close()
  }
}

/** Logs warnings and errors of the checks that are quick. Then stores release and address for the next start. */
export async function examineAtStart(deps: Pick<Deps, 'config' | 'files' | 'mailer' | 'log'>, opened: OpenedDatabase) {
  const { config, files, mailer, log } = deps
  const machine = { openFiles: async () => files, mailer }
  const found = [
    ...(await runChecks(
      machineChecks.filter(({ atStart }) => atStart),
      config,
      machine,
    )),
    ...(await runChecks(
      [...serverChecks, ...tableChecks].filter(({ atStart }) => atStart),
      config,
      opened,
    )),
  ]
  for (const { check, level, message, details } of found) if (level !== 'ok') log.warn({ check, details }, message)
  await saveLastStart(opened.db, { version: readRelease().version, public_url: config.publicUrl })
}
