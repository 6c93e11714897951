import type { Organisation, OrganisationInvitation } from '@flagyard/api-types'
import { isolate } from '@flagyard/api-types/contract/isolate'
import { paths } from '@flagyard/api-types/links'
import { Button } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { Form, FormProblem } from '@flagyard/ui/Form'
import { TextField } from '@flagyard/ui/fields'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { api } from '../../lib/api.ts'
import { formatDate } from '../../lib/format.ts'
import { queryClient } from '../../lib/query.ts'
import { useSession } from '../../lib/session.ts'
import { useAction } from '../../lib/useAction.ts'
import { useSubmit } from '../../lib/useSubmit.ts'
import { ConfirmDialog } from '../../shell/ConfirmDialog.tsx'
import { showError, toasts } from '../../shell/toasts.ts'
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
  const [leaving, setLeaving] = useState<Organisation['managers'][number] | null>(null)
  const { refetch } = useOrganisation(id)
  const navigate = useNavigate()
  const { run, isPending } = useAction({ onError: showError })
  const remove = (username: string) =>
    run(async () => {
      await api.removeManager({ id, username })
      setLeaving(null)
      if (username !== mine) return refetch()
      await queryClient.invalidateQueries({ queryKey: ['listMyOrganisations'] })
      void navigate(paths.organisations)
      queryClient.removeQueries({ queryKey: ['getOrganisation', { id }] })
      toasts.show({ type: 'success', content: `You no longer manage ${isolate(name)}.` })
    })
  const isMe = leaving?.username === mine
  return (
    <Card as="section" className={styles.card}>
      <h2 className={styles.title}>Managers</h2>
      <ul className={styles.rows}>
        {managers.map((manager) => (
          <li key={manager.username}>
            <div className={styles.who} data-sentry-block>
              <span>
                <bdi>{manager.full_name}</bdi>
                {manager.username === mine && ' (you)'}
              </span>
              <span className="small muted">
                {manager.username} · since {formatDate(manager.joined_at)}
              </span>
            </div>
            {managers.length > 1 && (
              <Button size="small" onClick={() => setLeaving(manager)}>
                {manager.username === mine ? 'Leave' : 'Remove'}
                <span className="visually-hidden">
                  {manager.username === mine ? ` ${isolate(name)}` : ` ${isolate(manager.full_name)}`}
                </span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {managers.length === 1 && (
        <p className="small muted">You manage it alone. Invite somebody else before you leave.</p>
      )}
      <ConfirmDialog
        open={leaving !== null}
        title={isMe ? `Leave ${isolate(name)}?` : `Remove ${isolate(leaving?.full_name ?? '')}?`}
        confirmLabel={isMe ? 'Leave' : 'Remove'}
        cancelLabel="Cancel"
        isPending={isPending}
        onConfirm={() => leaving && void remove(leaving.username)}
        onClose={() => setLeaving(null)}
      >
        <p>
          {isMe
            ? 'You will see none of its orders and seats any more, also of what you ordered yourself.'
            : 'They see none of its orders and seats any more, and invitations of theirs no longer work. We tell them by e-mail.'}
        </p>
      </ConfirmDialog>
    </Card>
  )
}

function Invitations({ organisation: { id, invitations } }: { organisation: Organisation }) {
  const { run, pendingName } = useAction({ onError: showError })
  const resend = ({ id: invitation_id, email }: OrganisationInvitation) =>
    run(async () => {
      showOrganisation(await api.inviteManager({ id, managerInvitation: { email } }))
      toasts.show({ type: 'success', content: `The invitation is on its way to ${email}. The link before it is void.` })
    }, `resend ${invitation_id}`)
  const revoke = ({ id: invitation_id, email }: OrganisationInvitation) =>
    run(async () => {
      showOrganisation(await api.revokeInvitation({ id, invitation_id }))
      toasts.show({ type: 'success', content: `The invitation to ${email} no longer works.` })
    }, `revoke ${invitation_id}`)
  return (
    <Card as="section" className={styles.card}>
      <h2 className={styles.title}>Invited</h2>
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
                Take back<span className="visually-hidden"> the invitation to {invitation.email}</span>
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function InviteForm({ organisation: { id } }: { organisation: Organisation }) {
  const [round, setRound] = useState(0)
  const { submit, isPending, formError, fieldError } = useSubmit(async (values) => {
    const email = String(values.get('email')).trim()
    showOrganisation(await api.inviteManager({ id, managerInvitation: { email } }))
    toasts.show({ type: 'success', content: `The invitation is on its way to ${email}.` })
    setRound((before) => before + 1)
  })
  return (
    <Card as="section" className={styles.card}>
      <h2 className={styles.title}>Invite a manager</h2>
      <p className="small muted">
        They will see and do what you can: orders, invoices, seats, and how far your people are, as far as those were
        told.
      </p>
      <Form key={round} name="invite-manager" onSubmit={submit} className={styles.form}>
        <FormProblem>{formError}</FormProblem>
        <div data-sentry-block>
          <TextField
            label="E-mail address"
            name="email"
            type="email"
            required
            autoComplete="off"
            error={fieldError('email')}
          />
        </div>
        <div>
          <Button type="submit" variant="primary" busy={isPending}>
            Send an invitation
          </Button>
        </div>
      </Form>
    </Card>
  )
}
