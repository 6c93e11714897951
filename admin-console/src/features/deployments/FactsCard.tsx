import type { DeploymentKind, DeploymentRecord } from '@flagyard/api-types'
import { attemptLink } from '@flagyard/api-types/links'
import { FunctionField, SimpleShowLayout } from 'react-admin'
import { Link } from 'react-router-dom'
import { ResourceLink } from '../../crud/links.tsx'
import { cloudNames, formatMinutes, formatMoment } from '../../lib/format.ts'
import styles from './DeploymentShow.module.css'
import { reasonNames } from './labels.ts'

export const FactsCard = ({ deployment }: { deployment: DeploymentRecord }) => {
  const { kind, reason, next, flags, extensions, resets, resets_used, misses, cost_reset } = deployment
  return (
    <section className={styles.card} aria-label="Facts">
      <h2 className={styles.title}>Facts</h2>
      <SimpleShowLayout>
        <FunctionField label="Of" render={() => <Of deployment={deployment} />} />
        {kinds[kind] && <FunctionField label="Kind" render={() => kinds[kind]} />}
        <FunctionField label="Cloud" render={() => cloudNames[deployment.cloud]} />
        <FunctionField label="Asked for" render={() => formatMoment(deployment.created_at)} />
        {deployment.running_at && (
          <FunctionField label="Ran from" render={() => formatMoment(deployment.running_at ?? '')} />
        )}
        {deployment.ends_at && deployment.state === 'running' && (
          <FunctionField label="Ends" render={() => endOf(deployment)} />
        )}
        {deployment.ended_at && <FunctionField label="Ended" render={() => formatMoment(deployment.ended_at ?? '')} />}
        {reason && <FunctionField label="Ended by" render={() => reasonNames[reason]} />}
        <FunctionField label="Time" render={() => timeOf(deployment)} />
        {flags && <FunctionField label="Flags solved" render={() => `${flags.solved} of ${flags.total}`} />}
        {extensions !== null && kind === 'lab' && (
          <FunctionField label="Extensions" render={() => `${deployment.extensions_used} of ${extensions} used`} />
        )}
        {resets !== null && kind === 'lab' && (
          <FunctionField
            label="Resets"
            render={() => `${resets_used ?? 0} of ${resets} used${cost_reset ? ', one of them for this' : ''}`}
          />
        )}
        {misses > 0 && <FunctionField label="Turns missed" render={() => misses} />}
        <FunctionField
          label="Module version"
          render={() => <span className="mono">{deployment.module_version}</span>}
        />
        {next && (
          <FunctionField
            label="Afterwards"
            render={() => (
              <ResourceLink resource="deployments" id={next}>
                a newer one of this lab
              </ResourceLink>
            )}
          />
        )}
      </SimpleShowLayout>
    </section>
  )
}

/** Kinds that do not count as progress. */
const kinds: Partial<Record<DeploymentKind, string>> = {
  try: 'A try, which counts nowhere',
  canary: 'The canary’s, which counts nowhere',
}

function Of({ deployment: { lab, exam, title, attempt_id, username } }: { deployment: DeploymentRecord }) {
  if (lab)
    return (
      <ResourceLink resource="labs" id={lab}>
        {title}
      </ResourceLink>
    )
  if (!attempt_id) return title
  return (
    <>
      {exam ? (
        <ResourceLink resource="exams" id={exam}>
          {title}
        </ResourceLink>
      ) : (
        title
      )}
      {' · '}
      <Link to={attemptLink(username, attempt_id)}>the attempt</Link>
    </>
  )
}

const endOf = ({ ends_at, hard_deadline_at }: DeploymentRecord) =>
  hard_deadline_at && hard_deadline_at !== ends_at
    ? `${formatMoment(ends_at ?? '')}, extended ${formatMoment(hard_deadline_at)} at the latest`
    : formatMoment(ends_at ?? '')

const timeOf = ({ duration_seconds, kind }: DeploymentRecord) =>
  kind === 'exam' ? 'as long as its exam' : `${formatMinutes(Math.ceil(duration_seconds / 60))} once it is built`
