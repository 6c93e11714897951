import type { UserRecord } from '@flagyard/api-types'
import { useState } from 'react'
import { useRecordContext } from 'react-admin'
import { OperationButton } from '../../crud/OperationButton.tsx'
import { RelatedList } from '../../crud/RelatedList.tsx'
import { EntitlementRows } from './EntitlementRows.tsx'
import { GrantDialog } from './GrantDialog.tsx'
import { WhyOpen } from './WhyOpen.tsx'

/** Access check for a user, and all their entitlements. */
export default function UserEntitlements() {
  const user = useRecordContext<UserRecord>()
  const [open, setOpen] = useState(false)
  if (!user) return null
  const mayGrant = user.allowed.includes('grant')
  return (
    <div className="stack">
      <WhyOpen user={user} />
      <RelatedList
        reference="entitlements"
        resourceLabel={['entitlement', 'entitlements']}
        actions={
          mayGrant && (
            <OperationButton operation="grantEntitlement" size="small" onClick={() => setOpen(true)}>
              Grant access…
            </OperationButton>
          )
        }
      >
        <EntitlementRows
          ofPerson
          empty="Whatever opens a course, a lab or an exam is one row here: purchases, vouchers, bundles, beta tests."
        />
      </RelatedList>
      {open && <GrantDialog username={user.username} onClose={() => setOpen(false)} />}
    </div>
  )
}
