import type { Organisation, OrganisationInvitation } from '@flagyard/api-types'
import { isolate } from '@flagyard/api-types/contract/isolate'
import { paths } from '@flagyard/api-types/links'
import { Button } from '@flagyard/ui/Button'
import { Form, FormProblem, SubmitButton, TextField } from '@flagyard/ui/Form'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { api } from '../../lib/api.ts'
import { formatDate } from '../../lib/format.ts'
import { queryClient } from '../../lib/query.ts'
import { useSession } from '../../lib/session.ts'
import { useAction } from '../../lib/useAction.ts'
import { useSubmit } from '../../lib/useSubmit.ts'
import * as t from '../../messages/en/organisations.ts'
import { ConfirmButton } from '../../shell/ConfirmDialog.tsx'
import { hidden } from '../../shell/hidden.tsx'
import { SectionCard } from '../../shell/sections.tsx'
import { showError, showSuccess } from '../../shell/toasts.ts'
import { showOrganisation, useOrganisation } from './OrganisationFields.tsx'
import styles from './organisations.module.css'

export function OrganisationManagers({ organisation }: { organisation: Organisation }) {
  return (
    <>
      <Managers organisation={organisation} />
      {organisation.invitations.length > 0 && <Invitations organisation={organisation} />}
      <InviteForm organisation={organisation} />
    </>
  )
}

function Managers({ organisation: { id, name, managers } }: { organisation: Organisation }) {
  const mine = useSession()?.user.username
  const { refetch } = useOrganisation(id)
  const navigate = useNavigate()
  const { run, isPending } = useAction({ onError: showError })
  const remove = (username: string) =>
    run(async () => {
      await api.removeManager({ id, username })
      if (username !== mine) return refetch()
      await queryClient.invalidateQueries({ queryKey: ['listMyOrganisations'] })
      void navigate(paths.organisations)
      queryClient.removeQueries({ queryKey: ['getOrganisation', { id }] })
      showSuccess(t.noLongerManager({ name: isolate(name) }))
    })
  return (
    <SectionCard title={t.managers}>
      <ul className={styles.rows}>
        {managers.map(({ username, full_name, joined_at }) => {
          const isMe = username === mine
          const whom = isolate(isMe ? name : full_name)
          return (
            <li key={username}>
              <div className={styles.who} data-sentry-block>
                <span>{isMe ? t.you({ name: full_name, bdi }) : bdi(full_name)}</span>
                <span className="small muted">{t.managerFacts({ username, date: formatDate(joined_at) })}</span>
              </div>
              {managers.length > 1 && (
                <ConfirmButton
                  label={isMe ? t.leaveOrganisation({ name: whom, hidden }) : t.removeManager({ name: whom, hidden })}
                  size="small"
                  title={isMe ? t.leaveTitle({ name: whom }) : t.removeTitle({ name: whom })}
                  confirmLabel={isMe ? t.leave : t.remove}
                  cancelLabel={t.cancel}
                  isPending={isPending}
                  onConfirm={() => remove(username)}
                >
                  <p>{isMe ? t.leaveText : t.removeText}</p>
                </ConfirmButton>
              )}
            </li>
          )
        })}
      </ul>
      {managers.length === 1 && <p className="small muted">{t.onlyManager}</p>}
    </SectionCard>
  )
}

const bdi = (text: ReactNode) => <bdi>{text}</bdi>

function Invitations({ organisation: { id, invitations } }: { organisation: Organisation }) {
  const { run, pendingName } = useAction({ onError: showError })
  const resend = ({ id: invitation_id, email }: OrganisationInvitation) =>
    run(async () => {
      showOrganisation(await api.inviteManager({ id, managerInvitation: { email } }))
      showSuccess(t.invitationResent({ email }))
    }, `resend ${invitation_id}`)
  const revoke = ({ id: invitation_id, email }: OrganisationInvitation) =>
    run(async () => {
      showOrganisation(await api.revokeInvitation({ id, invitation_id }))
      showSuccess(t.invitationRevoked({ email }))
    }, `revoke ${invitation_id}`)
  return (
    <SectionCard title={t.invitations}>
      <ul className={styles.rows}>
        {invitations.map((invitation) => (
          <li key={invitation.id}>
            <div className={styles.who} data-sentry-block>
              <span>{invitation.email}</span>
              <span className="small muted">{stateOf(invitation)}</span>
            </div>
            <div className="row">
              <Button
                size="small"
                busy={pendingName === `resend ${invitation.id}`}
                onClick={() => void resend(invitation)}
              >
                {t.resend({ email: invitation.email, hidden })}
              </Button>
              <Button
                size="small"
                busy={pendingName === `revoke ${invitation.id}`}
                onClick={() => void revoke(invitation)}
              >
                {t.revoke({ email: invitation.email, hidden })}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </SectionCard>
  )
}

function stateOf({ invited_by, expired, sent_at, expires_at }: OrganisationInvitation): string {
  const inviter = { invited: invited_by ? 'by' : 'unknown', inviter: invited_by ? isolate(invited_by) : '' }
  return expired
    ? t.invitationExpired({ ...inviter, date: formatDate(expires_at) })
    : t.invitationOpen({ ...inviter, sent: formatDate(sent_at), until: formatDate(expires_at) })
}

function InviteForm({ organisation: { id } }: { organisation: Organisation }) {
  const [round, setRound] = useState(0)
  const submission = useSubmit(async (values) => {
    const email = String(values.get('email')).trim()
    showOrganisation(await api.inviteManager({ id, managerInvitation: { email } }))
    showSuccess(t.invitationSent({ email }))
    setRound((before) => before + 1)
  })
  return (
    <SectionCard title={t.inviteManager}>
      <p className="small muted">{t.inviteIntro}</p>
      <Form key={round} name="invite-manager" submission={submission} className="stack">
        <FormProblem>{submission.error}</FormProblem>
        <div data-sentry-block>
          <TextField label={t.emailAddress} name="email" type="email" required autoComplete="off" />
        </div>
        <SubmitButton>{t.sendInvitation}</SubmitButton>
      </Form>
    </SectionCard>
  )
}
