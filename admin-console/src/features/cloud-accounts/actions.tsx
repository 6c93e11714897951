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
  about: ({ id }) => `Nuke ${id}`,
  title: ({ id }) => `Nuke ${id}`,
  body: ({ allowed, holder, id }) => (
    <>
      <p>
        Everything in this account is deleted, except what every account of this cloud starts with. This cannot be
        undone. It is available again once two passes in a row have found it empty.
      </p>
      {allowed.includes('end_and_nuke') && (
        <BooleanInput
          source="end_deployment"
          label={`End the lab of ${holder ?? 'its learner'} that runs in it`}
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
  submit: 'Nuke the account',
  cancel: 'Keep it',
  waiting: 'Starting the nuke…',
  color: 'error',
  success: ({ id }) => `${id} is being emptied`,
  link: ({ cloud, id }) => ({ to: cloudProviders[cloud].page(id), text: 'See the account' }),
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
          It leaves the pool, and its credentials are deleted here. Nothing in the account itself is touched: what
          stands in it goes on to cost. Its history is kept. To use it again, add it with its credentials.
        </p>
        <TypedConfirmation word={id} />
      </>
    ),
    defaults: { confirm: '' },
    isReady: ({ confirm }, { id }) => confirm?.trim() === id,
    submit: 'Retire the account',
    cancel: 'Keep it',
    color: 'error',
    success: ({ id }) => `${id} is no longer in the pool`,
    isGone: true,
  }),
  action({
    name: 'release',
    verb: 'update',
    label: 'Release…',
    title: ({ id }) => `Release ${id}`,
    body: 'If it was held empty, it is free at once. If a lab was in it, everything in it is deleted first: look at what you need before.',
    input: (_, { reason }) => ({ hold: false, reason }),
    reason: true,
    submit: 'Release the account',
    cancel: 'Keep it held',
    success: 'Released',
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
            The lab of {holder ?? 'its learner'} ends now and its credentials stop working. The learner is told that the
            account was taken out of use, and can deploy the lab again in another one.
          </p>
        )}
        <p>The account is kept as it is: no one gets it, and nothing in it is deleted, until you release it.</p>
      </>
    ),
    input: (_, { reason }) => ({ hold: true, reason }),
    reason: true,
    submit: 'Hold the account',
    cancel: 'Leave it',
    success: ({ lab }) => (lab ? 'The lab is ending; then the account is held' : 'Held'),
  }),
  nukeAction,
]

export const credentialActions = [
  action({
    name: 'verify',
    operation: 'verifyCloudAccount',
    label: 'Try them now',
    input: ({ uuid }) => ({ id: uuid }),
  }),
  action({
    name: 'update',
    verb: 'update',
    label: 'New credentials…',
    title: ({ id }) => `New credentials for ${id}`,
    body: ({ cloud, id, region }) => (
      <>
        <p>They take the place of the present ones, which are forgotten. Nobody is shown them again.</p>
        <CloudGuide cloud={cloud} id={id} region={region} />
        <CredentialInputs cloud={cloud} />
      </>
    ),
    defaults: { credentials: {} },
    input: (_, { credentials }) => ({ credentials }),
    submit: 'Save and try them',
    success: 'Saved. They are being tried.',
  }),
]

export const residueActions = [
  // Accepts resources left by the latest clean-up until a date, such as a key with a 30-day deletion window.
  action({
    name: 'accept_residue',
    operation: 'acceptCloudResidue',
    label: 'Accept what is left…',
    title: ({ id }) => `What may stay in ${id}`,
    body: ({ receipts }) => (
      <>
        <p>
          The clean-up could not delete this. Choose what cannot reach the next learner, such as a key that waits to be
          deleted. After the day the account is cleaned again.
        </p>
        <CheckboxGroupInput
          source="resources"
          label="May stay"
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
          helperText="The last day, at most 90 days from now"
          validate={required('Choose a day')}
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
    submit: 'Let it stay',
    success: 'Accepted. The next clean-up counts the account as empty with it.',
  }),
  action({
    name: 'withdraw_residue',
    operation: 'withdrawCloudResidue',
    label: 'No longer accept it…',
    title: ({ id }) => `Nothing more may stay in ${id}`,
    body: 'A free account is cleaned at once. One that a learner has is cleaned after the lab.',
    input: ({ uuid, version }, { reason }) => ({ id: uuid, residueWithdrawal: { version, reason } }),
    reason: true,
    isReady: hasReason,
    submit: 'Withdraw it',
    success: 'Withdrawn',
  }),
]
