import type { SecondFactor } from '@flagyard/api-types'
import { isolate } from '@flagyard/api-types/contract/isolate'
import { hasSecondFactor } from '@flagyard/auth/second-factor'
import { Button, buttonClass } from '@flagyard/ui/Button'
import { siteName } from '@flagyard/ui/brand'
import { Card } from '@flagyard/ui/Card'
import { Chip } from '@flagyard/ui/Chip'
import { errorMessage, FailedLine } from '@flagyard/ui/Feedback'
import { countOf } from '@flagyard/ui/format'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { formatDateTime } from '../../../lib/format.ts'
import { callQuery, queryClient } from '../../../lib/query.ts'
import { CopyButton } from '../../../shell/CopyButton.tsx'
import { showSuccess } from '../../../shell/toasts.ts'
import styles from '../auth.module.css'
import { FactorRemovalNotice } from './FactorRemovalNotice.tsx'
import { SecondFactorAction, type SecondFactorChange } from './SecondFactorAction.tsx'

export function SecondFactorCard() {
  const { data: factor, error, refetch } = useQuery(callQuery('getMySecondFactor'))
  const [codes, setCodes] = useState<string[]>([])
  const heading = useRef<HTMLHeadingElement>(null)
  const [change, setChange] = useState<SecondFactorChange>()
  const close = () => {
    setChange(undefined)
    heading.current?.focus()
  }
  const dismissCodes = () => {
    setCodes([])
    heading.current?.focus()
  }
  const onChanged = async (message: string, newCodes: string[] = []) => {
    setCodes(newCodes)
    setChange(undefined)
    showSuccess(message)
    heading.current?.focus()
    await Promise.all([
      queryClient.invalidateQueries(callQuery('getMySecondFactor')),
      queryClient.invalidateQueries(callQuery('listMySessions')),
    ])
  }
  return (
    <Card as="section" className="stack">
      <h2 ref={heading} tabIndex={-1} className={styles.factorTitle} id="second-factor">
        Second factor {factor && <StateChip factor={factor} />}
      </h2>
      <FactorRemovalNotice />
      {codes.length > 0 ? (
        <RecoveryCodes codes={codes} onSaved={dismissCodes} />
      ) : error && !factor ? (
        <FailedLine why={errorMessage(error)} onRetry={() => void refetch()} />
      ) : factor && change ? (
        <SecondFactorAction change={change} factor={factor} onBack={close} onChanged={onChanged} />
      ) : (
        factor && <Overview factor={factor} onChange={setChange} />
      )}
    </Card>
  )
}

function Overview({ factor, onChange }: { factor: SecondFactor; onChange: (change: SecondFactorChange) => void }) {
  const isOn = hasSecondFactor(factor)
  const hasPasskeys = 'PublicKeyCredential' in window
  return (
    <>
      {factor.required && (
        <p className={styles.required}>
          Administrators need a second factor. You can use the console again once you have set one up.
        </p>
      )}
      {isOn ? (
        <>
          <p>
            You need your password and one of these to sign in. You have{' '}
            {countOf(factor.recovery_codes_left, 'recovery code')} left.
          </p>
          <SecondFactorList factor={factor} onChange={onChange} />
        </>
      ) : (
        <p>
          With a second factor, a stolen password is not enough to get into your account. A passkey uses your
          fingerprint, face or PIN, or a security key; an authenticator app shows a code that changes every 30 seconds.
        </p>
      )}
      {!hasPasskeys && <p>This browser does not support passkeys. You can add one in another browser.</p>}
      <div className="row">
        {hasPasskeys && <Button onClick={() => onChange({ kind: 'add-passkey' })}>Add a passkey</Button>}
        {!factor.totp && <Button onClick={() => onChange({ kind: 'add-app' })}>Set up an authenticator app</Button>}
        {isOn && <Button onClick={() => onChange({ kind: 'renew' })}>Create new recovery codes</Button>}
      </div>
    </>
  )
}

const StateChip = ({ factor }: { factor: SecondFactor }) =>
  hasSecondFactor(factor) ? <Chip tone="good">On</Chip> : <Chip tone={factor.required ? 'bad' : 'neutral'}>Off</Chip>

interface Props {
  factor: SecondFactor
  onChange: (change: SecondFactorChange) => void
}

function SecondFactorList({ factor, onChange }: Props) {
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

/** Recovery codes for a lost second factor. The server stores only hashes, so this is the only time they are shown. */
function RecoveryCodes({ codes, onSaved }: { codes: string[]; onSaved: () => void }) {
  const text = `Recovery codes for ${siteName}. Each works once.\n\n${codes.join('\n')}\n`
  return (
    <div className="stack">
      <p>
        <strong>Save these recovery codes where you can find them without your devices.</strong> Each one replaces your
        app or passkey once. You cannot see them again later.
      </p>
      <ol className={styles.codes} data-sentry-block>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="row">
        <a
          className={buttonClass()}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="recovery-codes.txt"
        >
          Download
        </a>
        <CopyButton text={text} label="Copy the recovery codes" size="normal">
          Copy
        </CopyButton>
        <Button variant="primary" onClick={onSaved}>
          I have saved them
        </Button>
      </div>
    </div>
  )
}
