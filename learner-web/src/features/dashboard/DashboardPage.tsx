import type { CourseCard, Deployment, MyCourse, MyLab } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { ButtonLink } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { Chip } from '@flagyard/ui/Chip'
import { Empty, errorMessage, Failed, Loading } from '@flagyard/ui/Feedback'
import { cloudNames, countOf } from '@flagyard/ui/format'
import { Link } from '@flagyard/ui/Link'
import { useQuery } from '@tanstack/react-query'
import { formatClock } from '../../lib/format.ts'
import { callQuery } from '../../lib/query.ts'
import { labPath } from '../../lib/record-paths.ts'
import { useSession } from '../../lib/session.ts'
import { useNow } from '../../lib/useNow.ts'
import { Page } from '../../shell/Page.tsx'
import { FactorRemovalNotice } from '../auth/second-factor/FactorRemovalNotice.tsx'
import { CourseGrid } from '../courses/CourseTile.tsx'
import { deploymentChip } from '../deployments/Stages.tsx'
import { VisitorProgressOffer } from '../progress/VisitorProgressOffer.tsx'
import { ProductNewsQuestion } from '../users/ProductNewsQuestion.tsx'
import { Activity } from './Activity.tsx'
import { ComingUp } from './ComingUp.tsx'
import styles from './Dashboard.module.css'
import { MyCertificates, MyCourses, MyExams, MyLabs } from './MyContent.tsx'
import { findResumable, ResumeCard } from './ResumeCard.tsx'

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

function RunningLabs({ labs }: { labs: MyLab[] }) {
  const active = labs.filter((lab) => lab.deployment && lab.deployment.state !== 'ended')
  if (active.length === 0) return null
  return (
    <section className="stack">
      <h2 className={styles.title}>Running labs</h2>
      <ul className={styles.labs}>
        {active.map((lab) => (
          <Card as="li" key={lab.slug} className={styles.lab}>
            <div>
              <h3>{lab.title}</h3>
              <p className="small muted">
                {cloudNames[lab.cloud]} · {lab.solved_flags} of {countOf(lab.flags, 'flag')} solved
              </p>
            </div>
            {lab.deployment && <TimeLeft deployment={lab.deployment} />}
            <ButtonLink size="small" to={labPath(lab)}>
              Go to the lab<span className="visually-hidden"> {lab.title}</span>
            </ButtonLink>
          </Card>
        ))}
      </ul>
    </section>
  )
}

function TimeLeft({ deployment }: { deployment: Deployment }) {
  const now = useNow()
  const chip = deploymentChip(deployment)
  return (
    <p className="row">
      <Chip tone={chip.tone}>{chip.label}</Chip>
      {deployment.state === 'running' && deployment.ends_at && (
        <span className={styles.timer}>{formatClock(Date.parse(deployment.ends_at) - now)}</span>
      )}
      {deployment.state === 'queued' && deployment.queue && <span>Place {deployment.queue.place}</span>}
    </p>
  )
}

const MOST = 3

/** Suggests courses that the learner does not own, when there is nothing to resume. */
function WhatNext({ courses }: { courses: MyCourse[] }) {
  const { data = [] } = useQuery(callQuery('listCourses'))
  const mine = new Set(courses.map(({ slug }) => slug))
  const others = data.filter(({ slug }: CourseCard) => !mine.has(slug)).slice(0, MOST)
  if (others.length === 0) return null
  return (
    <section className="stack" aria-labelledby="what-next">
      <div className="row between">
        <h2 id="what-next" className={styles.title}>
          What next?
        </h2>
        <Link className="reach" to={paths.courses}>
          All courses
        </Link>
      </div>
      <CourseGrid courses={others} />
    </section>
  )
}
