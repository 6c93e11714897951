import type { UserRecord } from '@flagyard/api-types'
import { CopyButton, MailAddress } from '../../crud/links.tsx'
import { formatMoment } from '../../lib/format.ts'
import { StateChip } from './StateChip.tsx'
import styles from './UserShow.module.css'

/** Header of all tabs: state, username and address with copy buttons; for a disabled account also the reason and the administrator. */
export function UserHeading({ user }: { user: UserRecord }) {
  const { state, username, email, disabled_at, disabled_by, disabled_reason, freeze } = user
  return (
    <div className={styles.heading}>
      <StateChip state={state} />
      <span className={styles.copied}>
        <span className="mono">{username}</span>
        <CopyButton text={username} label="Copy the username" />
      </span>
      <span className={styles.copied}>
        <span>
          <MailAddress>{email}</MailAddress>
        </span>
        <CopyButton text={email} label="Copy the e-mail address" />
      </span>
      {disabled_at && !freeze && (
        <p className={styles.disabled}>
          Disabled {formatMoment(disabled_at)}
          {disabled_by && ` by ${disabled_by}`}
          {disabled_reason && `: ${disabled_reason}`}
        </p>
      )}
    </div>
  )
}
