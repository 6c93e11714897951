import type { ExtraPointsRequest, ExtraPointsRow } from '@flagyard/api-types'
import { NumberInput, SelectInput } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { actionsOn } from '../../crud/actions/action-table.tsx'
import { ReasonInput } from '../../crud/inputs.tsx'
import { changeOf } from './attempt-words.ts'

type PullRequest = Pick<ExtraPointsRequest, 'id' | 'url' | 'note'> &
  Pick<ExtraPointsRow, 'username' | 'exam'> &
  Partial<Pick<ExtraPointsRow, 'used_elsewhere'>> & { allowed: readonly string[] }

/** A decision on extra points is final. */
export const extraPointsActions = [
  actionsOn<PullRequest>()({
    name: 'decide',
    operation: 'decideExtraPoints',
    label: 'Decide…',
    title: 'Decide extra points',
    body: ({ url, note, used_elsewhere }) => (
      <>
        <p>
          <PullRequestLink url={url} />
          {note && <> · “{note}”</>}
        </p>
        {!!used_elsewhere && (
          <p role="note">
            The same pull request was sent for{' '}
            {used_elsewhere === 1 ? 'another attempt' : `${used_elsewhere} other attempts`}.
          </p>
        )}
        <SelectInput source="state" label="Decision" choices={decisions} helperText={false} validate={[]} fullWidth />
        <Points />
        <ReasonInput helperText="The candidate can read it." />
      </>
    ),
    defaults: { state: 'approved' as 'approved' | 'refused', points: null as number | null, reason: '' },
    input: ({ username, exam, id }, { state, points, reason }) => ({
      username,
      exam_slug: exam,
      extraPointsDecision: { id, state, points: state === 'approved' ? (points ?? 0) : 0, reason },
    }),
    preview: {
      input: ({ username, exam, id }, { state = 'approved', points }) =>
        (state === 'refused' || !!points) && {
          username,
          exam_slug: exam,
          extraPointsDecision: {
            id,
            state,
            points: state === 'refused' ? 0 : (points ?? 0),
            reason: '',
            dry_run: true,
          },
        },
      show: (change) => <p>{changeOf(change)}</p>,
      empty: 'Enter points to preview the result.',
    },
    isReady: ({ state, points }) => state === 'refused' || !!points,
    submit: 'Save decision',
    success: 'Decision saved. The candidate was notified',
  }),
]

const decisions = [
  { id: 'approved', name: 'Approve' },
  { id: 'refused', name: 'Refuse' },
]

const Points = () =>
  useWatch({ name: 'state' }) === 'refused' ? null : (
    <NumberInput source="points" label="Points" min={1} max={1000} helperText={false} />
  )

/** The server only accepts URLs on four public hosts, and stores them as text. */
export const PullRequestLink = ({ url }: { url: string }) => (
  <a href={url} target="_blank" rel="noreferrer">
    {url.replace('https://', '')}
  </a>
)
