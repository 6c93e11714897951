import type { BulkJob } from '@flagyard/api-types'
import { bulkActionOf, callOf } from '@flagyard/api-types/bulk/actions'
import { type ConsoleList, consolePaths } from '@flagyard/api-types/console-links'
import { stateChip } from '../../crud/record/RecordCards.tsx'
import { formatCount, wordsOf } from '../../lib/format.ts'

/** Title of a job. An undo is named after the action it undoes, not after the inverse action it runs. */
export function titleOf({ action, undoes }: BulkJob): string {
  const { title, undoneBy } = bulkActionOf(action)
  return undoes && undoneBy ? `Undo: ${bulkActionOf(undoneBy).title.toLowerCase()}` : title
}

export const isRunning = ({ state }: BulkJob): boolean => state === 'waiting' || state === 'running'

/** `37 done, 3 failed, 12 not done`. */
export function outcomeOf({ done, failed, total }: BulkJob): string {
  const left = total - done - failed
  return [
    `${formatCount(done)} done`,
    failed > 0 && `${formatCount(failed)} failed`,
    left > 0 && `${formatCount(left)} not done`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** Resource of the job's rows: the last segment of the list's path. */
export const resourceOf = ({ action }: BulkJob): string =>
  callOf(bulkActionOf(action).list).path.split('/').at(-1) ?? ''

/** Page of a row. Rows of an incident have no page of their own. */
export const pageOf = ({ action }: BulkJob): ((id: string) => string) | undefined =>
  pages[bulkActionOf(action).list as keyof typeof pages]

const pages = {
  listUsers: consolePaths.user,
  listVouchers: consolePaths.voucher,
  listCertificates: consolePaths.certificate,
  listDeployments: consolePaths.deployment,
  listAwsAccounts: consolePaths.awsAccount,
  listAzureSubscriptions: consolePaths.azureSubscription,
  listGcpProjects: consolePaths.gcpProject,
  listAlarms: consolePaths.alarm,
} satisfies Partial<Record<ConsoleList, (id: string) => string>>

const tones = { waiting: 'neutral', running: 'info', done: 'good', cancelled: 'warn', failed: 'bad' } as const
export const jobStates = { ...wordsOf(tones), failed: 'Stopped' }
export const JobStateChip = stateChip(tones, jobStates)
