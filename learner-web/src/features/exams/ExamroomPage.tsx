import { paths } from '@flagyard/api-types/links'
import { ButtonLink } from '@flagyard/ui/Button'
import { errorMessage } from '@flagyard/ui/error-message'
import { Empty, Failed, Loading } from '@flagyard/ui/Feedback'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import { formatDate } from '../../lib/dates.ts'
import { callQuery } from '../../lib/query.ts'
import { Page } from '../../shell/Page.tsx'

/** Where an exam will be sat. Until its booking opens, it says so to those who have the exam. */
export default function ExamroomPage() {
  const { slug = '' } = useParams()
  const { data: exams, error, refetch } = useQuery(callQuery('listMyExams'))
  const exam = exams?.find((mine) => mine.slug === slug)
  return (
    <Page title={exam?.title ?? 'Exam'} width="text">
      {error && <Failed what="this exam" why={errorMessage(error)} onRetry={() => void refetch()} />}
      {!error && !exams && <Loading what="the exam" />}
      {exams && !exam && (
        <Empty
          title="You do not have this exam"
          icon="lock"
          action={<ButtonLink to={paths.exam(slug)}>See what it is about</ButtonLink>}
        >
          An exam opens to those who have bought it, or activated a voucher for it.
        </Empty>
      )}
      {exam && (
        <Empty
          title="Booking opens soon"
          icon="clock"
          action={
            <div className="row">
              <ButtonLink to={paths.dashboard} variant="primary">
                Go to your dashboard
              </ButtonLink>
              <ButtonLink to={paths.exam(slug)}>Read the rules</ButtonLink>
            </div>
          }
        >
          {exam.has_access
            ? `This exam is yours${exam.access_ends_at ? ` until ${formatDate(exam.access_ends_at)}` : ''}. You will choose its day and hour here.`
            : 'Your access to this exam has ended. What you earned stays yours.'}
        </Empty>
      )}
    </Page>
  )
}
