import { consolePaths } from '@flagyard/api-types/console-links'
import type { AlarmFinding, AlarmRule } from '../../../../extension-points/alarm-rule.ts'
import { type BackupRun, findRuns } from './queries.ts'
import { type Runs, slotsAround } from './schedule.ts'

const HOUR_MS = 3_600_000
/** Hours after its time at which a backup or drill counts as missing. */
const LATE_HOURS = 3

const finding = (subject: string, count: number, sentence: string): AlarmFinding[] => [
  { subject, count, sentence, links: [{ label: 'Show backups', to: consolePaths.operations }] },
]
const formatTime = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
const sinceOf = ({ good }: Runs<BackupRun>) =>
  good ? `the last good one is of ${formatTime(good.started_at)}` : 'none has succeeded yet'

/** The latest backup failed, or the one of the latest time has not been made. */
const backupFailed: AlarmRule = {
  kind: 'backup_failed',
  level: 'warning',
  async find(tx, { backup, now }) {
    if (!backup) return []
    const runs = (await findRuns(tx)).backup
    const { last: slot } = slotsAround(backup.times, now)
    if (runs.failures > 0)
      return finding(
        'backup',
        runs.failures,
        `${runs.failures === 1 ? 'A backup' : `${runs.failures} backups`} failed, and ${sinceOf(runs)}`,
      )
    if (isMissing(runs, slot, runs.last?.started_at, now))
      return finding('backup', 1, `The backup of ${formatTime(slot)} was not made, and ${sinceOf(runs)}`)
    return []
  },
}

/** The latest drill failed, or none has ended since last night's. */
const drillFailed: AlarmRule = {
  kind: 'drill_failed',
  level: 'warning',
  async find(tx, { backup, now }) {
    if (!backup) return []
    const { drill, backup: backups } = await findRuns(tx)
    if (drill.failures > 0)
      return finding('drill', drill.failures, `A backup could not be restored as a test, and ${sinceOf(drill)}`)
    const { last: night } = slotsAround(backup.times.slice(0, 1), now)
    const begun = latest(drill.last?.started_at, backups.good?.ended_at)
    if (isMissing(drill, night, begun, now))
      return finding('drill', 1, `No backup was restored as a test since ${formatTime(night)}, and ${sinceOf(drill)}`)
    return []
  },
}

/** Whether a run of this time should have ended. Before the first run there is nothing to miss: it begins within a minute. */
function isMissing({ good }: Runs<BackupRun>, slot: Date, begun: Date | undefined, now: Date): boolean {
  if (!begun || (good && good.started_at >= slot)) return false
  return now.getTime() - Math.max(slot.getTime(), begun.getTime()) > LATE_HOURS * HOUR_MS
}

const latest = (...times: (Date | null | undefined)[]) =>
  times
    .filter((time) => time != null)
    .toSorted((a, b) => a.getTime() - b.getTime())
    .at(-1)

export const backupAlarms: readonly AlarmRule[] = [backupFailed, drillFailed]
