import type { CourseInsight, LabFailure } from '@flagyard/api-types'
import { LAB_DAYS } from '@flagyard/api-types/insight/schemas'
import { consolePaths, filteredList } from '@flagyard/api-types/links'
import { Link } from 'react-router-dom'
import { ListLink } from '../../crud/ListLink.tsx'
import { formatCount, formatDay } from '../../lib/format.ts'
import { shareOf } from '../feedback/analytics/figures.tsx'
import { formatLength } from '../uploads/file-words.ts'
import styles from './Insight.module.css'
import { SortableTable } from './SortableTable.tsx'

/** Recent lab builds: failure rate, time until credentials are available, and failures by stage. */
export const LabBuilds = ({ insight: { labs, failures } }: { insight: CourseInsight }) => (
  <section className={styles.card} aria-labelledby="labs">
    <h2 id="labs" className={styles.title}>
      Labs <span className={styles.beside}>of the last {LAB_DAYS} days</span>
    </h2>
    {labs.length === 0 ? (
      <p className={styles.note}>No lab of this course was built in these days.</p>
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
            label: 'Click to credentials, median',
            by: ({ seconds }) => seconds?.median ?? null,
            show: ({ seconds }) => (seconds ? formatLength(seconds.median) : 'too few'),
          },
          {
            label: '95 of 100 within',
            by: ({ seconds }) => seconds?.p95 ?? null,
            show: ({ seconds }) => (seconds ? formatLength(seconds.p95) : 'too few'),
          },
        ]}
      />
    )}
    {failures.length > 0 && (
      <SortableTable
        label="What failed"
        rows={failures.map((failure) => ({ ...failure, id: keyOf(failure) }))}
        head="What failed"
        name={({ lab_title, stage }) => `${lab_title}: ${stage ?? 'before its first stage'}`}
        columns={[
          {
            label: 'Times',
            by: ({ failures }) => failures,
            show: (failure) => <ListLink to={deploymentsOf(failure)}>{formatCount(failure.failures)}</ListLink>,
          },
          { label: 'Last', by: ({ last_at }) => Date.parse(last_at), show: ({ last_at }) => formatDay(last_at) },
          {
            label: 'Module',
            show: ({ module_version }) => <span className="mono">{module_version}</span>,
          },
          { label: 'Region', show: ({ region }) => region ?? 'no account yet' },
        ]}
      />
    )}
  </section>
)

const keyOf = ({ lab, module_version, stage, region }: LabFailure) => [lab, module_version, stage, region].join('/')

const deploymentsOf = ({ lab, region }: LabFailure) =>
  filteredList('listDeployments', { lab, reason: 'failed', ...(region && { region }) })
