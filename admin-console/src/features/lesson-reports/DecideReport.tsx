import type { LessonReportRow } from '@flagyard/api-types'
import { RadioButtonGroupInput } from 'react-admin'
import { ActionButton } from '../../crud/actions.tsx'
import { ReasonInput } from '../../crud/inputs.tsx'
import { formatMoment } from '../../lib/format.ts'
import { formatLength } from '../uploads/file-words.ts'
import { kindWords } from './report-words.ts'

interface Decision {
  state: 'accepted' | 'closed'
  answer: string
}

const choices = [
  { id: 'accepted', name: 'Accept it: it is right, and will be mended', action: 'accept' },
  { id: 'closed', name: 'Close it, and write to the learner', action: 'close' },
] as const

/** Accepts a report, or closes it with a reply to the learner. */
export function DecideReport({ report }: { report: LessonReportRow }) {
  const { id, version, allowed, lesson, kind, words, position_seconds, revision, created_at } = report
  const offered = choices.filter(({ action }) => allowed.includes(action))
  if (offered.length === 0) return null
  return (
    <ActionButton
      operation="decideLessonReport"
      label="Decide…"
      size="small"
      title={`An error in “${lesson}”`}
      call={(provider, { state, answer }: Decision) =>
        provider.call('decideLessonReport', {
          id,
          lessonReportDecision: {
            version,
            state,
            ...(state === 'closed' && answer.trim() && { answer: answer.trim() }),
          },
        })
      }
      successMessage="It is decided"
      defaultValues={{ state: 'closed', answer: '' }}
      submitLabel="Decide it"
    >
      <p>“{words}”</p>
      <p>
        {kindWords[kind]} · {formatMoment(created_at)}
        {position_seconds !== null && ` · at ${formatLength(position_seconds)} of the film`}
        {revision !== null && ` · revision ${revision}`}
      </p>
      <RadioButtonGroupInput
        source="state"
        label="Decision"
        choices={offered.map(({ id, name }) => ({ id, name }))}
        row={false}
        helperText={false}
      />
      <ReasonInput
        source="answer"
        label="Answer"
        helperText="Optional. Goes out by e-mail once the report is closed; without one, the learner is thanked."
      />
    </ActionButton>
  )
}
