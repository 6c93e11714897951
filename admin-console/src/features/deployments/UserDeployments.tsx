import { RelatedList } from '../../crud/RelatedList.tsx'
import { DeploymentRows } from './DeploymentRows.tsx'
import { LabsOfUser } from './LabsOfUser.tsx'

/** What a person has of each lab, and everything that they ran or wait for. */
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

/** A lab may be built, run and end while one looks. */
const REFETCH_MS = 5_000
