import type { SecondFactor } from '@flagyard/api-types'
import { isolate } from '@flagyard/api-types/contract/isolate'
import { Button } from '@flagyard/ui/Button'
import type { ReactNode } from 'react'
import { formatDateTime } from '../../lib/dates.ts'
import type { SecondFactorChange } from './SecondFactorAction.tsx'
import styles from './second-factor.module.css'

export function SecondFactorList({
  factor,
  onChange,
}: {
  factor: SecondFactor
  onChange: (change: SecondFactorChange) => void
}) {
  return (
    <ul className={styles.list}>
      {factor.totp && (
        <Row name="Authenticator app" {...factor.totp}>
          <Button
            size="small"
            aria-label="Remove the authenticator app"
            onClick={() => onChange({ kind: 'remove-app' })}
          >
            Remove
          </Button>
        </Row>
      )}
      {factor.passkeys.map((passkey) => (
        <Row key={passkey.id} {...passkey}>
          <Button
            size="small"
            variant="quiet"
            aria-label={`Rename the passkey ${isolate(passkey.name)}`}
            onClick={() => onChange({ kind: 'rename', passkey })}
          >
            Rename
          </Button>
          <Button
            size="small"
            aria-label={`Remove the passkey ${isolate(passkey.name)}`}
            onClick={() => onChange({ kind: 'remove', passkey })}
          >
            Remove
          </Button>
        </Row>
      ))}
    </ul>
  )
}

interface RowProps {
  name: string
  since: string
  last_used_at: string | null
  children: ReactNode
}

function Row({ name, since, last_used_at, children }: RowProps) {
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <p className={styles.name}>{name}</p>
        <p className="small muted">
          Added <time dateTime={since}>{formatDateTime(since)}</time>
          {last_used_at && (
            <>
              , last used <time dateTime={last_used_at}>{formatDateTime(last_used_at)}</time>
            </>
          )}
        </p>
      </div>
      <div className="row">{children}</div>
    </li>
  )
}
