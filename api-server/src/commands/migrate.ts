import { listUpgradeSteps, migrateDatabase } from '../db/last-start.ts'
import { openDatabase } from '../db/open.ts'
import { describeSteps } from '../release.ts'
import { exitCodes } from '../start-errors.ts'
import { command, loadSettings, UsageError } from './command-line.ts'

/** Applies migrations, or shows what was and would be applied. */
export const migrate = command({
  about: `applies pending migrations, or shows them

The server does the same at start. All pending migrations are one transaction: if one fails, nothing is changed.`,
  words: [],
  options: {
    plan: { about: 'lists the pending migrations and the steps that need you, and changes nothing' },
    status: {
      about: 'shows the schema, a failed attempt, and the process that migrates now; fails after a failed attempt',
    },
  },
  json: true,
  async run(_, { plan, status }) {
    if (plan && status) throw new UsageError('Choose one of --plan and --status.')
    const opened = await openDatabase(loadSettings())
    try {
      if (!plan && !status) await migrateDatabase(opened, (sentence) => void process.stderr.write(`${sentence}\n`))
      const found = await opened.migrationStatus()
      const { schema, pending, newer, failed, running } = found
      const list =
        pending.length === 0 ? ['No migration is pending.'] : ['Pending:', ...pending.map((name) => `  ${name}`)]
      const sentences = [
        `Schema: ${schema ?? 'none'}${newer > 0 ? `, and ${newer} migrations of a newer release` : ''}.`,
        ...list,
        ...(running ? [`${running.by} has been migrating since ${running.since}.`] : []),
        ...(failed ? [`Failed on ${failed.host} at ${failed.failed_at}: ${failed.error}`] : []),
      ]
      const steps = plan ? await listUpgradeSteps(opened) : []
      return {
        text: [...(plan ? list : sentences), ...(steps.length > 0 ? describeSteps(steps) : [])].join('\n'),
        data: plan ? { pending, steps } : found,
        exitCode: status && failed ? exitCodes.migration : 0,
      }
    } finally {
      await opened.close()
    }
  },
})
