import { learnerScreens, paths } from '@flagyard/api-types/links'
import { ButtonLink } from '@flagyard/ui/Button'
import type { ComponentProps } from 'react'
import { useLocation } from 'react-router-dom'
import { api } from '../../lib/api.ts'
import { MailedLinkPage } from './MailedLinkPage.tsx'

/** Pages of mailed links that change an account with one click. */
export default function MailedActionPage() {
  const action = actions[useLocation().pathname]
  return action && <MailedLinkPage {...action} />
}

const signInSafely = (
  <>
    <ButtonLink to={paths.forgotPassword} variant="primary">
      Choose a new password
    </ButtonLink>
    <ButtonLink to={paths.signin}>Sign in</ButtonLink>
  </>
)

const actions: Record<string, ComponentProps<typeof MailedLinkPage>> = {
  [learnerScreens.confirmEmail]: {
    title: 'Confirm your new address',
    children: <p>One click, and we will write to you there from now on. We will let your old address know.</p>,
    buttonLabel: 'Confirm this address',
    send: (emailTokenPayload) => api.confirmEmail({ emailTokenPayload }),
    doneTitle: 'Your e-mail address was changed',
    doneActions: (
      <ButtonLink to={paths.profileSection('email')} variant="primary">
        Go to your profile
      </ButtonLink>
    ),
  },
  [learnerScreens.undoEmail]: {
    title: 'Undo the change of address',
    children: (
      <p>
        Your account gets its old address back, and every device is signed out. Then choose a new password: whoever
        changed the address knew the old one.
      </p>
    ),
    buttonLabel: 'Undo the change',
    send: (emailTokenPayload) => api.undoEmail({ emailTokenPayload }),
    doneTitle: 'Your address is back',
    doneActions: signInSafely,
  },
  [learnerScreens.stopFactorRemoval]: {
    title: 'Keep your second factor',
    children: (
      <p>
        Somebody asked our support to remove the second factor of your account. Stop it here, and nothing changes. Then
        choose a new password: whoever asked may know yours.
      </p>
    ),
    buttonLabel: 'This was not me: stop it',
    send: (emailTokenPayload) => api.stopFactorRemoval({ emailTokenPayload }),
    doneTitle: 'Your second factor stays',
    doneActions: signInSafely,
  },
  [learnerScreens.undoDeletion]: {
    title: 'Keep your account',
    children: (
      <p>Your account is due to be erased. Keep it, and everything in it stays as it was; then sign in again.</p>
    ),
    buttonLabel: 'Keep my account',
    send: (undoDeletionPayload) => api.undoDeletion({ undoDeletionPayload }),
    doneTitle: 'Your account stays',
    doneActions: (
      <ButtonLink to={paths.signin} variant="primary">
        Sign in
      </ButtonLink>
    ),
  },
}
