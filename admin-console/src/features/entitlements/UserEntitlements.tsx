import type { UserRecord } from '@flagyard/api-types'
import { useRecordContext } from 'react-admin'
import { RecordButtons } from '../../crud/actions.tsx'
import { RelatedList } from '../../crud/RelatedList.tsx'
import { grantAction } from './actions.tsx'
import { EntitlementRows } from './EntitlementRows.tsx'
import { WhyOpen } from './WhyOpen.tsx'

/** Access check for a user, and all their entitlements. */
export default function UserEntitlements() {
  const user = useRecordContext<UserRecord>()
  if (!user) return null
  return (
    <div className="stack">
      <WhyOpen user={user} />
      <RelatedList
        reference="entitlements"
        resourceLabel={['entitlement', 'entitlements']}
        actions={user.allowed.includes('grant') && <RecordButtons record={user} actions={grantActions} />}
      >
        <EntitlementRows
          ofPerson
          empty="Whatever opens a course, a lab or an exam is one row here: purchases, vouchers, bundles, beta tests."
        />
      </RelatedList>
    </div>
  )
}

const grantActions = [grantAction('Grant access…')]
