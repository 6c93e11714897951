import { ApiError } from '@flagyard/api-types/contract/problem'
import { useState } from 'react'
import { session } from '../../lib/session.ts'
import { PasswordStep } from './PasswordStep.tsx'
import { type PendingDeletion, PendingDeletionStep } from './PendingDeletionStep.tsx'
import { type SecondFactorChallenge, SecondFactorStep } from './SecondFactorStep.tsx'
import { useRedirectWhenSignedIn } from './useRedirectWhenSignedIn.ts'

export default function SigninPage() {
  useRedirectWhenSignedIn()
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
