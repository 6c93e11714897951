import type {
  CourseRecord,
  FlagInsight,
  CourseInsight as Insight,
  LabFailure,
  LessonInsight,
} from '@flagyard/api-types'
import { consolePaths, filteredList } from '@flagyard/api-types/console-links'
import { FEWEST_LEARNERS, LAB_DAYS } from '@flagyard/api-types/insight/schemas'
import { Empty } from '@flagyard/ui/Feedback'
import { BarChart } from '@mui/x-charts/BarChart'
import { Link } from 'react-router-dom'
import { Figure } from '../../charts/Figure.tsx'
import { LoadingOrError, useCall } from '../../crud/calls.tsx'
import { ListLink } from '../../crud/links.tsx'
import { RelatedList } from '../../crud/list/RelatedList.tsx'
import { countOf, formatCount, formatDay, formatMoment } from '../../lib/format.ts'
import { shareOf, Tile } from '../feedback/analytics/figures.tsx'
import { LessonReportRows } from '../lesson-reports/LessonReportList.tsx'
import { formatLength } from '../uploads/file-words.ts'
import styles from './Insight.module.css'
import { LessonTable, SortableTable, useSelectedLesson } from './LessonTable.tsx'

export default function CourseInsight({ course }: { course: CourseRecord }) {
  const { data, error, refetch } = useCall('getCourseInsight', { slug: course.slug })
  return (
    <div className={styles.frame}>
      {data ? (
        <Figures insight={data} course={course.slug} />
      ) : (
        <LoadingOrError what="the figures" error={error} retry={refetch} />
      )}
      <section className={styles.plain} aria-labelledby="reports">
        <h2 id="reports" className={styles.title}>
          Reported errors
        </h2>
        <RelatedList reference="lesson_reports" target="course">
          <LessonReportRows isOfOneCourse empty="No reports. Learners can report errors at the end of each lesson." />
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
        Statistics appear here once the course has lessons and learners.
      </Empty>
    )
  return (
    <>
      <p className={styles.note}>
        {counted_at
          ? `Updated ${formatMoment(counted_at)}, then every night. `
          : 'The first figures will be ready in a few minutes and are updated every night. '}
        Figures are hidden below {FEWEST_LEARNERS} learners, so that no one can be identified.
      </p>
      {insight.course ? (
        <Summary course={insight.course} />
      ) : (
        <p className={styles.few}>Fewer than {FEWEST_LEARNERS} learners have started this course.</p>
      )}
      <LessonTable lessons={lessons} course={course} />
      <VideoCard lessons={lessons} />
      {flags.length > 0 && <FlagAttempts flags={flags} />}
      {(labs.length > 0 || flags.length > 0) && <LabBuilds insight={insight} />}
    </>
  )
}

const Summary = ({ course: { begun, finished, median_days } }: { course: NonNullable<Insight['course']> }) => (
  <dl className={styles.figures}>
    <Tile name="Started" figure={formatCount(begun)} beside="learners who opened a lesson" />
    <Tile name="Finished" figure={formatCount(finished)} beside={`${shareOf(finished, begun)} of those who started`} />
    <Tile
      name="Time to finish"
      figure={median_days === null ? '—' : countOf(median_days, 'day')}
      beside={
        median_days === null ? `shown once ${FEWEST_LEARNERS} have finished` : 'median from first access to completion'
      }
    />
  </dl>
)

/** Where learners stop watching a video: viewers of each tenth, and the current position of learners who have not finished. */
function VideoCard({ lessons }: { lessons: readonly LessonInsight[] }) {
  const [chosen] = useSelectedLesson()
  const lesson = lessons.find(({ id }) => id === chosen)
  const film = lesson?.figures?.film
  if (!lesson || !film) return null
  const parts = film.seen.map((_, tenth) => partOf(lesson.estimate_seconds, tenth))
  return (
    <section className={styles.card} aria-labelledby="film">
      <h2 id="film" className={styles.title}>
        {lesson.title} <span className={styles.beside}>watched by {countOf(film.learners, 'learner')}</span>
      </h2>
      <Figure
        label={`Where learners stop in ${lesson.title}`}
        heads={['Part of the video', 'Watched', 'Share', 'Stopped here']}
        rows={parts.map((part, tenth) => {
          const seen = film.seen[tenth] ?? 0
          return [part, String(seen), shareOf(seen, film.learners), String(film.stopped[tenth] ?? 0)]
        })}
      >
        <BarChart
          className={styles.chart ?? ''}
          height={240}
          series={[
            { data: film.seen, label: 'Watched', color: 'var(--info)' },
            { data: film.stopped, label: 'Stopped here', color: 'var(--signal)' },
          ]}
          xAxis={[
            {
              scaleType: 'band',
              data: parts,
              height: 24,
              disableTicks: true,
              tickLabelMinGap: 12,
              categoryGapRatio: 0.3,
            },
          ]}
          yAxis={[{ min: 0, width: 40, tickMinStep: 1, disableLine: true, disableTicks: true }]}
          grid={{ horizontal: true }}
          margin={{ top: 8, right: 8, bottom: 4, left: 0 }}
          skipAnimation
          disableKeyboardNavigation
        />
      </Figure>
      <p className={styles.note}>
        A part counts as watched if at least half of it was played. “Stopped here” is the current position of learners
        who have not finished. Views before the lesson’s last change are not counted.
      </p>
    </section>
  )
}

const partOf = (seconds: number, tenth: number) =>
  `${formatLength((seconds * tenth) / 10)}–${formatLength((seconds * (tenth + 1)) / 10)}`

/** Statistics by flag: solvers, attempts until solved, and wrong answers. Submitted values are never shown. */
const FlagAttempts = ({ flags }: { flags: readonly FlagInsight[] }) => (
  <section className={styles.card} aria-labelledby="flags">
    <h2 id="flags" className={styles.title}>
      Flags by attempts
    </h2>
    <SortableTable
      label="Flags by attempts"
      rows={flags}
      head="Flag"
      name={({ title, lab, lab_title }) => (
        <>
          {title}{' '}
          <span className={styles.beside}>
            <Link to={consolePaths.lab(lab)}>{lab_title}</Link>
          </span>
        </>
      )}
      columns={[
        { label: 'Tried', by: ({ figures }) => figures?.tried ?? null, show: of(({ tried }) => formatCount(tried)) },
        {
          label: 'Solved',
          by: ({ figures }) => (figures ? figures.solved / figures.tried : null),
          show: of(({ solved, tried }) => `${formatCount(solved)} (${shareOf(solved, tried)})`),
        },
        {
          label: 'Wrong attempts per learner',
          by: ({ figures }) => (figures ? figures.wrong_tries / figures.tried : null),
          show: of(({ wrong_tries, tried }) => (wrong_tries / tried).toFixed(1)),
        },
        ...attempts.map((label, at) => ({
          label,
          by: ({ figures }: FlagInsight) => figures?.solved_at_try[at] ?? null,
          show: of(({ solved_at_try }) => formatCount(solved_at_try[at] ?? 0)),
        })),
      ]}
    />
    <p className={styles.note}>
      Limited to the retention period of submissions. Names and submitted values are not included.
    </p>
  </section>
)

const attempts = ['1st attempt', '2nd attempt', '3rd attempt', '4th attempt', 'Later']

type FlagTriesFigures = NonNullable<FlagInsight['figures']>

const of =
  (show: (figures: FlagTriesFigures) => string) =>
  ({ figures }: FlagInsight) =>
    figures ? show(figures) : <span className={styles.beside}>too few</span>

/** Recent lab builds: failure rate, time until credentials are available, and failures by stage. */
const LabBuilds = ({ insight: { labs, failures } }: { insight: Insight }) => (
  <section className={styles.card} aria-labelledby="labs">
    <h2 id="labs" className={styles.title}>
      Labs <span className={styles.beside}>of the last {LAB_DAYS} days</span>
    </h2>
    {labs.length === 0 ? (
      <p className={styles.note}>No labs of this course were built in this period.</p>
    ) : (
      <SortableTable
        label="Labs"
        rows={labs.map((lab) => ({ ...lab, id: lab.lab }))}
        head="Lab"
        name={({ lab, lab_title }) => <Link to={consolePaths.lab(lab)}>{lab_title}</Link>}
        columns={[
          { label: 'Built', by: ({ built }) => built, show: ({ built }) => formatCount(built) },
          {
            label: 'Failed',
            by: ({ failed, built }) => (built === 0 ? null : failed / built),
            show: ({ failed, built }) => `${formatCount(failed)} (${shareOf(failed, built)})`,
          },
          {
            label: 'Time until ready, median',
            by: ({ seconds }) => seconds?.median ?? null,
            show: ({ seconds }) => (seconds ? formatLength(seconds.median) : 'too few'),
          },
          {
            label: '95th percentile',
            by: ({ seconds }) => seconds?.p95 ?? null,
            show: ({ seconds }) => (seconds ? formatLength(seconds.p95) : 'too few'),
          },
        ]}
      />
    )}
    {failures.length > 0 && (
      <SortableTable
        label="Failures"
        rows={failures.map((failure) => ({ ...failure, id: keyOf(failure) }))}
        head="Failed stage"
        name={({ lab_title, stage }) => `${lab_title}: ${stage ?? 'before its first stage'}`}
        columns={[
          {
            label: 'Count',
            by: ({ failures }) => failures,
            show: (failure) => <ListLink to={deploymentsOf(failure)}>{formatCount(failure.failures)}</ListLink>,
          },
          { label: 'Last', by: ({ last_at }) => Date.parse(last_at), show: ({ last_at }) => formatDay(last_at) },
          { label: 'Module', show: ({ module_version }) => <span className="mono">{module_version}</span> },
          { label: 'Region', show: ({ region }) => region ?? 'no account yet' },
        ]}
      />
    )}
  </section>
)

const keyOf = ({ lab, module_version, stage, region }: LabFailure) => [lab, module_version, stage, region].join('/')

const deploymentsOf = ({ lab, region }: LabFailure) =>
  filteredList('listDeployments', { lab, reason: 'failed', ...(region && { region }) })
