import type { OrganisationPage } from '@flagyard/api-types'
import { isolate } from '@flagyard/api-types/contract/isolate'
import { TextInput } from 'react-admin'
import { actionsOn, CallButton, hasReason, RecordButtons } from '../../crud/actions/action-table.tsx'
import { PersonLink } from '../../crud/links.tsx'
import { Lines, RecordCard } from '../../crud/record/RecordCards.tsx'
import { formatDay } from '../../lib/format.ts'

export function ManagersCard({ organisation }: { organisation: OrganisationPage }) {
  const { id, name, managers, invitations, allowed } = organisation
  return (
    <>
      <RecordCard title="Managers">
        <Lines
          empty="No managers yet. Invite one to manage its orders and seats."
          lines={managers.map(({ username, full_name, joined_at }) => ({
            key: username,
            text: (
              <>
                <bdi>{full_name}</bdi> (<PersonLink username={username} />){' '}
                <RecordButtons
                  record={{ id, name, username, full_name, allowed }}
                  actions={managerActions}
                  size="small"
                />
              </>
            ),
            when: `since ${formatDay(joined_at)}`,
          }))}
        />
        <RecordButtons record={organisation} actions={inviteActions} />
      </RecordCard>
      {invitations.length > 0 && (
        <RecordCard title="Invitations">
          <Lines
            empty=""
            lines={invitations.map(({ id: invitation_id, email, invited_by, expired, expires_at }) => ({
              key: invitation_id,
              text: (
                <>
                  {email}
                  {invited_by && ` · by ${invited_by}`}{' '}
                  {allowed.includes('revoke_invitation') && (
                    <>
                      <CallButton
                        operation="inviteManagerForAdmin"
                        size="small"
                        aria-label={`Send again to ${email}`}
                        call={(provider) =>
                          provider.call('inviteManagerForAdmin', { id, managerInvitation: { email } })
                        }
                        successMessage="Invitation sent again"
                      >
                        Send again
                      </CallButton>{' '}
                      <CallButton
                        operation="revokeInvitationForAdmin"
                        size="small"
                        aria-label={`Revoke the invitation to ${email}`}
                        call={(provider) => provider.call('revokeInvitationForAdmin', { id, invitation_id })}
                        successMessage="Invitation revoked"
                      >
                        Revoke
                      </CallButton>
                    </>
                  )}
                </>
              ),
              when: expired ? `expired on ${formatDay(expires_at)}` : `until ${formatDay(expires_at)}`,
            }))}
          />
        </RecordCard>
      )}
    </>
  )
}

const managerActions = [
  actionsOn<Pick<OrganisationPage, 'id' | 'name' | 'allowed'> & { username: string; full_name: string }>()({
    name: 'remove_manager',
    operation: 'removeManagerForAdmin',
    label: 'Remove…',
    title: ({ full_name }) => `Remove ${isolate(full_name)}`,
    body: (
      <p className="muted">
        They lose access to the organisation’s orders and seats, including their own orders. Their invitations are
        revoked. They are notified by e-mail.
      </p>
    ),
    input: ({ id, username }, { reason }) => ({ id, username, managerRemoval: { reason } }),
    reason: true,
    isReady: hasReason,
    submit: 'Remove manager',
    color: 'error',
    success: ({ full_name, name }) => `${isolate(full_name)} no longer manages ${isolate(name)}`,
  }),
]

const inviteActions = [
  actionsOn<OrganisationPage>()({
    name: 'invite',
    operation: 'inviteManagerForAdmin',
    label: 'Invite manager…',
    title: ({ name }) => `Invite a manager of ${isolate(name)}`,
    body: (
      <>
        <p className="muted">
          Anyone with the link gets a manager’s access. Make sure that the address belongs to this organisation.
        </p>
        <TextInput source="email" label="E-mail address" type="email" helperText={false} fullWidth />
      </>
    ),
    defaults: { email: '' },
    input: ({ id }, { email }) => ({ id, managerInvitation: { email: email.trim() } }),
    isReady: ({ email }) => !!email?.trim(),
    submit: 'Send invitation',
    success: 'Invitation sent',
  }),
]
