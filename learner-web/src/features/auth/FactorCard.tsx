import type { SecondFactor } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { Chip } from '@flagyard/ui/Chip'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { formatMoment } from '../../lib/day.ts'
import { countOf } from '../../lib/format.ts'
import { ask } from '../../lib/query.ts'
import { sentenceOf } from '../../lib/useSubmit.ts'
import { toasts } from '../../shell/toasts.ts'
import styles from './FactorCard.module.css'
import { FactorChange } from './FactorChange.tsx'
import { FactorSetUp } from './FactorSetUp.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'

/** A second step at sign-in: turned on, looked at, turned off. */
export function FactorCard() {
  const cache = useQueryClient()
  const { data: factor, error, refetch } = useQuery(ask('getMySecondFactor'))
  const [codes, setCodes] = useState<string[]>()
  const title = useRef<HTMLHeadingElement>(null)
  const changed = async (done: string, made?: string[]) => {
    setCodes(made)
    toasts.show({ type: 'success', content: done })
    title.current?.focus()
    await Promise.all([
      cache.invalidateQueries(ask('getMySecondFactor')),
      cache.invalidateQueries(ask('listMySessions')),
    ])
  }
  return (
    <Card as="section" className={styles.card}>
      <h2 ref={title} tabIndex={-1} className={styles.title} id="second-factor">
        Second factor {factor && <State factor={factor} />}
      </h2>
      {codes ? (
        <RecoveryCodes codes={codes} onKept={() => setCodes(undefined)} />
      ) : error && !factor ? (
        <p role="alert" className={styles.failed}>
          {sentenceOf(error)} <Button onClick={() => void refetch()}>Try again</Button>
        </p>
      ) : factor?.totp ? (
        <>
          <p>
            Signing in takes a code of your authenticator app, since{' '}
            <time dateTime={factor.totp.since}>{formatMoment(factor.totp.since)}</time>.{' '}
            {countOf(factor.recovery_codes_left, 'recovery code')} left.
          </p>
          <FactorChange onChanged={changed} />
        </>
      ) : (
        factor && (
          <>
            {factor.required && (
              <p className={styles.required}>
                Administrators need a second factor here. The console opens again once yours is set up.
              </p>
            )}
            <p>
              With an authenticator app on your phone, a stolen password alone opens nothing: signing in also takes a
              code that changes every half minute.
            </p>
            <FactorSetUp onDone={(made) => changed('Your authenticator app is set up.', made)} />
          </>
        )
      )}
    </Card>
  )
}

const State = ({ factor }: { factor: SecondFactor }) =>
  factor.totp ? <Chip tone="good">On</Chip> : <Chip tone={factor.required ? 'bad' : 'neutral'}>Off</Chip>
