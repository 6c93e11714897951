import type { ConductCase } from '@flagyard/api-types'
import { Chip } from '@flagyard/ui/Chip'
import { Form, FormError, SubmitButton, TextArea } from '@flagyard/ui/Form'
import { api } from '../../../lib/api.ts'
import { useSubmit } from '../../../lib/useSubmit.ts'
import * as t from '../../../messages/en/exam-attempts.ts'
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
      title={one.state === 'open' ? t.conductTitle : t.conductTitleClosed}
      aside={<Chip tone={chips[one.state].tone}>{chips[one.state].label}</Chip>}
    >
      <TextBlock title={t.whatWeSaw} text={one.evidence} />
      {one.answer !== null && <TextBlock title={t.yourAnswer} text={one.answer} />}
      {one.decision !== null && <TextBlock title={t.ourDecision} text={one.decision} />}
      {one.state === 'open' && one.answer === null && (
        <AnswerForm slug={slug} one={one} zone={record.time_zone} onSent={() => void refetch()} />
      )}
      {one.state === 'open' && one.answer !== null && <p role="status">{t.answerReceived}</p>}
    </SectionCard>
  ))
}

const chips = {
  open: { tone: 'info', label: t.conductStates.open },
  dismissed: { tone: 'good', label: t.conductStates.dismissed },
  disqualified: { tone: 'neutral', label: t.conductStates.disqualified },
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
      <p>{t.conductIntro({ time: formatMoment(one.answer_until, zone) })}</p>
      <FormError>{submission.error}</FormError>
      <TextArea label={t.yourAnswer} name="answer" rows={6} required maxLength={4000} hint={t.answerHint} />
      <SubmitButton>{t.sendMyAnswer}</SubmitButton>
    </Form>
  )
}
