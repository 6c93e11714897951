import type { UserAttempt } from '@flagyard/api-types'
import { NumberInput } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { ActionButton } from '../../crud/actions.tsx'
import { useDryRun } from '../../crud/calls.tsx'
import { ReasonInput } from '../../crud/inputs.tsx'
import { changeOf } from './attempt-words.ts'
import { Preview } from './Preview.tsx'

interface Correction {
  points: number | null
  reason: string
}

/** Corrects points manually, after a preview of the result. The correction is recorded in the ledger. */
export function PointsButton({ username, attempt }: { username: string; attempt: UserAttempt }) {
  if (!attempt.allowed.includes('correct_points')) return null
  const { id, version } = attempt
  return (
    <ActionButton
      operation="correctExamPoints"
      label="Correct points…"
      size="small"
      title="Correct the points"
      call={(provider, { points, reason }: Correction) =>
        provider.call('correctExamPoints', {
          username,
          id,
          pointsCorrection: { version, points: points ?? 0, reason },
        })
      }
      successMessage="The points are corrected, and the candidate is told"
      defaultValues={{ points: null, reason: '' }}
      isReady={({ points }) => !!points}
      submitLabel="Correct them"
    >
      <p>What you type is added, or taken with a minus. What is passed stays passed.</p>
      <NumberInput source="points" label="Points to add" min={-1000} max={1000} helperText={false} />
      <ReasonInput helperText="The candidate reads it." />
      <Outcome username={username} id={id} version={version} />
    </ActionButton>
  )
}

function Outcome({ username, id, version }: { username: string; id: string; version: number }) {
  const { points } = useWatch() as Partial<Correction>
  const pointsCorrection = { version, points: points ?? 0, reason: '', dry_run: true }
  const answer = useDryRun('correctExamPoints', { username, id, pointsCorrection }, !!points)
  return (
    <Preview answer={answer} empty="Type the points, and what they make of the result stands here.">
      {answer.data && changeOf(answer.data)}
    </Preview>
  )
}
