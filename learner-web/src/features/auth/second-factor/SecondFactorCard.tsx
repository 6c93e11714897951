import type { SecondFactor } from '@flagyard/api-types'
import { isolate } from '@flagyard/api-types/contract/isolate'
import { hasSecondFactor } from '@flagyard/auth/second-factor'
import { Button, buttonClass } from '@flagyard/ui/Button'
import { siteName } from '@flagyard/ui/brand'
import { Card } from '@flagyard/ui/Card'
import { Chip } from '@flagyard/ui/Chip'
import { errorMessage, FailedLine } from '@flagyard/ui/Feedback'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { formatDateTime } from '../../../lib/format.ts'
import { callQuery, queryClient } from '../../../lib/query.ts'
import * as t from '../../../messages/en/auth.ts'
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
        {t.secondFactor} {factor && <StateChip factor={factor} />}
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
      {factor.required && <p className={styles.required}>{t.factorRequired}</p>}
      {isOn ? (
        <>
          <p>{t.factorOn({ count: factor.recovery_codes_left })}</p>
          <SecondFactorList factor={factor} onChange={onChange} />
        </>
      ) : (
        <p>{t.factorOff}</p>
      )}
      {!hasPasskeys && <p>{t.noPasskeySupport}</p>}
      <div className="row">
        {hasPasskeys && <Button onClick={() => onChange({ kind: 'add-passkey' })}>{t.addPasskey}</Button>}
        {!factor.totp && <Button onClick={() => onChange({ kind: 'add-app' })}>{t.addApp}</Button>}
        {isOn && <Button onClick={() => onChange({ kind: 'renew' })}>{t.renewCodes}</Button>}
      </div>
    </>
  )
}

const StateChip = ({ factor }: { factor: SecondFactor }) =>
  hasSecondFactor(factor) ? (
    <Chip tone="good">{t.on}</Chip>
  ) : (
    <Chip tone={factor.required ? 'bad' : 'neutral'}>{t.off}</Chip>
  )

interface Props {
  factor: SecondFactor
  onChange: (change: SecondFactorChange) => void
}

function SecondFactorList({ factor, onChange }: Props) {
  return (
    <ul className={styles.list}>
      {factor.totp && (
        <Row name={t.authenticatorAppName} {...factor.totp}>
          <Button size="small" aria-label={t.removeAppLabel} onClick={() => onChange({ kind: 'remove-app' })}>
            {t.remove}
          </Button>
        </Row>
      )}
      {factor.passkeys.map((passkey) => (
        <Row key={passkey.id} {...passkey}>
          <Button
            size="small"
            variant="quiet"
            aria-label={t.renamePasskey({ name: isolate(passkey.name) })}
            onClick={() => onChange({ kind: 'rename', passkey })}
          >
            {t.rename}
          </Button>
          <Button
            size="small"
            aria-label={t.removePasskeyLabel({ name: isolate(passkey.name) })}
            onClick={() => onChange({ kind: 'remove', passkey })}
          >
            {t.remove}
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
  const addedAt = <time dateTime={since}>{formatDateTime(since)}</time>
  const lastUsedAt = last_used_at && <time dateTime={last_used_at}>{formatDateTime(last_used_at)}</time>
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <p className={styles.name}>{name}</p>
        <p className="small muted">{lastUsedAt ? t.addedAndUsed({ addedAt, lastUsedAt }) : t.added({ addedAt })}</p>
      </div>
      <div className="row">{children}</div>
    </li>
  )
}

/** Recovery codes for a lost second factor. The server stores only hashes, so this is the only time they are shown. */
function RecoveryCodes({ codes, onSaved }: { codes: string[]; onSaved: () => void }) {
  const text = t.recoveryCodesFile({ siteName, codes: codes.join('\n') })
  return (
    <div className="stack">
      <p>{t.saveCodes({})}</p>
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
          {t.download}
        </a>
        <CopyButton text={text} label={t.copyCodes} size="normal">
          {t.copy}
        </CopyButton>
        <Button variant="primary" onClick={onSaved}>
          {t.codesSaved}
        </Button>
      </div>
    </div>
  )
}
