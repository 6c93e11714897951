import { RelatedList } from '../../crud/RelatedList.tsx'
import { DeploymentRows } from '../deployments/DeploymentRows.tsx'
import { LabsOfUser } from './LabsOfUser.tsx'

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
