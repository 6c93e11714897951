import type { FeedbackAnswer, FeedbackForm, QuoteName } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { Button, ButtonLink } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { Empty, Loading } from '@flagyard/ui/Feedback'
import { quoteNames } from '@flagyard/ui/FeedbackFormBody'
import { FormError } from '@flagyard/ui/Form'
import { Icon } from '@flagyard/ui/Icon'
import { Link } from '@flagyard/ui/Link'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { api } from '../../lib/api.ts'
import { formatDate, formatPercent } from '../../lib/format.ts'
import { callQuery, queryClient } from '../../lib/query.ts'
import { useSession } from '../../lib/session.ts'
import { useAction } from '../../lib/useAction.ts'
import { Page } from '../../shell/Page.tsx'
import { FailedPage } from '../pages/NotFoundPage.tsx'
import { AnswerForm } from './AnswerForm.tsx'
import styles from './feedback.module.css'

export default function FeedbackPage() {
  const { slug = '' } = useParams()
  const session = useSession()
  const { data: form, error, refetch } = useQuery(callQuery('getFeedbackForm', { course_slug: slug }))
  if (error)
    return (
      <FailedPage title="Feedback" width="text" what="the questions" error={error} onRetry={() => void refetch()} />
    )
  if (!form || !session) return <Loading what="the questions" />
  return (
    <Page title={titleOf(form)} windowTitle={`Feedback on ${form.course.title}`} width="text">
      <FormContent form={form} user={session.user.id} />
    </Page>
  )
}

const titleOf = ({ state, title, course }: FeedbackForm) =>
  state === 'open' || state === 'answered' ? title : `Feedback on ${course.title}`

function FormContent({ form, user }: { form: FeedbackForm; user: string }) {
  const [notice, setNotice] = useState<string>()
  switch (form.state) {
    case 'open':
      // After the questions have changed, the form restarts with the answers of the draft that still apply.
      return <AnswerForm key={form.version_id} {...{ form, user, notice }} onChanged={setNotice} />
    case 'answered':
      return <GivenFeedback form={form} />
    case 'not_yet':
      return (
        <Empty title="Not yet" icon="book" action={<BackToCourse form={form} />}>
          We will ask you once you have completed {formatPercent(form.share)} of the course. You are at{' '}
          {formatPercent(form.completed)}.
        </Empty>
      )
    case 'closed':
      return (
        <Empty title="Feedback is closed" icon="mail" action={<ButtonLink to={paths.contact}>Write to us</ButtonLink>}>
          This course no longer collects feedback. If you have something to tell us, please write to us.
        </Empty>
      )
  }
}

function GivenFeedback({ form }: { form: FeedbackForm }) {
  const answers = new Map(form.answers.map((answer) => [answer.question_id, answer]))
  return (
    <div className={styles.form}>
      <Card className={styles.thanks}>
        <span className={styles.mark}>
          <Icon name="check" size={26} />
        </span>
        <div className="stack">
          <h2 className="heading" role="status">
            Thank you for your feedback.
          </h2>
          <p className="small muted">
            {form.answered_at && <>You sent it on {formatDate(form.answered_at)}. </>}
            The team behind {form.course.title} will read it without your name.
          </p>
          {form.quote_as && <QuotePermission form={form} as={form.quote_as} />}
          <p>
            <BackToCourse form={form} />
          </p>
        </div>
      </Card>
      <section className="stack">
        <h2 className="heading">Your answers</h2>
        <dl className={styles.given}>
          {form.questions.map(({ id, label }) => (
            <div key={id}>
              <dt>{label}</dt>
              <dd>{answerText(answers.get(id))}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  )
}

function answerText(answer: FeedbackAnswer | undefined) {
  if (!answer) return <span className="muted">Not answered</span>
  const { rating, score, choice, choices, text } = answer
  if (rating !== null) return `${rating} of 5`
  if (score !== null) return `${score} of 10`
  return choice ?? choices?.join(', ') ?? text
}

/** The learner's quote permission, whether they are quoted, and a button to withdraw the permission. */
function QuotePermission({ form: { course, is_quoted }, as }: { form: FeedbackForm; as: QuoteName }) {
  const { run, isPending, error } = useAction()
  const withdraw = () =>
    run(async () => {
      const input = { course_slug: course.slug }
      queryClient.setQueryData(callQuery('getFeedbackForm', input).queryKey, await api.withdrawQuote(input))
      void queryClient.invalidateQueries({ queryKey: callQuery('getCourseReviews', { slug: course.slug }).queryKey })
    })
  return (
    <div className="stack">
      <p className="small">
        You allowed us to quote you with {quoteNames[as]}.{' '}
        {is_quoted ? (
          <>
            Part of it is shown on <Link to={paths.course(course.slug)}>the course page</Link>.
          </>
        ) : (
          'None of it is quoted now.'
        )}{' '}
        If you withdraw this, we will not quote you again.
      </p>
      <FormError>{error}</FormError>
      <Button size="small" busy={isPending} onClick={() => void withdraw()}>
        Stop quoting me
      </Button>
    </div>
  )
}

function BackToCourse({ form: { course } }: { form: FeedbackForm }) {
  return (
    <ButtonLink to={paths.classroom(course.slug)} variant="primary">
      Back to the course
    </ButtonLink>
  )
}
