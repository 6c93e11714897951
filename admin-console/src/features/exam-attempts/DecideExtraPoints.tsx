import type { ExtraPointsRequest, ExtraPointsRow } from '@flagyard/api-types'
import { NumberInput, SelectInput } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { ActionButton } from '../../crud/actions.tsx'
import { useDryRun } from '../../crud/calls.tsx'
import { ReasonInput } from '../../crud/inputs.tsx'
import { changeOf } from './attempt-words.ts'
import { Preview } from './Preview.tsx'

interface Props {
  username: string
  exam: string
  request: Pick<ExtraPointsRequest, 'id' | 'url' | 'note'> & Partial<Pick<ExtraPointsRow, 'used_elsewhere'>>
}

interface Decision {
  state: 'approved' | 'refused'
  points: number | null
  reason: string
}

const choices = [
  { id: 'approved', name: 'Approve it' },
  { id: 'refused', name: 'Refuse it' },
]

/** Approves or rejects a pull request, after a preview of the result. The decision is final. */
export default function DecideExtraPoints({ username, exam, request }: Props) {
  const names = { username, exam_slug: exam }
  return (
    <ActionButton
      operation="decideExtraPoints"
      label="Decide…"
      size="small"
      title="Decide extra points"
      call={(provider, { state, points, reason }: Decision) =>
        provider.call('decideExtraPoints', {
          ...names,
          extraPointsDecision: { id: request.id, state, points: state === 'approved' ? (points ?? 0) : 0, reason },
        })
      }
      successMessage="It is decided, and the candidate is told"
      defaultValues={{ state: 'approved', points: null, reason: '' }}
      isReady={({ state, points }) => state === 'refused' || !!points}
      submitLabel="Decide it"
    >
      <p>
        <PullRequestLink url={request.url} />
        {request.note && <> · “{request.note}”</>}
      </p>
      {!!request.used_elsewhere && (
        <p role="note">
          The same pull request was sent for{' '}
          {request.used_elsewhere === 1 ? 'another attempt' : `${request.used_elsewhere} other attempts`}.
        </p>
      )}
      <SelectInput source="state" label="Decision" choices={choices} helperText={false} validate={[]} fullWidth />
      <Points />
      <ReasonInput helperText="The candidate reads it." />
      <Outcome names={names} id={request.id} />
    </ActionButton>
  )
}

function Points() {
  const { state } = useWatch() as Partial<Decision>
  if (state === 'refused') return null
  return <NumberInput source="points" label="Points" min={1} max={1000} helperText={false} />
}

function Outcome({ names, id }: { names: { username: string; exam_slug: string }; id: string }) {
  const { state = 'approved', points } = useWatch() as Partial<Decision>
  const asked = state === 'refused' ? 0 : (points ?? 0)
  const extraPointsDecision = { id, state, points: asked, reason: '', dry_run: true }
  const isAsked = state === 'refused' || asked > 0
  const answer = useDryRun('decideExtraPoints', { ...names, extraPointsDecision }, isAsked)
  return (
    <Preview answer={answer} empty="Type the points, and what they make of the result stands here.">
      {answer.data && changeOf(answer.data)}
    </Preview>
  )
}

/** The server only accepts URLs on four public hosts, and stores them as text. */
export const PullRequestLink = ({ url }: { url: string }) => (
  <a href={url} target="_blank" rel="noreferrer">
    {url.replace('https://', '')}
  </a>
)
