import { Chip } from '@flagyard/ui/Chip'
import { CallButton } from '../../crud/actions/action-table.tsx'
import { Unread, useCall } from '../../crud/calls.tsx'
import { ScreenHeader } from '../../crud/ScreenHeader.tsx'
import { useCapabilities } from '../../lib/useCapabilities.ts'
import styles from './Security.module.css'

/** Security requirements for administrators, set by owners. */
export default function Security() {
  const { data, error, refetch } = useCall('getSecuritySettings')
  return (
    <>
      <ScreenHeader title="Security" about="What is asked of administrators" />
      {data ? (
        <SecondFactor required={data.admin_second_factor === 'required'} />
      ) : (
        <Unread what="the settings" error={error} retry={refetch} />
      )}
    </>
  )
}

function SecondFactor({ required }: { required: boolean }) {
  const isOwner = useCapabilities().has('owner')
  const next = required ? 'optional' : 'required'
  return (
    <section className={styles.card}>
      <h2 className={styles.title}>
        Second factor of administrators{' '}
        {required ? <Chip tone="good">Required</Chip> : <Chip tone="warn">Optional</Chip>}
      </h2>
      <p>
        {required
          ? 'An administrator without one reaches only the profile, where it is set up.'
          : 'Once it is required, an administrator without one reaches only the profile, at the very next step. Set up your own first.'}
      </p>
      {isOwner ? (
        <div>
          <CallButton
            operation="updateSecuritySettings"
            {...(required ? {} : { variant: 'contained', color: 'primary' })}
            call={(provider) =>
              provider.call('updateSecuritySettings', { securitySettings: { admin_second_factor: next } })
            }
            successMessage={
              required ? 'A second factor is left to each administrator.' : 'Administrators need a second factor now.'
            }
          >
            {required ? 'Leave it to each of them' : 'Require a second factor'}
          </CallButton>
        </div>
      ) : (
        <p className={styles.quiet}>Only owners can change this.</p>
      )}
    </section>
  )
}
