import type { DeploymentRow } from '@flagyard/api-types'
import { Column } from '../../crud/Column.tsx'
import { RelatedList } from '../../crud/RelatedList.tsx'
import { ResourceLink } from '../../crud/ResourceLink.tsx'
import { Rows } from '../../crud/Rows.tsx'
import { capitalised, cloudNames, formatMoment } from '../../lib/format.ts'
import { cloudProviders } from '../cloud-accounts/providers.ts'
import { DeploymentState } from './DeploymentState.tsx'

export default function UserDeployments() {
  return (
    <RelatedList reference="deployments" resourceLabel={['deployment', 'deployments']}>
      <Rows<DeploymentRow>
        primaryText={labOf}
        tertiaryText={(deployment) => <DeploymentState state={deployment.state} />}
        secondaryText={(deployment) =>
          [cloudNames[deployment.cloud], endOf(deployment), formatMoment(deployment.created_at)]
            .filter(Boolean)
            .join(' · ')
        }
        empty="A lab that is deployed appears here, from its place in the queue to its end."
      >
        <Column<DeploymentRow> source="lab" label="Lab" cellClassName="wraps" render={labOf} />
        <Column<DeploymentRow>
          source="state"
          label="State"
          render={(deployment) => <DeploymentState state={deployment.state} />}
        />
        <Column<DeploymentRow> source="reason" label="Ended by" render={(deployment) => endOf(deployment) ?? '—'} />
        <Column<DeploymentRow> source="cloud" label="Cloud" render={(deployment) => cloudNames[deployment.cloud]} />
        <Column<DeploymentRow>
          source="account_id"
          label="Account"
          render={(deployment) => <Account deployment={deployment} />}
        />
        <Column<DeploymentRow>
          source="created_at"
          label="Asked for"
          render={(deployment) => formatMoment(deployment.created_at)}
        />
        <Column<DeploymentRow>
          source="ended_at"
          label="Ended"
          render={({ ended_at }) => (ended_at ? formatMoment(ended_at) : '—')}
        />
      </Rows>
    </RelatedList>
  )
}

const labOf = ({ lab, test }: DeploymentRow) =>
  lab ? (
    <>
      <ResourceLink resource="labs" id={lab}>
        {lab}
      </ResourceLink>
      {test && ' · test run'}
    </>
  ) : (
    'Exam environment'
  )

const endOf = ({ reason }: DeploymentRow) => reason && capitalised(reason)

function Account({ deployment: { account_id, cloud } }: { deployment: DeploymentRow }) {
  if (!account_id) return '—'
  return (
    <ResourceLink resource={cloudProviders[cloud].resource} id={account_id}>
      <span className="mono">{account_id}</span>
    </ResourceLink>
  )
}
