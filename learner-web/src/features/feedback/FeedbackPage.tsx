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
import * as t from '../../messages/en/feedback.ts'
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
      <FailedPage title={t.feedback} width="text" what={t.questions} error={error} onRetry={() => void refetch()} />
    )
  if (!form || !session) return <Loading what={t.questions} />
  return (
    <Page title={titleOf(form)} windowTitle={t.feedbackOn({ title: form.course.title })} width="text">
      <FormContent form={form} user={session.user.id} />
    </Page>
  )
}

const titleOf = ({ state, title, course }: FeedbackForm) =>
  state === 'open' || state === 'answered' ? title : t.feedbackOn({ title: course.title })

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
        <Empty title={t.notYet} icon="book" action={<BackToCourse form={form} />}>
          {t.notYetWhy({ share: formatPercent(form.share), completed: formatPercent(form.completed) })}
        </Empty>
      )
    case 'closed':
      return (
        <Empty title={t.closed} icon="mail" action={<ButtonLink to={paths.contact}>{t.writeToUs}</ButtonLink>}>
          {t.closedWhy}
        </Empty>
      )
  }
}

function GivenFeedback({ form }: { form: FeedbackForm }) {
  const course = form.course.title
  const answers = new Map(form.answers.map((answer) => [answer.question_id, answer]))
  return (
    <div className={styles.form}>
      <Card className={styles.thanks}>
        <span className={styles.mark}>
          <Icon name="check" size={26} />
        </span>
        <div className="stack">
          <h2 className="heading" role="status">
            {t.thankYou}
          </h2>
          <p className="small muted">
            {form.answered_at ? t.sentOn({ date: formatDate(form.answered_at), course }) : t.sent({ course })}
          </p>
          {form.quote_as && <QuotePermission form={form} as={form.quote_as} />}
          <p>
            <BackToCourse form={form} />
          </p>
        </div>
      </Card>
      <section className="stack">
        <h2 className="heading">{t.yourAnswers}</h2>
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
  if (!answer) return <span className="muted">{t.notAnswered}</span>
  const { rating, score, choice, choices, text } = answer
  if (rating !== null) return t.ratingOf5({ rating })
  if (score !== null) return t.scoreOf10({ score })
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
        {t.quotePermission({
          name: quoteNames[as],
          isQuoted: String(is_quoted),
          link: (children) => <Link to={paths.course(course.slug)}>{children}</Link>,
        })}
      </p>
      <FormError>{error}</FormError>
      <Button size="small" busy={isPending} onClick={() => void withdraw()}>
        {t.stopQuoting}
      </Button>
    </div>
  )
}

function BackToCourse({ form: { course } }: { form: FeedbackForm }) {
  return (
    <ButtonLink to={paths.classroom(course.slug)} variant="primary">
      {t.backToCourse}
    </ButtonLink>
  )
}
