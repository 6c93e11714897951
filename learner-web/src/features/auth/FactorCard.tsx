import type { SecondFactor } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { Chip } from '@flagyard/ui/Chip'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { countOf } from '../../lib/format.ts'
import { callQuery } from '../../lib/query.ts'
import { errorMessage } from '../../lib/useSubmit.ts'
import { toasts } from '../../shell/toasts.ts'
import { type Act, FactorAct } from './FactorAct.tsx'
import styles from './FactorCard.module.css'
import { FactorList } from './FactorList.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { hasFactor } from './SecondFactorField.tsx'

/** A second step at sign-in: passkeys and an app, added, looked at, removed. */
export function FactorCard() {
  const cache = useQueryClient()
  const { data: factor, error, refetch } = useQuery(callQuery('getMySecondFactor'))
  const [codes, setCodes] = useState<string[]>([])
  const title = useRef<HTMLHeadingElement>(null)
  const [act, setAct] = useState<Act>()
  const leave = () => {
    setAct(undefined)
    title.current?.focus()
  }
  const kept = () => {
    setCodes([])
    title.current?.focus()
  }
  const changed = async (done: string, made: string[] = []) => {
    setCodes(made)
    setAct(undefined)
    toasts.show({ type: 'success', content: done })
    title.current?.focus()
    await Promise.all([
      cache.invalidateQueries(callQuery('getMySecondFactor')),
      cache.invalidateQueries(callQuery('listMySessions')),
    ])
  }
  return (
    <Card as="section" className={styles.card}>
      <h2 ref={title} tabIndex={-1} className={styles.title} id="second-factor">
        Second factor {factor && <State factor={factor} />}
      </h2>
      {codes.length > 0 ? (
        <RecoveryCodes codes={codes} onKept={kept} />
      ) : error && !factor ? (
        <p role="alert" className={styles.failed}>
          {errorMessage(error)} <Button onClick={() => void refetch()}>Try again</Button>
        </p>
      ) : factor && act ? (
        <FactorAct act={act} factor={factor} onBack={leave} onChanged={changed} />
      ) : (
        factor && <Present factor={factor} onAct={setAct} />
      )}
    </Card>
  )
}

function Present({ factor, onAct }: { factor: SecondFactor; onAct: (act: Act) => void }) {
  const on = hasFactor(factor)
  return (
    <>
      {factor.required && (
        <p className={styles.required}>
          Administrators need a second factor here. The console opens again once yours is set up.
        </p>
      )}
      {on ? (
        <>
          <p>
            Signing in takes one of these besides the password. {countOf(factor.recovery_codes_left, 'recovery code')}{' '}
            left.
          </p>
          <FactorList factor={factor} onAct={onAct} />
        </>
      ) : (
        <p>
          With a second factor, a stolen password alone opens nothing. A passkey is the fingerprint, face or PIN of your
          device, or a security key; an authenticator app shows a code that changes every half minute.
        </p>
      )}
      <div className="row">
        <Button onClick={() => onAct({ kind: 'add-passkey' })}>Add a passkey</Button>
        {!factor.totp && <Button onClick={() => onAct({ kind: 'add-app' })}>Set up an authenticator app</Button>}
        {on && <Button onClick={() => onAct({ kind: 'renew' })}>Make new recovery codes</Button>}
      </div>
    </>
  )
}

const State = ({ factor }: { factor: SecondFactor }) =>
  hasFactor(factor) ? <Chip tone="good">On</Chip> : <Chip tone={factor.required ? 'bad' : 'neutral'}>Off</Chip>
