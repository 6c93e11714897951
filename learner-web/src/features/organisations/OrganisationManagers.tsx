import type { Organisation, OrganisationInvitation } from '@flagyard/api-types'
import { isolate } from '@flagyard/api-types/contract/isolate'
import { paths } from '@flagyard/api-types/links'
import { Button } from '@flagyard/ui/Button'
import { Form, FormProblem, SubmitButton, TextField } from '@flagyard/ui/Form'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { api } from '../../lib/api.ts'
import { formatDate } from '../../lib/format.ts'
import { queryClient } from '../../lib/query.ts'
import { useSession } from '../../lib/session.ts'
import { useAction } from '../../lib/useAction.ts'
import { useSubmit } from '../../lib/useSubmit.ts'
import { ConfirmButton } from '../../shell/ConfirmDialog.tsx'
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
      showSuccess(`You no longer manage ${isolate(name)}.`)
    })
  return (
    <SectionCard title="Managers">
      <ul className={styles.rows}>
        {managers.map(({ username, full_name, joined_at }) => {
          const isMe = username === mine
          const action = isMe ? 'Leave' : 'Remove'
          const whom = isolate(isMe ? name : full_name)
          return (
            <li key={username}>
              <div className={styles.who} data-sentry-block>
                <span>
                  <bdi>{full_name}</bdi>
                  {isMe && ' (you)'}
                </span>
                <span className="small muted">
                  {username} · since {formatDate(joined_at)}
                </span>
              </div>
              {managers.length > 1 && (
                <ConfirmButton
                  label={[action, <span key="whom" className="visually-hidden">{` ${whom}`}</span>]}
                  size="small"
                  title={`${action} ${whom}?`}
                  confirmLabel={action}
                  cancelLabel="Cancel"
                  isPending={isPending}
                  onConfirm={() => remove(username)}
                >
                  <p>{isMe ? LEAVE_TEXT : REMOVE_TEXT}</p>
                </ConfirmButton>
              )}
            </li>
          )
        })}
      </ul>
      {managers.length === 1 && (
        <p className="small muted">You are the only manager. Invite another manager before you leave.</p>
      )}
    </SectionCard>
  )
}

const LEAVE_TEXT = 'You will no longer see its orders and seats, including those you ordered yourself.'
const REMOVE_TEXT =
  'They will no longer see its orders and seats, and invitations they sent will stop working. We will notify them by e-mail.'

function Invitations({ organisation: { id, invitations } }: { organisation: Organisation }) {
  const { run, pendingName } = useAction({ onError: showError })
  const resend = ({ id: invitation_id, email }: OrganisationInvitation) =>
    run(async () => {
      showOrganisation(await api.inviteManager({ id, managerInvitation: { email } }))
      showSuccess(`We sent the invitation to ${email}. The earlier link no longer works.`)
    }, `resend ${invitation_id}`)
  const revoke = ({ id: invitation_id, email }: OrganisationInvitation) =>
    run(async () => {
      showOrganisation(await api.revokeInvitation({ id, invitation_id }))
      showSuccess(`The invitation to ${email} no longer works.`)
    }, `revoke ${invitation_id}`)
  return (
    <SectionCard title="Invitations">
      <ul className={styles.rows}>
        {invitations.map((invitation) => (
          <li key={invitation.id}>
            <div className={styles.who} data-sentry-block>
              <span>{invitation.email}</span>
              <span className="small muted">
                {invitation.invited_by ? `By ${isolate(invitation.invited_by)}, ` : ''}
                {invitation.expired
                  ? `expired on ${formatDate(invitation.expires_at)}`
                  : `sent on ${formatDate(invitation.sent_at)}, until ${formatDate(invitation.expires_at)}`}
              </span>
            </div>
            <div className="row">
              <Button
                size="small"
                busy={pendingName === `resend ${invitation.id}`}
                onClick={() => void resend(invitation)}
              >
                Send again<span className="visually-hidden"> to {invitation.email}</span>
              </Button>
              <Button
                size="small"
                busy={pendingName === `revoke ${invitation.id}`}
                onClick={() => void revoke(invitation)}
              >
                Revoke<span className="visually-hidden"> the invitation to {invitation.email}</span>
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </SectionCard>
  )
}

function InviteForm({ organisation: { id } }: { organisation: Organisation }) {
  const [round, setRound] = useState(0)
  const submission = useSubmit(async (values) => {
    const email = String(values.get('email')).trim()
    showOrganisation(await api.inviteManager({ id, managerInvitation: { email } }))
    showSuccess(`We sent the invitation to ${email}.`)
    setRound((before) => before + 1)
  })
  return (
    <SectionCard title="Invite a manager">
      <p className="small muted">
        Managers can see and do everything you can: orders, invoices, seats, and the learning progress that your orders
        share.
      </p>
      <Form key={round} name="invite-manager" submission={submission} className="stack">
        <FormProblem>{submission.error}</FormProblem>
        <div data-sentry-block>
          <TextField label="E-mail address" name="email" type="email" required autoComplete="off" />
        </div>
        <SubmitButton>Send an invitation</SubmitButton>
      </Form>
    </SectionCard>
  )
}
