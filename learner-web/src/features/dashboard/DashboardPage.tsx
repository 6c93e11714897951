import { paths } from '@flagyard/api-types/links'
import { ButtonLink } from '@flagyard/ui/Button'
import { errorMessage } from '@flagyard/ui/error-message'
import { Empty, Failed, Loading } from '@flagyard/ui/Feedback'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../lib/query.ts'
import { useSession } from '../../lib/session.ts'
import { Page } from '../../shell/Page.tsx'
import { FactorRemovalNotice } from '../auth/FactorRemovalNotice.tsx'
import { VisitorProgressOffer } from '../progress/VisitorProgressOffer.tsx'
import { ProductNewsQuestion } from '../users/ProductNewsQuestion.tsx'
import { Activity } from './Activity.tsx'
import { ComingUp } from './ComingUp.tsx'
import { MyCertificates } from './MyCertificates.tsx'
import { MyCourses } from './MyCourses.tsx'
import { MyExams } from './MyExams.tsx'
import { MyLabs } from './MyLabs.tsx'
import { findResumable, ResumeCard } from './ResumeCard.tsx'
import { RunningLabs } from './RunningLabs.tsx'
import { WhatNext } from './WhatNext.tsx'

/** A learner's start page: running labs, the course to resume, upcoming dates, and everything they own. */
export default function DashboardPage() {
  const session = useSession()
  const courses = useQuery(callQuery('listMyCourses'))
  const labs = useQuery(callQuery('listMyLabs'))
  const exams = useQuery(callQuery('listMyExams'))
  const certificates = useQuery(callQuery('listMyCertificates'))
  const earned = useQuery(callQuery('listEarnedCertificates'))
  const activity = useQuery(callQuery('readMyActivity'))
  const unpaid = useQuery(callQuery('listUnpaidOrders'))
  const resumable = courses.data && findResumable(courses.data)
  const isEmpty = [courses, labs, exams, certificates].every(({ data }) => data?.length === 0)
  const comingUp = (
    <ComingUp
      courses={courses.data ?? []}
      labs={labs.data ?? []}
      exams={exams.data ?? []}
      earned={earned.data ?? []}
      unpaid={unpaid.data ?? []}
    />
  )
  const name = session?.user.full_name.trim().split(/\s+/)[0]
  return (
    <Page title={name ? `Hello, ${name}` : 'Dashboard'}>
      <FactorRemovalNotice />
      <VisitorProgressOffer />
      <ProductNewsQuestion />
      {isEmpty ? (
        <>
          {comingUp}
          <Empty
            title="Nothing here yet"
            icon="book"
            action={
              <div className="row">
                <ButtonLink to={paths.startFree} variant="primary">
                  Try a free lesson
                </ButtonLink>
                <ButtonLink to={paths.courses}>Browse courses</ButtonLink>
                <ButtonLink to={paths.activateVoucher}>I have a voucher</ButtonLink>
              </div>
            }
          >
            Try a free lesson; it takes a few minutes. A course that you buy, or open with a voucher of your company,
            will appear here with your next lesson.
          </Empty>
        </>
      ) : (
        <>
          {labs.data && <RunningLabs labs={labs.data} />}
          {courses.error ? (
            <Failed what="your courses" why={errorMessage(courses.error)} onRetry={() => void courses.refetch()} />
          ) : courses.data ? (
            resumable && <ResumeCard course={resumable} />
          ) : (
            <Loading what="your courses" />
          )}
          {comingUp}
          {courses.data && <MyCourses courses={courses.data} above={resumable} />}
          {labs.data && <MyLabs labs={labs.data} />}
          {labs.error && <Failed what="your labs" why={errorMessage(labs.error)} onRetry={() => void labs.refetch()} />}
          {exams.data && <MyExams exams={exams.data} />}
          {exams.error && (
            <Failed what="your exams" why={errorMessage(exams.error)} onRetry={() => void exams.refetch()} />
          )}
          {certificates.error && (
            <Failed
              what="your certificates"
              why={errorMessage(certificates.error)}
              onRetry={() => void certificates.refetch()}
            />
          )}
          {certificates.data && <MyCertificates certificates={certificates.data} />}
          {activity.data && <Activity {...activity.data} />}
          {activity.error && (
            <Failed what="your weeks" why={errorMessage(activity.error)} onRetry={() => void activity.refetch()} />
          )}
          {courses.data && !resumable && <WhatNext courses={courses.data} />}
        </>
      )}
    </Page>
  )
}
