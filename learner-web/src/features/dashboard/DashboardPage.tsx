import type { CourseCard, Deployment, MyCourse, MyLab } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { ButtonLink } from '@flagyard/ui/Button'
import { Chip } from '@flagyard/ui/Chip'
import { Empty } from '@flagyard/ui/Feedback'
import { cloudNames, countOf } from '@flagyard/ui/format'
import { Link } from '@flagyard/ui/Link'
import { useQuery } from '@tanstack/react-query'
import { formatClock } from '../../lib/format.ts'
import { callQuery } from '../../lib/query.ts'
import { labPath } from '../../lib/record-paths.ts'
import { useSession } from '../../lib/session.ts'
import { siteHas } from '../../lib/site-offers.ts'
import { useNow } from '../../lib/useNow.ts'
import { Loaded, LoadedLater } from '../../shell/Loaded.tsx'
import { Page } from '../../shell/Page.tsx'
import { FactorRemovalNotice } from '../auth/second-factor/FactorRemovalNotice.tsx'
import { CourseGrid } from '../courses/CourseTile.tsx'
import { deploymentChip } from '../deployments/Stages.tsx'
import { ChangedPages } from '../legal/ChangedPages.tsx'
import { VisitorProgressOffer } from '../progress/VisitorProgressOffer.tsx'
import { ProductNewsQuestion } from '../users/ProductNewsQuestion.tsx'
import { Activity } from './Activity.tsx'
import { ComingUp } from './ComingUp.tsx'
import styles from './Dashboard.module.css'
import { ContentCard, MyCertificates, MyCourses, MyExams, MyLabs } from './MyContent.tsx'
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
  const isFree = siteHas('free-lesson')
  const name = session?.user.full_name.trim().split(/\s+/)[0]
  return (
    <Page title={name ? `Hello, ${name}` : 'Dashboard'}>
      <FactorRemovalNotice />
      <ChangedPages />
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
                {isFree && (
                  <ButtonLink to={paths.startFree} variant="primary">
                    Try a free lesson
                  </ButtonLink>
                )}
                <ButtonLink to={paths.courses}>Browse courses</ButtonLink>
                <ButtonLink to={paths.activateVoucher}>I have a voucher</ButtonLink>
              </div>
            }
          >
            {isFree && 'Try a free lesson; it takes a few minutes. '}Courses that you buy, or unlock with a voucher,
            will appear here with your next lesson.
          </Empty>
        </>
      ) : (
        <>
          {labs.data && <RunningLabs labs={labs.data} />}
          <Loaded query={courses} what="your courses">
            {() => resumable && <ResumeCard course={resumable} />}
          </Loaded>
          {comingUp}
          {courses.data && <MyCourses courses={courses.data} above={resumable} />}
          <LoadedLater query={labs} what="your labs">
            {(data) => <MyLabs labs={data} />}
          </LoadedLater>
          <LoadedLater query={exams} what="your exams">
            {(data) => <MyExams exams={data} />}
          </LoadedLater>
          <LoadedLater query={certificates} what="your certificates">
            {(data) => <MyCertificates certificates={data} />}
          </LoadedLater>
          <LoadedLater query={activity} what="your activity">
            {(data) => <Activity {...data} />}
          </LoadedLater>
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
      <h2 className="heading">Running labs</h2>
      <ul className="list">
        {active.map((lab) => (
          <ContentCard
            key={lab.slug}
            title={lab.title}
            facts={`${cloudNames[lab.cloud]} · ${lab.solved_flags} of ${countOf(lab.flags, 'flag')} solved`}
            to={labPath(lab)}
            label="Go to the lab"
          >
            {lab.deployment && <TimeLeft deployment={lab.deployment} />}
          </ContentCard>
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

const MAX_SUGGESTIONS = 3

/** Suggests courses that the learner does not own, when there is nothing to resume. */
function WhatNext({ courses }: { courses: MyCourse[] }) {
  const { data = [] } = useQuery(callQuery('listCourses'))
  const mine = new Set(courses.map(({ slug }) => slug))
  const others = data.filter(({ slug }: CourseCard) => !mine.has(slug)).slice(0, MAX_SUGGESTIONS)
  if (others.length === 0) return null
  return (
    <section className="stack" aria-labelledby="what-next">
      <div className="row between">
        <h2 id="what-next" className="heading">
          What next?
        </h2>
        <Link className="touch-target" to={paths.courses}>
          All courses
        </Link>
      </div>
      <CourseGrid courses={others} />
    </section>
  )
}
