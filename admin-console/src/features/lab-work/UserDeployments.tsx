import type { UserLab } from '@flagyard/api-types'
import { NumberInput, useRecordContext } from 'react-admin'
import { ActionButton } from '../../crud/actions.tsx'
import { useCall } from '../../crud/calls.tsx'
import { ReasonInput } from '../../crud/inputs.tsx'
import { ResourceLink } from '../../crud/links.tsx'
import { RelatedList } from '../../crud/RelatedList.tsx'
import { formatDay } from '../../lib/format.ts'
import { DeploymentRows } from '../deployments/DeploymentRows.tsx'
import { DeploymentState } from '../deployments/DeploymentState.tsx'
import styles from './LabsOfUser.module.css'

export default function UserDeployments() {
  return (
    <>
      <LabsOfUser />
      <RelatedList reference="deployments" resourceLabel={['deployment', 'deployments']} refetchInterval={REFETCH_MS}>
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
              {lab.allowed.includes('reset') && <Rebuild username={username} lab={lab} />}
              {lab.allowed.includes('extend_access') && <ExtendAccess username={username} lab={lab} />}
              {lab.allowed.includes('reset_resets') && <GiveResets username={username} lab={lab} />}
              {lab.allowed.includes('download_limit') && <Downloads username={username} lab={lab} />}
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
      ? `by itself, ${lab.access_ends_at ? `until ${formatDay(lab.access_ends_at)}` : 'no end'}`
      : 'in a course',
    lab.first_deployed_at ? `begun ${formatDay(lab.first_deployed_at)}` : 'not begun',
    `${lab.resets_used} of ${lab.resets} resets used`,
    lab.downloads > 0 && `${lab.downloads_used} of ${lab.download_limit} downloads used`,
  ]
    .filter(Boolean)
    .join(' · ')

interface Props {
  username: string
  lab: UserLab
}

function Rebuild({ username, lab }: Props) {
  return (
    <ActionButton
      operation="resetLabForUser"
      size="small"
      label="Rebuild…"
      title={`Build “${lab.title}” again`}
      call={(provider, { reason }: { reason: string }) =>
        provider.reset({ username, lab_slug: lab.id, deployment_id: lab.deployment_id ?? '', reason })
      }
      successMessage="The lab is being built again"
      defaultValues={{ reason: '' }}
      submitLabel="Build it again"
      cancelLabel="Leave it"
      color="error"
    >
      <p>
        Everything in the account is lost, and the lab is built again with new credentials. Solved flags stay, the time
        stands until it runs, and it costs no reset. What the lab asks for beforehand is asked again.
      </p>
      <Reason />
    </ActionButton>
  )
}

function ExtendAccess({ username, lab }: Props) {
  return (
    <ActionButton
      operation="extendLabAccess"
      size="small"
      label="Extend access…"
      title={`More days for “${lab.title}”`}
      call={(provider, { days, reason }: { days: number | null; reason: string }) =>
        provider.extend({
          ...{ username, lab_slug: lab.id, days: days ?? 0 },
          labCorrection: { version: lab.version, reason },
        })
      }
      successMessage="The access is extended"
      defaultValues={{ days: null, reason: '' }}
      isReady={({ days }) => !!days}
      submitLabel="Give the days"
    >
      <p>
        {lab.access_ends_at && `It ends on ${formatDay(lab.access_ends_at)}. `}
        The days are added to that, or to now when it is past.
      </p>
      <NumberInput source="days" label="Days" min={1} max={3650} helperText={false} />
      <Reason />
    </ActionButton>
  )
}

function GiveResets({ username, lab }: Props) {
  return (
    <ActionButton
      operation="resetLabResets"
      size="small"
      label="Give resets back…"
      title={`All resets of “${lab.title}” again`}
      call={(provider, { reason }: { reason: string }) =>
        provider.call('resetLabResets', {
          ...{ username, lab_slug: lab.id },
          labCorrection: { version: lab.version, reason },
        })
      }
      successMessage="The resets are back"
      defaultValues={{ reason: '' }}
      submitLabel="Give them back"
    >
      <p>
        {lab.resets_used} of {lab.resets} are used. All of them can be used again.
      </p>
      <Reason />
    </ActionButton>
  )
}

function Downloads({ username, lab }: Props) {
  return (
    <ActionButton
      operation="setLabDownloadLimit"
      size="small"
      label="Downloads…"
      title={`Downloads of “${lab.title}”`}
      call={(provider, { download_limit, reason }: { download_limit: number | null; reason: string }) =>
        provider.call('setLabDownloadLimit', {
          ...{ username, lab_slug: lab.id, download_limit: download_limit ?? 0 },
          labCorrection: { version: lab.version, reason },
        })
      }
      successMessage="The limit is set"
      defaultValues={{ download_limit: lab.download_limit, reason: '' }}
      isReady={({ download_limit }) => typeof download_limit === 'number'}
      submitLabel="Set the limit"
    >
      <p>{lab.downloads_used} were used. The limit counts all downloads of this lab, those too.</p>
      <NumberInput source="download_limit" label="Downloads in all" min={0} max={1000} helperText={false} />
      <Reason />
    </ActionButton>
  )
}

const Reason = () => <ReasonInput helperText="The learner reads it, in a mail." />
