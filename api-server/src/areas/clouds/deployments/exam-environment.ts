import type { Accepted } from '@flagyard/api-types/contract/operation'
import type { Db } from '../../../db/open.ts'
import type { CloudName } from '../../../db/schema/index.ts'
import type { Deps } from '../../../deps.ts'
import { toWaitingStages } from './build.ts'
import { enqueue } from './enqueue.ts'
import { findExamEnvironment } from './exam-environment-queries.ts'
import { presentContents } from './present-contents.ts'
import { cancelDeployment } from './service.ts'

export { findExamEnvironment } from './exam-environment-queries.ts'
export { updateExamEnvironment } from './update-environment.ts'

type NeededDeps = Pick<Deps, 'queue' | 'clouds'>

/** Queue priority of exams: before all labs. */
const EXAM_PRIORITY = -10

/** A booked exam, with what its environment needs. */
export interface ExamToBuild {
  id: string
  cloud: CloudName
  module_version: string
  module_stages: Parameters<Deps['clouds']['stagesOf']>[0]['module_stages']
}

/** Builds the environment of an attempt in an account reserved for it. The caller has locked the attempt. */
export const startExamEnvironment = (
  tx: Db,
  deps: NeededDeps,
  exam: ExamToBuild,
  attempt: {
    id: string
    user_id: string
    snapshot_id: string | null
    seconds: number
    variables: Record<string, string>
  },
) =>
  enqueue(tx, deps, {
    user_id: attempt.user_id,
    attempt_id: attempt.id,
    exam_id: exam.id,
    exam_snapshot_id: attempt.snapshot_id,
    cloud: exam.cloud,
    module_version: exam.module_version,
    variables: attempt.variables,
    stages: toWaitingStages(deps.clouds.stagesOf(exam)),
    priority: EXAM_PRIORITY,
    duration_seconds: attempt.seconds,
  })

export async function endExamEnvironment(
  tx: Db,
  deps: NeededDeps,
  attemptId: string,
  reason: 'exam_over' | 'reset' | 'administrator',
): Promise<void> {
  const found = await findExamEnvironment(tx, attemptId)
  if (found) await cancelDeployment(tx, deps, found.deployment, reason)
}

/** The environment as its candidate sees it. Credentials are decrypted only while it runs. */
export function presentExamEnvironment(
  { secrets, config }: Pick<Deps, 'secrets' | 'config'>,
  { deployment: row, account, inventory }: NonNullable<Awaited<ReturnType<typeof findExamEnvironment>>>,
): Accepted<'examEnvironment'> {
  const running = row.state === 'running'
  return {
    id: row.id,
    state: row.state,
    reason: row.reason,
    message: row.message,
    account_id: account?.account_id ?? null,
    region: account?.region ?? null,
    stages: row.stages,
    console_url: running ? row.console_url : null,
    credentials:
      running && row.credentials_sealed ? JSON.parse(secrets.open('credentials', row.id, row.credentials_sealed)) : [],
    outputs: running ? row.outputs : {},
    running_at: row.running_at,
    contents: running ? presentContents(inventory) : null,
    has_shell: running && config.labDriver === 'simulated',
  }
}
