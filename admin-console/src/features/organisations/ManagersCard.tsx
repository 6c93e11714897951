import type { OrganisationPage } from '@flagyard/api-types'
import { isolate } from '@flagyard/api-types/contract/isolate'
import { TextInput } from 'react-admin'
import { ActionButton, CallButton } from '../../crud/actions.tsx'
import { ReasonInput } from '../../crud/inputs.tsx'
import { PersonLink } from '../../crud/links.tsx'
import { Lines, RecordCard } from '../../crud/RecordCards.tsx'
import { formatDay } from '../../lib/format.ts'
import styles from './organisations.module.css'

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
                {allowed.includes('remove_manager') && (
                  <ActionButton
                    operation="removeManagerForAdmin"
                    label="Remove…"
                    size="small"
                    title={`Remove ${isolate(full_name)}`}
                    call={(provider, { reason }: { reason: string }) =>
                      provider.call('removeManagerForAdmin', { id, username, managerRemoval: { reason } })
                    }
                    successMessage={`${isolate(full_name)} no longer manages ${isolate(name)}`}
                    defaultValues={{ reason: '' }}
                    isReady={({ reason }) => !!reason?.trim()}
                    submitLabel="Remove them"
                    color="error"
                  >
                    <p className={styles.calm}>
                      They see none of its orders and seats any more, also of what they ordered themselves. Invitations
                      of theirs no longer work. We tell them by e-mail.
                    </p>
                    <ReasonInput />
                  </ActionButton>
                )}
              </>
            ),
            when: `since ${formatDay(joined_at)}`,
          }))}
        />
        {allowed.includes('invite') && (
          <ActionButton
            operation="inviteManagerForAdmin"
            label="Invite a manager…"
            title={`Invite a manager of ${isolate(name)}`}
            call={(provider, { email }: { email: string }) =>
              provider.call('inviteManagerForAdmin', { id, managerInvitation: { email: email.trim() } })
            }
            successMessage="The invitation is on its way"
            defaultValues={{ email: '' }}
            isReady={({ email }) => !!email?.trim()}
            submitLabel="Send the invitation"
          >
            <p className={styles.calm}>
              Whoever opens its link sees and does what managers can. Be sure that the address is of this organisation.
            </p>
            <TextInput source="email" label="E-mail address" type="email" helperText={false} fullWidth />
          </ActionButton>
        )}
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
