import type { ConductCase } from '@flagyard/api-types'
import { Chip } from '@flagyard/ui/Chip'
import { Form, FormError, SubmitButton, TextArea } from '@flagyard/ui/Form'
import { api } from '../../../lib/api.ts'
import { useSubmit } from '../../../lib/useSubmit.ts'
import { SectionCard } from '../../../shell/sections.tsx'
import styles from '../Examroom.module.css'
import { useAttempt } from '../useExam.ts'
import { formatMoment } from '../zoned-time.ts'

/** Conduct cases of an attempt: the observation, the learner's one reply and the decision. */
export function ConductCases({ slug, attemptId }: { slug: string; attemptId: string }) {
  const { data: record, refetch } = useAttempt(slug, attemptId)
  return record?.conduct_cases.map((one) => (
    <SectionCard
      key={one.id}
      title={one.state === 'open' ? 'We have a question about this exam' : 'A question about this exam'}
      aside={<Chip tone={chips[one.state].tone}>{chips[one.state].label}</Chip>}
    >
      <TextBlock title="What we saw" text={one.evidence} />
      {one.answer !== null && <TextBlock title="Your answer" text={one.answer} />}
      {one.decision !== null && <TextBlock title="Our decision" text={one.decision} />}
      {one.state === 'open' && one.answer === null && (
        <AnswerForm slug={slug} one={one} zone={record.time_zone} onSent={() => void refetch()} />
      )}
      {one.state === 'open' && one.answer !== null && (
        <p role="status">Thank you. We will read your answer, and write to you once we have decided.</p>
      )}
    </SectionCard>
  ))
}

const chips = {
  open: { tone: 'info', label: 'Under review' },
  dismissed: { tone: 'good', label: 'Closed, no action taken' },
  disqualified: { tone: 'neutral', label: 'Disqualified' },
} as const satisfies Record<ConductCase['state'], { tone: string; label: string }>

/** Plain text, so that URLs in it are not links. */
const TextBlock = ({ title, text }: { title: string; text: string }) => (
  <div>
    <h3 className={styles.said}>{title}</h3>
    <p className={styles.words}>{text}</p>
  </div>
)

function AnswerForm({ slug, one, zone, onSent }: { slug: string; one: ConductCase; zone: string; onSent: () => void }) {
  const submission = useSubmit(async (values) => {
    const answer = String(values.get('answer') ?? '')
    await api.answerConductCase({ exam: slug, id: one.id, conductAnswer: { answer } })
    onSent()
  })
  return (
    <Form name={`conduct-${one.id}`} submission={submission} className="stack">
      <p>
        Please tell us your side. You can answer once. We will not decide against you before{' '}
        {formatMoment(one.answer_until, zone)} unless you have answered.
      </p>
      <FormError>{submission.error}</FormError>
      <TextArea
        label="Your answer"
        name="answer"
        rows={6}
        required
        maxLength={4000}
        hint="You cannot change it after sending."
      />
      <SubmitButton>Send my answer</SubmitButton>
    </Form>
  )
}
