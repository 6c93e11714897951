import type { CourseRecord, CourseInsight as Insight } from '@flagyard/api-types'
import { FEWEST_LEARNERS } from '@flagyard/api-types/insight/schemas'
import { Empty, Failed } from '@flagyard/ui/Feedback'
import { Spinner } from '@flagyard/ui/Spinner'
import { RelatedList } from '../../crud/RelatedList.tsx'
import { useCall } from '../../crud/useCall.ts'
import { countOf, formatCount, formatMoment } from '../../lib/format.ts'
import { sentenceOf } from '../../lib/problem.ts'
import { shareOf, Tile } from '../feedback/analytics/figures.tsx'
import { LessonReportRows } from '../lesson-reports/LessonReportRows.tsx'
import { FilmCard } from './FilmCard.tsx'
import { FlagTries } from './FlagTries.tsx'
import styles from './Insight.module.css'
import { LabBuilds } from './LabBuilds.tsx'
import { LessonTable } from './LessonTable.tsx'

export default function CourseInsight({ course }: { course: CourseRecord }) {
  const { data, error, refetch } = useCall('getCourseInsight', { slug: course.slug })
  return (
    <div className={styles.frame}>
      {data ? (
        <Figures insight={data} course={course.slug} />
      ) : error ? (
        <Failed what="the figures" why={sentenceOf(error)} onRetry={() => void refetch()} />
      ) : (
        <Spinner label="Loading the figures" />
      )}
      <section className={styles.plain} aria-labelledby="reports">
        <h2 id="reports" className={styles.title}>
          Reported errors
        </h2>
        <RelatedList reference="lesson_reports" target="course" resourceLabel={['report', 'reports']}>
          <LessonReportRows
            isOfOneCourse
            empty="Learners find “Report an error” at the end of each lesson. What they report appears here."
          />
        </RelatedList>
      </section>
    </div>
  )
}

function Figures({ insight, course }: { insight: Insight; course: string }) {
  const { counted_at, lessons, flags, labs } = insight
  if (lessons.length === 0)
    return (
      <Empty title="No lessons yet" icon="book">
        Once the course has lessons and learners, you see here how they fare.
      </Empty>
    )
  return (
    <>
      <p className={styles.note}>
        {counted_at
          ? `Counted at ${formatMoment(counted_at)}, and again each night. `
          : 'Nothing is counted yet: the first figures come in a few minutes, and new ones each night. '}
        Where there are fewer than {FEWEST_LEARNERS} learners no figures are shown, so that nobody can be told from
        them.
      </p>
      {insight.course ? (
        <Summary course={insight.course} />
      ) : (
        <p className={styles.few}>Fewer than {FEWEST_LEARNERS} learners have begun this course.</p>
      )}
      <LessonTable lessons={lessons} course={course} />
      <FilmCard lessons={lessons} />
      {flags.length > 0 && <FlagTries flags={flags} />}
      {(labs.length > 0 || flags.length > 0) && <LabBuilds insight={insight} />}
    </>
  )
}

const Summary = ({ course: { begun, finished, median_days } }: { course: NonNullable<Insight['course']> }) => (
  <dl className={styles.figures}>
    <Tile name="Began" figure={formatCount(begun)} beside="learners who opened a lesson" />
    <Tile name="Finished" figure={formatCount(finished)} beside={`${shareOf(finished, begun)} of who began`} />
    <Tile
      name="Time to finish"
      figure={median_days === null ? '—' : countOf(median_days, 'day')}
      beside={
        median_days === null
          ? `once ${FEWEST_LEARNERS} have finished`
          : 'half of who finished took no longer, from their first access'
      }
    />
  </dl>
)
