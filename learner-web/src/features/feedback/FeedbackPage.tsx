import type { FeedbackAnswer, FeedbackForm, QuoteName } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { Button, ButtonLink } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { Empty, Loading } from '@flagyard/ui/Feedback'
import { quoteNames } from '@flagyard/ui/FeedbackFormBody'
import { FormError } from '@flagyard/ui/Form'
import { Icon } from '@flagyard/ui/Icon'
import { Link } from '@flagyard/ui/Link'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { api } from '../../lib/api.ts'
import { formatDate, formatPercent } from '../../lib/format.ts'
import { callQuery } from '../../lib/query.ts'
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
      <FormInItsState form={form} user={session.user.id} />
    </Page>
  )
}

const titleOf = ({ state, title, course }: FeedbackForm) =>
  state === 'open' || state === 'answered' ? title : `Feedback on ${course.title}`

function FormInItsState({ form, user }: { form: FeedbackForm; user: string }) {
  const [notice, setNotice] = useState<string>()
  switch (form.state) {
    case 'open':
      // After the questions have changed, the form restarts with the answers of the draft that still apply.
      return <AnswerForm key={form.version_id} {...{ form, user, notice }} onChanged={setNotice} />
    case 'answered':
      return <GivenFeedback form={form} />
    case 'not_yet':
      return (
        <Empty title="A little later" icon="book" action={<BackToCourse form={form} />}>
          We will ask you once you have completed {formatPercent(form.share)} of the course. You are at{' '}
          {formatPercent(form.completed)}.
        </Empty>
      )
    case 'closed':
      return (
        <Empty
          title="We are not asking any more"
          icon="mail"
          action={<ButtonLink to={paths.contact}>Write to us</ButtonLink>}
        >
          The questions about this course are closed. If you have something to tell us, we are glad to read an e-mail.
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

/** The learner's quote permission, whether they are quoted, and a button to withdraw the permission. */
function MayBeQuoted({ form: { course, is_quoted }, as }: { form: FeedbackForm; as: QuoteName }) {
  const cache = useQueryClient()
  const { run, isPending, error } = useAction()
  const withdraw = () =>
    run(async () => {
      const input = { course_slug: course.slug }
      cache.setQueryData(callQuery('getFeedbackForm', input).queryKey, await api.withdrawQuote(input))
      void cache.invalidateQueries({ queryKey: callQuery('getCourseReviews', { slug: course.slug }).queryKey })
    })
  return (
    <div className="stack">
      <p className="small">
        You let us quote what you wrote, with {quoteNames[as]}.{' '}
        {is_quoted ? (
          <>
            Some of it stands on <Link to={paths.course(course.slug)}>the page of the course</Link>.
          </>
        ) : (
          'Nothing of it is quoted now.'
        )}{' '}
        If you withdraw it, we never quote it again.
      </p>
      <FormError>{error}</FormError>
      <div>
        <Button size="small" busy={isPending} onClick={() => void withdraw()}>
          Do not quote me any more
        </Button>
      </div>
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
