import { learnerScreens, paths } from '@flagyard/api-types/links'
import { ButtonLink } from '@flagyard/ui/Button'
import type { ComponentProps } from 'react'
import { useLocation } from 'react-router-dom'
import { api } from '../../lib/api.ts'
import * as t from '../../messages/en/auth.ts'
import { MailedLinkPage } from './MailedLinkPage.tsx'

/** Pages of mailed links that change an account with one click. */
export default function MailedActionPage() {
  const action = actions[useLocation().pathname]
  return action && <MailedLinkPage {...action} />
}

const signInSafely = (
  <>
    <ButtonLink to={paths.forgotPassword} variant="primary">
      {t.chooseNewPassword}
    </ButtonLink>
    <ButtonLink to={paths.signin}>{t.signIn}</ButtonLink>
  </>
)

const actions: Record<string, ComponentProps<typeof MailedLinkPage>> = {
  [learnerScreens.confirmEmail]: {
    title: t.confirmEmail,
    children: <p>{t.confirmEmailIntro}</p>,
    buttonLabel: t.confirmEmailButton,
    send: (emailTokenPayload) => api.confirmEmail({ emailTokenPayload }),
    doneTitle: t.emailChanged,
    doneActions: (
      <ButtonLink to={paths.profileSection('email')} variant="primary">
        {t.goToProfile}
      </ButtonLink>
    ),
  },
  [learnerScreens.undoEmail]: {
    title: t.undoEmail,
    children: <p>{t.undoEmailIntro}</p>,
    buttonLabel: t.undoEmailButton,
    send: (emailTokenPayload) => api.undoEmail({ emailTokenPayload }),
    doneTitle: t.emailRestored,
    doneActions: signInSafely,
  },
  [learnerScreens.stopFactorRemoval]: {
    title: t.keepFactor,
    children: <p>{t.keepFactorIntro}</p>,
    buttonLabel: t.stopRemoval,
    send: (emailTokenPayload) => api.stopFactorRemoval({ emailTokenPayload }),
    doneTitle: t.factorKept,
    doneActions: signInSafely,
  },
  [learnerScreens.undoDeletion]: {
    title: t.keepAccount,
    children: <p>{t.keepAccountIntro}</p>,
    buttonLabel: t.keepAccountButton,
    send: (undoDeletionPayload) => api.undoDeletion({ undoDeletionPayload }),
    doneTitle: t.accountKept,
    doneActions: (
      <ButtonLink to={paths.signin} variant="primary">
        {t.signIn}
      </ButtonLink>
    ),
  },
}
