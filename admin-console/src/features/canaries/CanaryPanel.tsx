import type { CanaryRun, LabCanary } from '@flagyard/api-types'
import { Chip } from '@flagyard/ui/Chip'
import type { ReactNode } from 'react'
import { LoadingOrError } from '../../crud/calls.tsx'
import { ResourceLink } from '../../crud/links.tsx'
import { formatMoment } from '../../lib/format.ts'
import contentStyles from '../content/content.module.css'
import styles from './Canary.module.css'
import { Health, runSentence, runState, runTone } from './canary-words.tsx'

interface Props<T> {
  read: { data: T | undefined; error: unknown; refetch: () => unknown }
  what: 'lab' | 'exam'
  about: string
  note: (canary: T) => ReactNode
  actions: (canary: T) => ReactNode
}

/** Canary of a lab or exam: health, description, actions and latest runs. */
export function CanaryPanel<T extends Pick<LabCanary, 'health' | 'runs'> & { allowed: string[] }>({
  read: { data, error, refetch },
  what,
  about,
  note,
  actions,
}: Props<T>) {
  if (!data) return <LoadingOrError what="the canary" error={error} retry={refetch} />
  const said = note(data)
  return (
    <div className={`${contentStyles.card} ${contentStyles.facts}`}>
      <p>
        <Health health={data.health} />
      </p>
      <p>{about}</p>
      {said && <p role="note">{said}</p>}
      {data.allowed.length > 0 && <div className="row">{actions(data)}</div>}
      <section aria-label="Latest runs">
        <h2 className={styles.title}>Latest runs</h2>
        {data.runs.length === 0 ? (
          <p className={styles.quiet}>The canary has not run for this {what} yet.</p>
        ) : (
          <ol className={styles.runs}>
            {data.runs.map((run) => (
              <Run key={run.id} run={run} />
            ))}
          </ol>
        )}
      </section>
    </div>
  )
}

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
              Deployment
            </ResourceLink>
          </>
        )}
      </span>
    </li>
  )
}

const factsOf = ({ by_hand, seconds_to_credentials: seconds, revision, module_version }: CanaryRun): string =>
  [
    by_hand ? 'Manual' : 'Scheduled',
    seconds !== null && `credentials after ${seconds} s`,
    revision !== null && `revision ${revision}`,
    `module ${module_version}`,
  ]
    .filter(Boolean)
    .join(' · ')
