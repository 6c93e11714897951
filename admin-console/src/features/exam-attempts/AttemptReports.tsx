import type { AdminExamReport, UserAttempt } from '@flagyard/api-types'
import { Chip } from '@flagyard/ui/Chip'
import { TextInput } from 'react-admin'
import { actionsOn, RecordButtons } from '../../crud/actions/action-table.tsx'
import { formatMoment } from '../../lib/format.ts'
import styles from './AttemptDialog.module.css'

const kinds: Record<AdminExamReport['kind'], string> = {
  environment: 'Environment',
  flag: 'Flag',
  connection: 'Connection',
  other: 'Other',
}

/** Problems that the candidate reported during the exam, with their context and the replies. */
export function AttemptReports({ username, attempt }: { username: string; attempt: UserAttempt }) {
  if (attempt.reports.length === 0) return null
  return (
    <section aria-label="Reports">
      <h3 className={styles.heading}>Reported by the candidate</h3>
      <ul className={styles.ledger}>
        {attempt.reports.map((report) => (
          <li key={report.id}>
            <span className={styles.line}>
              <strong>{kinds[report.kind]}</strong>
              {report.answer === null && <Chip tone="warn">Not answered</Chip>}
            </span>
            <span className={styles.beside}>{situationOf(report)}</span>
            <p className={styles.text}>{report.text}</p>
            {report.answer !== null && (
              <>
                <span className={styles.beside}>
                  Answered by {report.answered_by ?? 'an administrator'}
                  {report.answered_at && `, ${formatMoment(report.answered_at)}`}
                </span>
                <p className={styles.text}>{report.answer}</p>
              </>
            )}
            {report.answer === null && attempt.allowed.includes('answer_report') && (
              <div>
                <RecordButtons
                  record={{ ...report, names: { username, id: attempt.id }, allowed: attempt.allowed }}
                  actions={answerActions}
                  size="small"
                />
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function situationOf({ at, minute, environment }: AdminExamReport): string {
  const state =
    environment && (environment.stage ? `${environment.state}, at “${environment.stage}”` : environment.state)
  return [
    formatMoment(at),
    minute === null ? 'before the start' : `minute ${minute}`,
    state ? `environment ${state}` : 'no environment',
  ].join(' · ')
}

const answerActions = [
  actionsOn<AdminExamReport & { allowed: string[]; names: { username: string; id: string } }>()({
    name: 'answer_report',
    operation: 'answerExamReport',
    label: 'Answer…',
    title: 'Answer the report',
    body: (
      <>
        <p>The answer appears in the exam room immediately and is sent by e-mail. You cannot change it afterwards.</p>
        <TextInput
          source="answer"
          label="Answer"
          multiline
          minRows={4}
          helperText={false}
          fullWidth
          slotProps={{ htmlInput: { maxLength: 4_000 } }}
        />
      </>
    ),
    defaults: { answer: '' },
    input: ({ names, id, version }, { answer }) => ({ ...names, report: id, examReportAnswer: { version, answer } }),
    isReady: ({ answer }) => !!answer?.trim(),
    submit: 'Send answer',
    success: 'Answer sent by e-mail and shown in the exam room',
  }),
]
