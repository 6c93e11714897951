import type { UserAttempt } from '@flagyard/api-types'
import { ActionButton } from '../../crud/actions.tsx'
import { useDryRun } from '../../crud/calls.tsx'
import { ReasonInput } from '../../crud/inputs.tsx'
import { countOf, formatMinutes } from '../../lib/format.ts'
import { Preview } from './Preview.tsx'

interface Props {
  username: string
  attempt: UserAttempt
}

/** Retries the build of an environment after an administrator has removed the cause of the failure. */
export function RebuildButton({ username, attempt }: Props) {
  if (!attempt.allowed.includes('rebuild')) return null
  return (
    <ActionButton
      operation="rebuildExam"
      label="Build again…"
      title="Build the environment again"
      call={(provider, { reason }: { reason: string }) =>
        provider.call('rebuildExam', {
          username,
          id: attempt.id,
          attemptRebuild: { version: attempt.version, reason },
        })
      }
      successMessage="The environment is being built"
      defaultValues={{ reason: '' }}
      isReady={({ reason }) => !!reason?.trim()}
      submitLabel="Build again"
    >
      <Forecast username={username} attempt={attempt} />
      <ReasonInput helperText="The candidate reads it in the ledger." />
    </ActionButton>
  )
}

function Forecast({ username, attempt: { id, version } }: Props) {
  const attemptRebuild = { version, reason: '', dry_run: true }
  const answer = useDryRun('rebuildExam', { username, id, attemptRebuild })
  const { data } = answer
  return (
    <Preview answer={answer} empty="Looking…">
      {data && (
        <>
          {countOf(data.failed_builds, 'build')} failed{data.last_message && `, the last one: “${data.last_message}”`}.
          A new one costs no reset.{' '}
          {data.clock_stands
            ? `The clock stands with ${formatMinutes(Math.floor(data.seconds_left / 60))} left, and goes on by rule once it runs.`
            : 'The time has not begun: the candidate loses nothing.'}
        </>
      )}
    </Preview>
  )
}
