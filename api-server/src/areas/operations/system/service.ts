import type { Accepted } from '@flagyard/api-types/contract/operation'
import type { Deps } from '../../../deps.ts'
import { labelOf } from '../../../integrations/backup-target.ts'
import { readClockDifference } from '../../../integrations/clock.ts'
import { countMails } from '../../../mail/queries.ts'
import { readRelease } from '../../../release.ts'
import { sumStoredBytes } from '../../authoring/uploads/index.ts'
import { findRuns } from './backups/queries.ts'
import { slotsAround } from './backups/schedule.ts'
import * as queries from './queries.ts'

type NeededDeps = Pick<Deps, 'db' | 'clock' | 'ping' | 'queue' | 'config' | 'mailer'>

export const readVersion = async ({ db }: Pick<Deps, 'db'>): Promise<Accepted<'versionInfo'>> => ({
  ...readRelease(),
  schema: await queries.findNewestMigration(db),
})

/** Reads one figure after the other, so that open pages do not occupy the pool. */
export async function readSystem(deps: NeededDeps): Promise<Accepted<'system'>> {
  const { db, clock, queue, config, mailer } = deps
  return {
    at: clock.now(),
    clock_difference_ms: await readClockDifference(deps),
    release: await readVersion(deps),
    processes: await queries.listProcesses(db),
    queues: await queue.depths(db),
    dead_jobs: await queue.countDeadLetters(db),
    open_alarms: await queries.countOpenAlarms(db),
    mail: {
      server: mailer.transport === 'smtp' ? 'smtp' : config.demo ? 'demo' : null,
      ...(await countMails(db)),
    },
    backups: await readBackups(deps),
    storage: { used_bytes: await sumStoredBytes(db), max_bytes: config.fileLimits.stored },
    database: {
      kind: config.databaseUrl ? 'postgres' : 'embedded',
      ...(await queries.readSizes(db)),
      running: (await queries.listRunning(db)).map(withPlainText),
      slowest: (await queries.listSlowest(db))?.map(withPlainText) ?? null,
    },
  }
}

async function readBackups({ db, clock, config }: NeededDeps): Promise<Accepted<'system'>['backups']> {
  const { backup: settings } = config
  if (!settings) return null
  const { backup, drill } = await findRuns(db)
  return {
    target: labelOf(settings.target),
    next_at: slotsAround(settings.times, clock.now()).next,
    backup: { last: backup.last, good: backup.good },
    drill: { last: drill.last, good: drill.good },
  }
}

const withPlainText = <Row extends { text: string }>(row: Row): Row => ({ ...row, text: withoutValues(row.text) })

/** Maximum length of a statement on the page. */
const MAX_TEXT = 400

/** Quoted names, which remain, and values and comments, also those that are cut off at the end of the text. */
const PARTS = [
  /(?<name>"(?:[^"]|"")*")/,
  /(?<!\w)e'(?:[^'\\]|\\(?:[\s\S]|$)|'')*(?:'|$)/,
  /'(?:[^']|'')*(?:'|$)/,
  /\$(?:[a-z_]\w*)?\$[\s\S]*/,
  /(?<![\w$])\d[\w.]*/,
  /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/,
]
const parts = new RegExp(PARTS.map(({ source }) => source).join('|'), 'gi')

/** A statement without its values, which may be personal data. */
export const withoutValues = (text: string): string =>
  text
    .replace(parts, (_, name?: string) => name ?? '…')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_TEXT)
