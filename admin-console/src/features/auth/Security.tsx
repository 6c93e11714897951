import { Button } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { Chip } from '@flagyard/ui/Chip'
import { Spinner } from '@flagyard/ui/Spinner'
import { Failed } from '@flagyard/ui/States'
import { ScreenHeader } from '../../layout/ScreenHeader.tsx'
import { sentenceOf } from '../../lib/problem.ts'
import { useAction } from '../../lib/useAction.ts'
import { useCall } from '../../lib/useCall.ts'
import { useCapabilities } from '../../lib/useCapabilities.ts'
import styles from './Security.module.css'

/** What owners require of administrators. */
export default function Security() {
  const { data, error, refetch } = useCall('getSecuritySettings')
  return (
    <>
      <ScreenHeader title="Security" about="What is asked of administrators" />
      {error && !data ? (
        <Failed what="the settings" why={sentenceOf(error)} onRetry={() => void refetch()} />
      ) : data ? (
        <SecondFactor required={data.admin_second_factor === 'required'} />
      ) : (
        <Spinner label="Loading the settings" />
      )}
    </>
  )
}

function SecondFactor({ required }: { required: boolean }) {
  const isOwner = useCapabilities().has('owner')
  const next = required ? 'optional' : 'required'
  const [change, busy] = useAction(
    required ? 'A second factor is left to each administrator.' : 'Administrators need a second factor now.',
    (dataProvider) => dataProvider.call('updateSecuritySettings', { securitySettings: { admin_second_factor: next } }),
  )
  return (
    <Card as="section" className={styles.card}>
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
          <Button look={required ? 'plain' : 'primary'} busy={busy} onClick={() => void change()}>
            {required ? 'Leave it to each of them' : 'Require a second factor'}
          </Button>
        </div>
      ) : (
        <p className={styles.quiet}>Only owners can change this.</p>
      )}
    </Card>
  )
}
