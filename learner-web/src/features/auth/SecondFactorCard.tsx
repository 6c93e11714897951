import type { SecondFactor } from '@flagyard/api-types'
import { hasSecondFactor } from '@flagyard/auth/second-factor'
import { Button } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { Chip } from '@flagyard/ui/Chip'
import { errorMessage } from '@flagyard/ui/error-message'
import { FailedLine } from '@flagyard/ui/Feedback'
import { countOf } from '@flagyard/ui/format'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { callQuery } from '../../lib/query.ts'
import { toasts } from '../../shell/toasts.ts'
import { FactorRemovalNotice } from './FactorRemovalNotice.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { SecondFactorAction, type SecondFactorChange } from './SecondFactorAction.tsx'
import { SecondFactorList } from './SecondFactorList.tsx'
import styles from './second-factor.module.css'

/** Second factors of the account: passkeys and an authenticator app, to add, list and remove. */
export function SecondFactorCard() {
  const cache = useQueryClient()
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
    toasts.show({ type: 'success', content: message })
    heading.current?.focus()
    await Promise.all([
      cache.invalidateQueries(callQuery('getMySecondFactor')),
      cache.invalidateQueries(callQuery('listMySessions')),
    ])
  }
  return (
    <Card as="section" className={styles.card}>
      <h2 ref={heading} tabIndex={-1} className={styles.title} id="second-factor">
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
            To sign in you need one of these besides your password. You have{' '}
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
      <div className="row">
        <Button onClick={() => onChange({ kind: 'add-passkey' })}>Add a passkey</Button>
        {!factor.totp && <Button onClick={() => onChange({ kind: 'add-app' })}>Set up an authenticator app</Button>}
        {isOn && <Button onClick={() => onChange({ kind: 'renew' })}>Create new recovery codes</Button>}
      </div>
    </>
  )
}

const StateChip = ({ factor }: { factor: SecondFactor }) =>
  hasSecondFactor(factor) ? <Chip tone="good">On</Chip> : <Chip tone={factor.required ? 'bad' : 'neutral'}>Off</Chip>
