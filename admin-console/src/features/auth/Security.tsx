import { Chip } from '@flagyard/ui/Chip'
import { CallButton } from '../../crud/actions/action-table.tsx'
import { LoadingOrError, useCall } from '../../crud/calls.tsx'
import { ScreenHeader } from '../../crud/ScreenHeader.tsx'
import { useCapabilities } from '../../lib/useCapabilities.ts'
import styles from './Security.module.css'

/** Security requirements for administrators, set by owners. */
export default function Security() {
  const { data, error, refetch } = useCall('getSecuritySettings')
  return (
    <>
      <ScreenHeader title="Security" about="Security requirements for administrators" />
      {data ? (
        <SecondFactor required={data.admin_second_factor === 'required'} />
      ) : (
        <LoadingOrError what="the settings" error={error} retry={refetch} />
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
        Second factor for administrators{' '}
        {required ? <Chip tone="good">Required</Chip> : <Chip tone="warn">Optional</Chip>}
      </h2>
      <p>
        {required
          ? 'Administrators without one can only open their profile until they set one up.'
          : 'If you require a second factor, administrators without one can only open their profile until they set one up. Set up your own first.'}
      </p>
      {isOwner ? (
        <div>
          <CallButton
            operation="updateSecuritySettings"
            {...(required ? {} : { variant: 'contained', color: 'primary' })}
            call={(provider) =>
              provider.call('updateSecuritySettings', { securitySettings: { admin_second_factor: next } })
            }
            successMessage={required ? 'Second factor is now optional.' : 'Second factor is now required.'}
          >
            {required ? 'Make optional' : 'Require a second factor'}
          </CallButton>
        </div>
      ) : (
        <p className={styles.quiet}>Only owners can change this.</p>
      )}
    </section>
  )
}
