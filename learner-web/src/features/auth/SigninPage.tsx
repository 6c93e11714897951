import { ApiError } from '@flagyard/api-types/contract/problem'
import { useEffect, useRef, useState } from 'react'
import { session, useSession } from '../../lib/session.ts'
import { PasswordStep } from './PasswordStep.tsx'
import { type PendingDeletion, PendingDeletionStep } from './PendingDeletionStep.tsx'
import { type SecondFactorChallenge, SecondFactorStep } from './SecondFactorStep.tsx'
import { useReturnTo } from './useReturnTo.ts'

/** Signs in with the password, and with a second step if the account has a second factor. */
export default function SigninPage() {
  const { goToReturnTo, goToInactiveAccount } = useReturnTo()
  useRedirectWhenSignedIn(goToReturnTo, goToInactiveAccount)
  const [challenge, setChallenge] = useState<SecondFactorChallenge>()
  const [notice, setNotice] = useState<string>()
  const [pendingDeletion, setPendingDeletion] = useState<PendingDeletion>()
  const showPendingDeletion = (error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'deletion_pending') throw error
    setPendingDeletion({ token: String(error.extra.token), due_at: String(error.extra.due_at) })
  }
  if (pendingDeletion)
    return (
      <PendingDeletionStep
        deletion={pendingDeletion}
        onBack={() => {
          setPendingDeletion(undefined)
          setChallenge(undefined)
        }}
      />
    )
  if (challenge)
    return (
      <SecondFactorStep
        secondFactor={challenge}
        onSignedIn={session.set}
        onRefused={showPendingDeletion}
        onBack={(reason) => {
          setNotice(reason)
          setChallenge(undefined)
        }}
      />
    )
  return (
    <PasswordStep
      notice={notice}
      onSignedIn={session.set}
      onRefused={(error) => {
        setNotice(undefined)
        if (!(error instanceof ApiError) || error.code !== 'second_factor_needed') return showPendingDeletion(error)
        setChallenge({ challenge: String(error.extra.challenge), methods: [error.extra.methods].flat().map(String) })
      }}
    />
  )
}

/** Leaves the screen once somebody is signed in: by this form, from an earlier visit, or in another tab. */
function useRedirectWhenSignedIn(goOn: () => void, goInactive: () => void) {
  const current = useSession()
  const redirected = useRef(false)
  useEffect(() => {
    if (!current || redirected.current) return
    redirected.current = true
    if (current.user.is_active) goOn()
    else goInactive()
  })
}
