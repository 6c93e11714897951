import type { CourseCard, Deployment, MyCourse, MyLab } from '@flagyard/api-types'
import { paths } from '@flagyard/api-types/links'
import { ButtonLink } from '@flagyard/ui/Button'
import { Chip } from '@flagyard/ui/Chip'
import { Empty } from '@flagyard/ui/Feedback'
import { Link } from '@flagyard/ui/Link'
import { useQuery } from '@tanstack/react-query'
import { formatClock } from '../../lib/format.ts'
import { callQuery } from '../../lib/query.ts'
import { labPath } from '../../lib/record-paths.ts'
import { useSession } from '../../lib/session.ts'
import { siteHas } from '../../lib/site-offers.ts'
import { useNow } from '../../lib/useNow.ts'
import * as t from '../../messages/en/dashboard.ts'
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
import { ContentCard, labFacts, MyCertificates, MyCourses, MyExams, MyLabs } from './MyContent.tsx'
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
    <Page title={name ? t.hello({ name }) : t.dashboard}>
      <FactorRemovalNotice />
      <ChangedPages />
      <VisitorProgressOffer />
      <ProductNewsQuestion />
      {isEmpty ? (
        <>
          {comingUp}
          <Empty
            title={t.emptyTitle}
            icon="book"
            action={
              <div className="row">
                {isFree && (
                  <ButtonLink to={paths.startFree} variant="primary">
                    {t.tryFreeLesson}
                  </ButtonLink>
                )}
                <ButtonLink to={paths.courses}>{t.browseCourses}</ButtonLink>
                <ButtonLink to={paths.activateVoucher}>{t.iHaveVoucher}</ButtonLink>
              </div>
            }
          >
            {isFree ? t.emptyWithFreeLesson : t.emptyText}
          </Empty>
        </>
      ) : (
        <>
          {labs.data && <RunningLabs labs={labs.data} />}
          <Loaded query={courses} what={t.yourCourses}>
            {() => resumable && <ResumeCard course={resumable} />}
          </Loaded>
          {comingUp}
          {courses.data && <MyCourses courses={courses.data} above={resumable} />}
          <LoadedLater query={labs} what={t.yourLabs}>
            {(data) => <MyLabs labs={data} />}
          </LoadedLater>
          <LoadedLater query={exams} what={t.yourExams}>
            {(data) => <MyExams exams={data} />}
          </LoadedLater>
          <LoadedLater query={certificates} what={t.yourCertificates}>
            {(data) => <MyCertificates certificates={data} />}
          </LoadedLater>
          <LoadedLater query={activity} what={t.yourActivity}>
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
      <h2 className="heading">{t.runningLabs}</h2>
      <ul className="list">
        {active.map((lab) => (
          <ContentCard key={lab.slug} title={lab.title} facts={labFacts(lab)} to={labPath(lab)} label={t.goToLab}>
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
      {deployment.state === 'queued' && deployment.queue && (
        <span>{t.queuePlace({ place: deployment.queue.place })}</span>
      )}
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
          {t.whatNextTitle}
        </h2>
        <Link className="touch-target" to={paths.courses}>
          {t.allCourses}
        </Link>
      </div>
      <CourseGrid courses={others} />
    </section>
  )
}
