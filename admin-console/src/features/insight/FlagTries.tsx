import type { FlagInsight } from '@flagyard/api-types'
import { consolePaths } from '@flagyard/api-types/links'
import { Link } from 'react-router-dom'
import { formatCount } from '../../lib/format.ts'
import { shareOf } from '../feedback/analytics/figures.tsx'
import styles from './Insight.module.css'
import { SortableTable } from './SortableTable.tsx'

/** Statistics by flag: solvers, attempts until solved, and wrong answers. Submitted values are never shown. */
export const FlagTries = ({ flags }: { flags: readonly FlagInsight[] }) => (
  <section className={styles.card} aria-labelledby="flags">
    <h2 id="flags" className={styles.title}>
      Flags by tries
    </h2>
    <SortableTable
      label="Flags by tries"
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
          label: 'Wrong tries a learner',
          by: ({ figures }) => (figures ? figures.wrong_tries / figures.tried : null),
          show: of(({ wrong_tries, tried }) => (wrong_tries / tried).toFixed(1)),
        },
        ...tries.map((label, at) => ({
          label,
          by: ({ figures }: FlagInsight) => figures?.solved_at_try[at] ?? null,
          show: of(({ solved_at_try }) => formatCount(solved_at_try[at] ?? 0)),
        })),
      ]}
    />
    <p className={styles.note}>As far back as tries are kept; without names, and without what was typed.</p>
  </section>
)

const tries = ['1st try', '2nd try', '3rd try', '4th try', 'Later']

type Figures = NonNullable<FlagInsight['figures']>

const of =
  (show: (figures: Figures) => string) =>
  ({ figures }: FlagInsight) =>
    figures ? show(figures) : <span className={styles.beside}>too few</span>
