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
          empty="Nobody manages it. Invite somebody, so that its orders and seats are looked after."
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
        <RecordCard title="Invited">
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
                        successMessage="The invitation is on its way again"
                      >
                        Send again
                      </CallButton>{' '}
                      <CallButton
                        operation="revokeInvitationForAdmin"
                        size="small"
                        aria-label={`Take back the invitation to ${email}`}
                        call={(provider) => provider.call('revokeInvitationForAdmin', { id, invitation_id })}
                        successMessage="The invitation no longer works"
                      >
                        Take back
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
        They see none of its orders and seats any more, also of what they ordered themselves. Invitations of theirs no
        longer work. We tell them by e-mail.
      </p>
    ),
    input: ({ id, username }, { reason }) => ({ id, username, managerRemoval: { reason } }),
    reason: true,
    isReady: hasReason,
    submit: 'Remove them',
    color: 'error',
    success: ({ full_name, name }) => `${isolate(full_name)} no longer manages ${isolate(name)}`,
  }),
]

const inviteActions = [
  actionsOn<OrganisationPage>()({
    name: 'invite',
    operation: 'inviteManagerForAdmin',
    label: 'Invite a manager…',
    title: ({ name }) => `Invite a manager of ${isolate(name)}`,
    body: (
      <>
        <p className="muted">
          Whoever opens its link sees and does what managers can. Be sure that the address is of this organisation.
        </p>
        <TextInput source="email" label="E-mail address" type="email" helperText={false} fullWidth />
      </>
    ),
    defaults: { email: '' },
    input: ({ id }, { email }) => ({ id, managerInvitation: { email: email.trim() } }),
    isReady: ({ email }) => !!email?.trim(),
    submit: 'Send the invitation',
    success: 'The invitation is on its way',
  }),
]
