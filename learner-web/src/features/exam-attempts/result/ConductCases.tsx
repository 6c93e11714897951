import type { ConductCase } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { Chip } from '@flagyard/ui/Chip'
import { Form, FormError } from '@flagyard/ui/Form'
import { TextArea } from '@flagyard/ui/fields'
import { api } from '../../../lib/api.ts'
import { useSubmit } from '../../../lib/useSubmit.ts'
import styles from '../Examroom.module.css'
import { useAttempt } from '../useExam.ts'
import { formatMoment } from '../zoned-time.ts'

/** Conduct cases of an attempt: the observation, the learner's one reply and the decision. */
export function ConductCases({ slug, attemptId }: { slug: string; attemptId: string }) {
  const { data: record, refetch } = useAttempt(slug, attemptId)
  return record?.conduct_cases.map((one) => (
    <Card key={one.id} as="section" className="stack">
      <div className="row between">
        <h2 className={styles.title}>
          {one.state === 'open' ? 'We have a question about this exam' : 'A question about this exam'}
        </h2>
        <Chip tone={chips[one.state].tone}>{chips[one.state].label}</Chip>
      </div>
      <Said title="What we saw" text={one.evidence} />
      {one.answer !== null && <Said title="Your answer" text={one.answer} />}
      {one.decision !== null && <Said title="How it was decided" text={one.decision} />}
      {one.state === 'open' && one.answer === null && (
        <Answer slug={slug} one={one} zone={record.time_zone} onSent={() => void refetch()} />
      )}
      {one.state === 'open' && one.answer !== null && (
        <p role="status">Thank you. We read your answer, and write to you as soon as it is decided.</p>
      )}
    </Card>
  ))
}

const chips = {
  open: { tone: 'info', label: 'Under review' },
  dismissed: { tone: 'good', label: 'Settled: all is well' },
  disqualified: { tone: 'neutral', label: 'Disqualified' },
} as const satisfies Record<ConductCase['state'], { tone: string; label: string }>

/** Plain text, so that URLs in it are not links. */
const Said = ({ title, text }: { title: string; text: string }) => (
  <div>
    <h3 className={styles.said}>{title}</h3>
    <p className={styles.words}>{text}</p>
  </div>
)

function Answer({ slug, one, zone, onSent }: { slug: string; one: ConductCase; zone: string; onSent: () => void }) {
  const { submit, isPending, formError, fieldError } = useSubmit(async (values) => {
    const answer = String(values.get('answer') ?? '')
    await api.answerConductCase({ exam: slug, id: one.id, conductAnswer: { answer } })
    onSent()
  })
  return (
    <Form name={`conduct-${one.id}`} onSubmit={submit}>
      <p>
        Please tell us your side. You can answer once, and nothing is decided against you before{' '}
        {formatMoment(one.answer_until, zone)}, unless you have answered.
      </p>
      <FormError>{formError}</FormError>
      <TextArea
        label="Your answer"
        name="answer"
        rows={6}
        required
        maxLength={4000}
        hint="It cannot be changed once it is sent."
        error={fieldError('answer')}
      />
      <div>
        <Button type="submit" variant="primary" busy={isPending}>
          Send my answer
        </Button>
      </div>
    </Form>
  )
}
