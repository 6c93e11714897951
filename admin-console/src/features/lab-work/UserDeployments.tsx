import type { UserLab } from '@flagyard/api-types'
import { NumberInput, useRecordContext } from 'react-admin'
import { actionsOn, RecordButtons } from '../../crud/actions/action-table.tsx'
import { useCall } from '../../crud/calls.tsx'
import { ResourceLink } from '../../crud/links.tsx'
import { RelatedList } from '../../crud/list/RelatedList.tsx'
import { formatDay } from '../../lib/format.ts'
import { DeploymentRows } from '../deployments/DeploymentList.tsx'
import { DeploymentState } from '../deployments/labels.tsx'
import styles from './LabsOfUser.module.css'

export default function UserDeployments() {
  return (
    <>
      <LabsOfUser />
      <RelatedList reference="deployments" refetchInterval={REFETCH_MS}>
        <DeploymentRows ofOne />
      </RelatedList>
    </>
  )
}

/** Polling interval: labs may be built and end while the page is open. */
const REFETCH_MS = 5_000

/** A user's access to each lab, with support actions. */
function LabsOfUser() {
  const username = String(useRecordContext()?.id)
  const { data: labs } = useCall('listUserLabs', { username })
  if (!labs || labs.length === 0) return null
  return (
    <section className={styles.box} aria-label="Labs">
      <h2 className={styles.heading}>Labs</h2>
      <ul className={styles.labs}>
        {labs.map((lab) => (
          <li key={lab.id} className={styles.lab}>
            <div>
              <ResourceLink resource="labs" id={lab.id}>
                {lab.title}
              </ResourceLink>{' '}
              {lab.state && <DeploymentState state={lab.state} />}
              <p className={styles.facts}>{factsOf(lab)}</p>
            </div>
            <div className={styles.buttons}>
              <RecordButtons record={{ ...lab, username }} actions={labActions} size="small" />
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

const factsOf = (lab: UserLab) =>
  [
    lab.single
      ? `separately, ${lab.access_ends_at ? `until ${formatDay(lab.access_ends_at)}` : 'no end'}`
      : 'in a course',
    lab.first_deployed_at ? `started ${formatDay(lab.first_deployed_at)}` : 'not started',
    `${lab.resets_used} of ${lab.resets} resets used`,
    lab.downloads > 0 && `${lab.downloads_used} of ${lab.download_limit} downloads used`,
  ]
    .filter(Boolean)
    .join(' · ')

const action = actionsOn<UserLab & { username: string }>()

const reason = { helperText: 'Sent to the learner by e-mail' }

const labActions = [
  action({
    name: 'reset',
    operation: 'resetLabForUser',
    label: 'Rebuild…',
    title: ({ title }) => `Rebuild “${title}”`,
    body: 'Deletes everything in the account and builds the lab again with new credentials, without using a reset. Solved flags are preserved, and the time is paused until the lab is ready. The learner must enter extra data again.',
    call: (provider, { username, id, deployment_id }, { reason }) =>
      provider.reset({ username, lab_slug: id, deployment_id: deployment_id ?? '', reason }),
    reason,
    submit: 'Rebuild lab',
    color: 'error',
    success: 'Rebuilding the lab',
  }),
  action({
    name: 'extend_access',
    operation: 'extendLabAccess',
    label: 'Extend access…',
    title: ({ title }) => `Extend access to “${title}”`,
    body: ({ access_ends_at }) => (
      <>
        <p>
          {access_ends_at && `Access ends on ${formatDay(access_ends_at)}. `}
          Days are added to the end date, or to today if access has expired.
        </p>
        <NumberInput source="days" label="Days" min={1} max={3650} helperText={false} />
      </>
    ),
    defaults: { days: null as number | null },
    call: (provider, { username, id, version }, { days, reason }) =>
      provider.extend({ username, lab_slug: id, days: days ?? 0, labCorrection: { version, reason } }),
    reason,
    isReady: ({ days }) => !!days,
    submit: 'Extend access',
    success: 'Access extended',
  }),
  action({
    name: 'reset_resets',
    operation: 'resetLabResets',
    label: 'Restore resets…',
    title: ({ title }) => `Restore resets of “${title}”`,
    body: ({ resets_used, resets }) => (
      <p>
        {resets_used} of {resets} resets are used. The learner can use all of them again.
      </p>
    ),
    input: ({ username, id, version }, { reason }) => ({ username, lab_slug: id, labCorrection: { version, reason } }),
    reason,
    submit: 'Restore resets',
    success: 'Resets restored',
  }),
  action({
    name: 'download_limit',
    operation: 'setLabDownloadLimit',
    label: 'Downloads…',
    title: ({ title }) => `Download limit of “${title}”`,
    body: ({ downloads_used }) => (
      <>
        <p>{downloads_used} were used. The limit counts all downloads of this lab, those too.</p>
        <NumberInput source="download_limit" label="Total downloads per file" min={0} max={1000} helperText={false} />
      </>
    ),
    defaults: ({ download_limit }): { download_limit: number | null } => ({ download_limit }),
    input: ({ username, id, version }, { download_limit, reason }) => ({
      username,
      lab_slug: id,
      download_limit: download_limit ?? 0,
      labCorrection: { version, reason },
    }),
    reason,
    isReady: ({ download_limit }) => typeof download_limit === 'number',
    submit: 'Set limit',
    success: 'Download limit set',
  }),
]
