import type { FeedbackForm } from '@flagyard/api-types'
import { ApiError } from '@flagyard/api-types/contract/problem'
import { paths } from '@flagyard/api-types/links'
import { ButtonLink } from '@flagyard/ui/Button'
import { errorMessage } from '@flagyard/ui/error-message'
import { Empty, Failed, Loading } from '@flagyard/ui/Feedback'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { formatPercent } from '../../lib/format.ts'
import { callQuery } from '../../lib/query.ts'
import { useSession } from '../../lib/session.ts'
import { Page } from '../../shell/Page.tsx'
import NotFoundPage from '../pages/NotFoundPage.tsx'
import { AnswerForm } from './AnswerForm.tsx'
import { BackToCourse } from './BackToCourse.tsx'
import { GivenFeedback } from './GivenFeedback.tsx'

/** `/feedback/:slug`: the feedback form of a course, or the learner's answers. */
export default function FeedbackPage() {
  const { slug = '' } = useParams()
  const session = useSession()
  const { data: form, error, refetch } = useQuery(callQuery('getFeedbackForm', { course_slug: slug }))
  if (error instanceof ApiError && error.code === 'not_found') return <NotFoundPage />
  if (error)
    return (
      <Page title="Feedback" width="text">
        <Failed what="the questions" why={errorMessage(error)} onRetry={() => void refetch()} />
      </Page>
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
