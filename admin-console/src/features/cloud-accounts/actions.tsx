import type { CloudAccount, CloudAccountRow, CloudResource } from '@flagyard/api-types'
import { BooleanInput, CheckboxGroupInput, required } from 'react-admin'
import { actionsOn, hasReason } from '../../crud/actions/action-table.tsx'
import { cloudProviders } from '../../crud/cloudProviders.ts'
import { DayInput, TypedConfirmation } from '../../crud/inputs.tsx'
import { CloudGuide, CredentialInputs } from './CloudGuide.tsx'

/** Deletes everything in an account. Requires typing its ID, and a checkbox to end the lab if a learner is using it. */
export const nukeAction = actionsOn<CloudAccountRow>()({
  name: ['nuke', 'end_and_nuke'],
  verb: 'nuke',
  label: 'Nuke…',
  ariaLabel: ({ id }) => `Nuke ${id}`,
  title: ({ id }) => `Nuke ${id}`,
  body: ({ allowed, holder, id }) => (
    <>
      <p>
        Deletes everything in this account, except the default resources of the cloud. You cannot undo this. The account
        becomes available again when two passes in a row have found it empty.
      </p>
      {allowed.includes('end_and_nuke') && (
        <BooleanInput
          source="end_deployment"
          label={`End the running lab of ${holder ?? 'its learner'}`}
          helperText={false}
        />
      )}
      <TypedConfirmation word={id} />
    </>
  ),
  defaults: { confirm: '', end_deployment: false },
  input: (_, { confirm, end_deployment }) => ({ confirm: confirm.trim(), ...(end_deployment && { end_deployment }) }),
  isReady: ({ confirm, end_deployment }, { id, allowed }) =>
    confirm?.trim() === id && (!allowed.includes('end_and_nuke') || end_deployment === true),
  submit: 'Nuke account',
  waiting: 'Starting the nuke…',
  color: 'error',
  success: ({ id }) => `Nuke of ${id} started`,
  link: ({ cloud, id }) => ({ to: cloudProviders[cloud].page(id), text: 'View account' }),
})

const action = actionsOn<CloudAccount>()

/** Actions on an account, in the header of its page. */
export const cloudAccountActions = [
  action({
    name: 'retire',
    verb: 'delete',
    label: 'Retire…',
    title: ({ id }) => `Retire ${id}`,
    body: ({ id }) => (
      <>
        <p>
          Removes the account from the pool and deletes its credentials. The cloud account itself is not changed, and
          its resources keep incurring costs. Its history is preserved. To use it again, add it with its credentials.
        </p>
        <TypedConfirmation word={id} />
      </>
    ),
    defaults: { confirm: '' },
    isReady: ({ confirm }, { id }) => confirm?.trim() === id,
    submit: 'Retire account',
    color: 'error',
    success: ({ id }) => `${id} retired`,
    isGone: true,
  }),
  action({
    name: 'release',
    verb: 'update',
    label: 'Release…',
    title: ({ id }) => `Release ${id}`,
    body: 'An empty account becomes available immediately. Otherwise, everything in it is deleted first, so save the evidence that you need.',
    input: (_, { reason }) => ({ hold: false, reason }),
    reason: true,
    submit: 'Release account',
    success: 'Account released',
  }),
  // Takes the account out of the pool without changing it.
  action({
    name: 'hold',
    verb: 'update',
    label: 'Hold…',
    title: ({ id }) => `Hold ${id}`,
    body: ({ lab, holder }) => (
      <>
        {lab && (
          <p>
            The lab of {holder ?? 'its learner'} ends now and its credentials stop working. The learner is notified that
            the account was taken out of use, and can deploy the lab again.
          </p>
        )}
        <p>Until you release it, the account is not leased and nothing in it is deleted.</p>
      </>
    ),
    input: (_, { reason }) => ({ hold: true, reason }),
    reason: true,
    submit: 'Hold account',
    success: ({ lab }) => (lab ? 'Ending the lab. The account will then be on hold' : 'Account on hold'),
  }),
  nukeAction,
]

export const credentialActions = [
  action({
    name: 'verify',
    operation: 'verifyCloudAccount',
    label: 'Check now',
    input: ({ uuid }) => ({ id: uuid }),
  }),
  action({
    name: 'update',
    verb: 'update',
    label: 'New credentials…',
    title: ({ id }) => `New credentials for ${id}`,
    body: ({ cloud, id, region }) => (
      <>
        <p>Replaces the current credentials. They are never shown again.</p>
        <CloudGuide cloud={cloud} id={id} region={region} />
        <CredentialInputs cloud={cloud} />
      </>
    ),
    defaults: { credentials: {} },
    input: (_, { credentials }) => ({ credentials }),
    submit: 'Save and check',
    success: 'Saved. Checking the credentials',
  }),
]

export const residueActions = [
  // Accepts resources left by the latest clean-up until a date, such as a key with a 30-day deletion window.
  action({
    name: 'accept_residue',
    operation: 'acceptCloudResidue',
    label: 'Accept remaining resources…',
    title: ({ id }) => `Accept remaining resources in ${id}`,
    body: ({ receipts }) => (
      <>
        <p>
          The clean-up could not delete these resources. Accept only those that cannot affect the next learner, such as
          a key that is scheduled for deletion. The account is cleaned again after the last day.
        </p>
        <CheckboxGroupInput
          source="resources"
          label="Accepted resources"
          choices={(receipts[0]?.left.first ?? []).map((resource) => ({
            id: JSON.stringify(resource),
            name: `${resource.type} ${resource.name}`,
          }))}
          row={false}
          helperText={false}
          options={{ size: 'small' }}
        />
        <DayInput
          source="until"
          label="Until"
          helperText="Last day, at most 90 days from now"
          validate={required('Enter a date')}
        />
      </>
    ),
    defaults: { resources: [] as string[], until: '' },
    input: ({ uuid, version }, { resources, until, reason }) => ({
      id: uuid,
      residueAcceptance: {
        version,
        resources: resources.map((one) => JSON.parse(one) as CloudResource),
        until,
        reason,
      },
    }),
    reason: true,
    isReady: ({ resources, until, reason }) => (resources?.length ?? 0) > 0 && !!until && hasReason({ reason }),
    submit: 'Accept',
    success: 'Accepted. The next clean-up ignores these resources',
  }),
  action({
    name: 'withdraw_residue',
    operation: 'withdrawCloudResidue',
    label: 'Withdraw acceptance…',
    title: ({ id }) => `Withdraw accepted resources of ${id}`,
    body: 'A free account is cleaned immediately, one in use after its lab.',
    input: ({ uuid, version }, { reason }) => ({ id: uuid, residueWithdrawal: { version, reason } }),
    reason: true,
    isReady: hasReason,
    submit: 'Withdraw acceptance',
    success: 'Acceptance withdrawn',
  }),
]
