import type { AttemptRecord, ExtraPointsRequest } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { Chip } from '@flagyard/ui/Chip'
import { Form, FormError } from '@flagyard/ui/Form'
import { TextField } from '@flagyard/ui/fields'
import { countOf } from '@flagyard/ui/format'
import { useRef } from 'react'
import { api } from '../../../lib/api.ts'
import { useSubmit } from '../../../lib/useSubmit.ts'
import styles from '../Examroom.module.css'
import { useAttempt } from '../useExam.ts'
import { formatShort } from '../zoned-time.ts'

interface Props {
  slug: string
  attemptId: string
  /** Hides the section if nothing was sent and nothing can be sent. */
  isQuiet?: boolean
}

export function ExtraPoints({ slug, attemptId, isQuiet = false }: Props) {
  const { data: record, refetch } = useAttempt(slug, attemptId)
  if (!record || (isQuiet && record.extra_points_requests.length === 0 && record.extra_points_left === 0)) return null
  return (
    <section className="stack" aria-label="Extra points">
      <h2 className={styles.title}>Extra points</h2>
      <Requests record={record} />
      {record.extra_points_left > 0 && <SendRequest slug={slug} record={record} onSent={() => void refetch()} />}
    </section>
  )
}

const chips = {
  pending: { tone: 'info', label: 'Being looked at' },
  approved: { tone: 'good', label: 'Approved' },
  refused: { tone: 'neutral', label: 'Not approved' },
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
              {state === 'approved' ? `+${countOf(points, 'point')}` : chips[state].label}
            </Chip>
          </span>
          <span className="small muted">
            Sent {formatShort(created_at, time_zone)}
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
  const form = useRef<HTMLFormElement>(null)
  const { submit, isPending, formError, fieldError } = useSubmit(async (values) => {
    const note = String(values.get('note') ?? '').trim()
    const extraPointsPRPayload = { url: String(values.get('url') ?? '').trim(), ...(note && { note }) }
    try {
      await api.addExtraPointsPR({ exam: slug, extraPointsPRPayload }, { idempotencyKey: key.current })
    } finally {
      key.current = crypto.randomUUID()
    }
    form.current?.reset()
    onSent()
  })
  return (
    <>
      <p className="small muted">
        A pull request of yours that was merged can earn you extra points. Send its address before your result is final:
        we look at each within seven days. {countOf(record.extra_points_left, 'more', 'more')} can be sent.
      </p>
      <Form
        name={`extra-points-${record.id}`}
        onSubmit={(values, element) => {
          form.current = element
          return submit(values, element)
        }}
      >
        <FormError>{formError}</FormError>
        <TextField
          label="Address of the pull request"
          name="url"
          type="url"
          required
          hint="At GitHub, GitLab, Bitbucket or Codeberg, beginning with https://"
          autoComplete="off"
          error={fieldError('url')}
        />
        <TextField
          label="What is it about?"
          name="note"
          maxLength={500}
          autoComplete="off"
          error={fieldError('note')}
        />
        <div>
          <Button type="submit" busy={isPending}>
            Send it
          </Button>
        </div>
      </Form>
    </>
  )
}
