import type { CanaryRun } from '@flagyard/api-types'
import { Chip } from '@flagyard/ui/Chip'
import { ResourceLink } from '../../../crud/ResourceLink.tsx'
import { formatMoment } from '../../../lib/format.ts'
import styles from './Canary.module.css'
import { runSentence, runState, runTone } from './canary-words.ts'

interface Props {
  runs: CanaryRun[]
  /** Kind of content that the canary runs. */
  what: 'lab' | 'exam'
}

export const CanaryRuns = ({ runs, what }: Props) => (
  <section aria-label="Latest runs">
    <h2 className={styles.title}>Latest runs</h2>
    {runs.length === 0 ? (
      <p className={styles.quiet}>The canary has not been in this {what} yet.</p>
    ) : (
      <ol className={styles.runs}>
        {runs.map((run) => (
          <Run key={run.id} run={run} />
        ))}
      </ol>
    )}
  </section>
)

function Run({ run }: { run: CanaryRun }) {
  const sentence = runSentence(run)
  return (
    <li className={styles.run}>
      <span className={styles.head}>
        <Chip tone={runTone(run)}>{runState(run)}</Chip> {formatMoment(run.begun_at)}
      </span>
      {sentence && <span>{sentence}</span>}
      <span className={styles.quiet}>
        {factsOf(run)}
        {run.deployment_id && (
          <>
            {' · '}
            <ResourceLink resource="deployments" id={run.deployment_id}>
              its deployment
            </ResourceLink>
          </>
        )}
      </span>
    </li>
  )
}

const factsOf = ({ by_hand, seconds_to_credentials: seconds, revision, module_version }: CanaryRun): string =>
  [
    by_hand ? 'Started by hand' : 'By itself',
    seconds !== null && `credentials after ${seconds} s`,
    revision !== null && `revision ${revision}`,
    `module ${module_version}`,
  ]
    .filter(Boolean)
    .join(' · ')
