import { ApiError } from '@flagyard/api-types/contract/problem'
import { useEffect, useRef, useState } from 'react'
import { session, useSession } from '../../lib/session.ts'
import { KeepAccountStep, type Pending } from '../privacy/KeepAccountStep.tsx'
import { CodeStep, type SecondStep } from './CodeStep.tsx'
import { PasswordStep } from './PasswordStep.tsx'
import { usePassage } from './usePassage.ts'

/** Sign-in in one step, or in two where the account has a second factor. */
export default function SigninPage() {
  const { goOn, goInactive } = usePassage()
  useGoOnWhenSignedIn(goOn, goInactive)
  const [step, setStep] = useState<SecondStep>()
  const [expired, setExpired] = useState<string>()
  const [pending, setPending] = useState<Pending>()
  const offerToKeep = (error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'deletion_pending') throw error
    setPending({ token: String(error.extra.token), due_at: String(error.extra.due_at) })
  }
  if (pending)
    return (
      <KeepAccountStep
        pending={pending}
        onBack={() => {
          setPending(undefined)
          setStep(undefined)
        }}
      />
    )
  if (step)
    return (
      <CodeStep
        step={step}
        onSignedIn={session.set}
        onRefused={offerToKeep}
        onBack={(why) => {
          setExpired(why)
          setStep(undefined)
        }}
      />
    )
  return (
    <PasswordStep
      expired={expired}
      onSignedIn={session.set}
      onRefused={(error) => {
        setExpired(undefined)
        if (!(error instanceof ApiError) || error.code !== 'second_factor_needed') return offerToKeep(error)
        setStep({ challenge: String(error.extra.challenge), methods: [error.extra.methods].flat().map(String) })
      }}
    />
  )
}

/** Whoever is signed in, by this form, an earlier visit or another tab, has nothing to do here. */
function useGoOnWhenSignedIn(goOn: () => void, goInactive: () => void) {
  const current = useSession()
  const went = useRef(false)
  useEffect(() => {
    if (!current || went.current) return
    went.current = true
    if (current.user.is_active) goOn()
    else goInactive()
  })
}
