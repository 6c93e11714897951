import type { DeploymentRow } from '@flagyard/api-types'
import { RecordButtons } from '../../crud/actions.tsx'
import { cloudProviders } from '../../crud/cloudProviders.ts'
import { PersonLink, ResourceLink } from '../../crud/links.tsx'
import { Column, Rows } from '../../crud/Rows.tsx'
import { RecordLink } from '../../crud/row-focus.tsx'
import { cloudNames, formatAge, formatMoment } from '../../lib/format.ts'
import { deploymentActions } from './actions.tsx'
import { DeploymentState } from './DeploymentState.tsx'
import { kindNames, placeOf, reasonNames } from './labels.ts'

const Col = Column<DeploymentRow>

/** Rows of deployments, for the full list or for one user's. */
export const DeploymentRows = ({ ofOne = false }: { ofOne?: boolean }) => (
  <Rows<DeploymentRow>
    hiddenColumns={hidden}
    primaryText={(deployment) =>
      ofOne || deployment.kind === 'canary' ? titleOf(deployment) : `${deployment.username} · ${titleOf(deployment)}`
    }
    tertiaryText={(deployment) => <DeploymentState {...deployment} />}
    secondaryText={(deployment) =>
      [
        cloudNames[deployment.cloud],
        deployment.queue && `place ${placeOf(deployment)}`,
        deployment.reason && reasonNames[deployment.reason],
        formatMoment(deployment.created_at),
      ]
        .filter(Boolean)
        .join(' · ')
    }
    empty="A lab that is deployed appears here, from its place in the queue to its end."
  >
    <Col
      source="title"
      label="Of"
      cellClassName="wraps"
      render={(deployment) => <RecordLink>{titleOf(deployment)}</RecordLink>}
    />
    {!ofOne && (
      <Col
        source="username"
        label="Learner"
        cellClassName="long"
        render={({ username }) => <PersonLink username={username} />}
      />
    )}
    <Col
      source="state"
      label="State"
      render={(deployment) => (
        <>
          <DeploymentState {...deployment} /> <span className="small muted">{besideState(deployment)}</span>
        </>
      )}
    />
    <Col source="queue" field="queue" label="Place" cellClassName="long" render={placeOf} />
    <Col
      source="reason"
      label="Ended by"
      cellClassName="wraps"
      render={({ reason }) => (reason ? reasonNames[reason] : '—')}
    />
    <Col source="cloud" label="Cloud" render={({ cloud }) => cloudNames[cloud]} />
    <Col source="region" label="Region" render={({ region }) => region ?? '—'} />
    <Col source="account_id" onlyWide={!ofOne} label="Account" cellClassName="long" render={AccountLink} />
    <Col
      source="created_at"
      label="Asked for"
      cellClassName="long"
      render={({ created_at }) => `${formatAge(created_at)} ago`}
    />
    <Col source="running_at" label="Ran from" render={({ running_at }) => momentOr(running_at)} />
    <Col source="ends_at" label="Ends" render={({ ends_at }) => momentOr(ends_at)} />
    <Col source="ended_at" label="Ended" render={({ ended_at }) => momentOr(ended_at)} />
    <Col
      source="allowed"
      label="Actions"
      isAction
      render={(deployment) => (
        <RecordButtons record={deployment} actions={deploymentActions(deployment)} size="small" />
      )}
    />
  </Rows>
)

const hidden = ['queue', 'cloud', 'reason', 'region', 'running_at', 'ends_at', 'ended_at']

/** Place in the queue, or the end reason if the status chip does not show it. */
function besideState(deployment: DeploymentRow) {
  const { queue, reason } = deployment
  if (queue) return placeOf(deployment)
  return reason && reason !== 'failed' ? reasonNames[reason] : null
}

const titleOf = ({ title, kind }: DeploymentRow) => (kind === 'lab' ? title : `${title} · ${kindNames[kind]}`)
const momentOr = (at: string | null) => (at ? formatMoment(at) : '—')

/** The account, or the cloud if no account is assigned yet. */
export function AccountLink({ account_id, cloud }: Pick<DeploymentRow, 'account_id' | 'cloud'>) {
  if (!account_id) return cloudNames[cloud]
  return (
    <ResourceLink resource={cloudProviders[cloud].resource} id={account_id}>
      <span className="mono">{account_id}</span>
    </ResourceLink>
  )
}
