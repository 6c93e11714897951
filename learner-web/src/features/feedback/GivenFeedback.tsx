import type { FeedbackAnswer, FeedbackForm } from '@flagyard/api-types'
import { Card } from '@flagyard/ui/Card'
import { Icon } from '@flagyard/ui/Icon'
import { formatDate } from '../../lib/dates.ts'
import { BackToCourse } from './BackToCourse.tsx'
import styles from './feedback.module.css'
import { MayBeQuoted } from './MayBeQuoted.tsx'

/** Thanks, and the submitted answers. */
export function GivenFeedback({ form }: { form: FeedbackForm }) {
  const answers = new Map(form.answers.map((answer) => [answer.question_id, answer]))
  return (
    <div className={styles.form}>
      <Card className={styles.thanks}>
        <span className={styles.mark}>
          <Icon name="check" size={26} />
        </span>
        <div className="stack">
          <h2 className={styles.title} role="status">
            Thank you. Your feedback has reached us.
          </h2>
          <p className="small muted">
            {form.answered_at && <>You sent it on {formatDate(form.answered_at)}. </>}
            The people who make {form.course.title} read it, without your name.
          </p>
          {form.quote_as && <MayBeQuoted form={form} as={form.quote_as} />}
          <p>
            <BackToCourse form={form} />
          </p>
        </div>
      </Card>
      <section className="stack">
        <h2 className={styles.title}>What you answered</h2>
        <dl className={styles.given}>
          {form.questions.map(({ id, label }) => (
            <div key={id}>
              <dt>{label}</dt>
              <dd>{inWords(answers.get(id))}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  )
}

function inWords(answer: FeedbackAnswer | undefined) {
  if (!answer) return <span className="muted">You left this out</span>
  const { rating, score, choice, choices, text } = answer
  if (rating !== null) return `${rating} of 5`
  if (score !== null) return `${score} of 10`
  return choice ?? choices?.join(', ') ?? text
}
