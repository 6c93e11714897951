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
    children: <p>Once confirmed, we will write to you at this address. We will also notify your old address.</p>,
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
        This restores your old address and signs out every device. Then choose a new password, because someone who knew
        yours changed the address.
      </p>
    ),
    buttonLabel: 'Undo the change',
    send: (emailTokenPayload) => api.undoEmail({ emailTokenPayload }),
    doneTitle: 'Your old address is restored',
    doneActions: signInSafely,
  },
  [learnerScreens.stopFactorRemoval]: {
    title: 'Keep your second factor',
    children: (
      <p>
        Someone asked our support to remove the second factor of your account. If it was not you, stop it here. Then
        choose a new password, because they may know yours.
      </p>
    ),
    buttonLabel: 'Stop the removal',
    send: (emailTokenPayload) => api.stopFactorRemoval({ emailTokenPayload }),
    doneTitle: 'You keep your second factor',
    doneActions: signInSafely,
  },
  [learnerScreens.undoDeletion]: {
    title: 'Keep your account',
    children: (
      <p>Your account will be erased soon. If you keep it, everything stays as it was, and you can sign in again.</p>
    ),
    buttonLabel: 'Keep my account',
    send: (undoDeletionPayload) => api.undoDeletion({ undoDeletionPayload }),
    doneTitle: 'You keep your account',
    doneActions: (
      <ButtonLink to={paths.signin} variant="primary">
        Sign in
      </ButtonLink>
    ),
  },
}
