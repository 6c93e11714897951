import type { AttemptRecord, ExtraPointsRequest } from '@flagyard/api-types'
import { Card } from '@flagyard/ui/Card'
import { Chip } from '@flagyard/ui/Chip'
import { Form, FormError, SubmitButton, TextField } from '@flagyard/ui/Form'
import { useRef, useState } from 'react'
import { api } from '../../../lib/api.ts'
import { useSubmit } from '../../../lib/useSubmit.ts'
import * as t from '../../../messages/en/exam-attempts.ts'
import styles from '../Examroom.module.css'
import { useAttempt } from '../useExam.ts'
import { formatShort } from '../zoned-time.ts'

interface Props {
  slug: string
  attemptId: string
}

/** Extra points on a page about something else. */
export const ExtraPointsDetails = (props: Props) => (
  <Card>
    <details>
      <summary className={styles.summaryLine}>{t.extraPointsByPullRequest}</summary>
      <ExtraPoints {...props} />
    </details>
  </Card>
)

/** Hidden if nothing was sent and nothing can be sent. */
export function ExtraPoints({ slug, attemptId }: Props) {
  const { data: record, refetch } = useAttempt(slug, attemptId)
  if (!record || (record.extra_points_requests.length === 0 && record.extra_points_left === 0)) return null
  return (
    <section className="stack" aria-label={t.extraPoints}>
      <h2 className="heading">{t.extraPoints}</h2>
      <Requests record={record} />
      {record.extra_points_left > 0 && <SendRequest slug={slug} record={record} onSent={() => void refetch()} />}
    </section>
  )
}

const chips = {
  pending: { tone: 'info', label: t.extraPointsStates.pending },
  approved: { tone: 'good', label: t.extraPointsStates.approved },
  refused: { tone: 'neutral', label: t.extraPointsStates.refused },
} as const satisfies Record<ExtraPointsRequest['state'], { tone: string; label: string }>

function Requests({ record: { extra_points_requests: requests, time_zone } }: { record: AttemptRecord }) {
  if (requests.length === 0) return null
  return (
    <ul className={styles.checks}>
      {requests.map(({ id, url, note, state, points, reason, created_at }) => (
        <li key={id}>
          <span className="row between">
            <span className={styles.address}>{url.replace('https://', '')}</span>
            <Chip tone={chips[state].tone}>
              {state === 'approved' ? t.pointsAdded({ points }) : chips[state].label}
            </Chip>
          </span>
          <span className="small muted">
            {t.sentAt({ time: formatShort(created_at, time_zone) })}
            {note && ` · ${note}`}
          </span>
          {reason && <span className="small">{reason}</span>}
        </li>
      ))}
    </ul>
  )
}

function SendRequest({ slug, record, onSent }: { slug: string; record: AttemptRecord; onSent: () => void }) {
  // One key per request, so that a retry after a lost response does not submit twice.
  const key = useRef(crypto.randomUUID())
  // Key of the form, so that it is empty after each request.
  const [sent, setSent] = useState(0)
  const submission = useSubmit(async (values) => {
    const note = String(values.get('note') ?? '').trim()
    const extraPointsPRPayload = { url: String(values.get('url') ?? '').trim(), ...(note && { note }) }
    try {
      await api.addExtraPointsPR({ exam: slug, extraPointsPRPayload }, { idempotencyKey: key.current })
    } finally {
      key.current = crypto.randomUUID()
    }
    setSent((before) => before + 1)
    onSent()
  })
  return (
    <>
      <p className="small muted">{t.extraPointsIntro({ left: record.extra_points_left })}</p>
      <Form key={sent} name={`extra-points-${record.id}`} submission={submission} className="stack">
        <FormError>{submission.error}</FormError>
        <TextField label={t.pullRequest} name="url" type="url" required hint={t.pullRequestHint} autoComplete="off" />
        <TextField label={t.whatIsItAbout} name="note" maxLength={500} autoComplete="off" />
        <SubmitButton variant="plain">{t.send}</SubmitButton>
      </Form>
    </>
  )
}
