import type { CloudAccountHolder, DeploymentRecord } from '@flagyard/api-types'
import { formatMoment } from '../../lib/format.ts'
import { HolderEntry } from '../cloud-accounts/HolderEntry.tsx'
import { AccountLink } from './DeploymentRows.tsx'
import styles from './DeploymentShow.module.css'

/** The deployment's account: its current state, and the holders before and after. */
export const AccountCard = ({ deployment }: { deployment: DeploymentRecord }) => {
  const { account, holders, credentials_revoked_at } = deployment
  return (
    <section className={styles.card} aria-label="Account">
      <h2 className={styles.title}>Account</h2>
      <p>
        {deployment.account_id ? (
          <>
            <AccountLink {...deployment} /> {deployment.region && `in ${deployment.region}`}
          </>
        ) : (
          'It has none.'
        )}
      </p>
      {account && <p className={styles.quiet}>{accountSentence(account)}</p>}
      {credentials_revoked_at && (
        <p className={styles.quiet}>Its credentials were revoked on {formatMoment(credentials_revoked_at)}.</p>
      )}
      {holders && (
        <dl className={styles.holders}>
          <Around label="This deployment" holder={holders.at} own={deployment.id} />
          <Around label="Before it" holder={holders.before} />
          <Around label="After it" holder={holders.after} />
        </dl>
      )}
    </section>
  )
}

function Around({ label, holder, own }: { label: string; holder: CloudAccountHolder | null; own?: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {holder ? <HolderEntry holder={holder} isHere={holder.deployment_id === own} /> : 'Nobody that is known.'}
      </dd>
    </div>
  )
}

function accountSentence({ status, lock_reason, hold_reason }: NonNullable<DeploymentRecord['account']>): string {
  if (hold_reason !== null) return `It is held as soon as this has ended: ${hold_reason}`
  if (lock_reason === 'hold') return 'An administrator holds it, with what is in it.'
  if (lock_reason === 'quarantine') return 'It could not be cleaned, and waits for a person.'
  if (status === 'Locked') return 'It is given away; nothing is built in it yet.'
  if (status === 'Provisioning') return 'It is being built in.'
  if (status === 'Provisioned') return 'It is in use.'
  if (status === 'Dirty' || status === 'Nuking' || status === 'Nuked') return 'It is being cleaned.'
  return `It is ${status}.`
}
