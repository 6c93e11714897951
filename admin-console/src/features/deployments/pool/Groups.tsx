import type { Cloud, GroupReservation } from '@flagyard/api-types'
import { Failed } from '@flagyard/ui/Feedback'
import { SelectInput } from 'react-admin'
import { actionsOn, hasReason, RecordButtons } from '../../../crud/actions/action-table.tsx'
import { useCall, useCan } from '../../../crud/calls.tsx'
import { filled, LinesInput, MomentInput, Text, Whole } from '../../../crud/inputs.tsx'
import { choicesOf, cloudNames, countOf, formatMoment } from '../../../lib/format.ts'
import { sentenceOf } from '../../../lib/problem.ts'
import styles from './Pool.module.css'

interface Input {
  name: string
  cloud: Cloud
  accounts: number
  from_at: string
  until_at: string
  members: string[]
}

/** Group reservations, shown only to administrators who can see their members. */
export function Groups({ mayReserve }: { mayReserve: boolean }) {
  const maySee = useCan()({ operation: 'listGroupReservations' })
  return maySee ? <GroupsCard mayReserve={mayReserve} /> : null
}

function GroupsCard({ mayReserve }: { mayReserve: boolean }) {
  const { data, error, refetch } = useCall('listGroupReservations', {}, { staleTime: 0 })
  return (
    <section className={styles.card} aria-label="Reserved for groups">
      <div className={styles.head}>
        <h2 className={styles.title}>Reserved for groups</h2>
        {mayReserve && <RecordButtons record={{ allowed: [] }} actions={reserveActions} />}
      </div>
      {error && !data ? (
        <Failed what="the reservations" why={sentenceOf(error)} onRetry={() => void refetch()} />
      ) : data?.length === 0 ? (
        <p className={styles.calm}>None. Reserve accounts for a class, so that its learners do not have to wait.</p>
      ) : (
        <ul className={styles.rows}>
          {(data ?? []).map((group) => (
            <Row key={group.id} group={group} />
          ))}
        </ul>
      )}
    </section>
  )
}

const Row = ({ group }: { group: GroupReservation }) => (
  <li>
    <div className={styles.what}>
      <strong>{group.name}</strong>
      <span>
        {countOf(group.accounts, 'account')} on {cloudNames[group.cloud]} for {countOf(group.members.length, 'learner')}{' '}
        · {formatMoment(group.from_at)} to {formatMoment(group.until_at)} · by{' '}
        {group.created_by ?? 'a former administrator'}
      </span>
    </div>
    <div className={styles.links}>
      <RecordButtons record={group} actions={groupActions} size="small" />
    </div>
  </li>
)

const isReady = ({ name, accounts, from_at, until_at }: Partial<Input>) =>
  !!name?.trim() && !!accounts && !!from_at && !!until_at
const cleaned = ({ name, cloud, accounts, from_at, until_at, members }: Input) => ({
  name,
  cloud,
  accounts,
  from_at,
  until_at,
  members: filled(members ?? []),
})

const Inputs = () => (
  <>
    <Text source="name" label="Name" maxLength={120} isRequired fullWidth />
    <SelectInput source="cloud" label="Cloud" choices={choicesOf(cloudNames)} helperText={false} fullWidth />
    <Whole source="accounts" label="Accounts" min={1} />
    <MomentInput source="from_at" label="From" fullWidth />
    <MomentInput source="until_at" label="Until" fullWidth />
    <LinesInput
      source="members"
      label="Learners"
      helperText="Usernames or e-mail addresses, one per line. Only they can use the reserved accounts."
      fullWidth
    />
  </>
)

const reserveActions = [
  actionsOn<{ allowed: string[] }>()({
    operation: 'createGroupReservation',
    label: 'Reserve accounts…',
    title: 'Reserve accounts for a group',
    body: <Inputs />,
    defaults: { name: '', cloud: 'aws', accounts: 1, from_at: '', until_at: '', members: [] } as Input,
    input: (_, input) => ({ groupReservationInput: cleaned(input) }),
    isReady,
    submit: 'Reserve accounts',
    success: 'Accounts reserved',
  }),
]

const action = actionsOn<GroupReservation>()
const groupActions = [
  action({
    name: 'update',
    operation: 'updateGroupReservation',
    label: 'Edit…',
    title: ({ name }) => `Change “${name}”`,
    body: <Inputs />,
    defaults: ({ name, cloud, accounts, from_at, until_at, members }): Input => ({
      name,
      cloud,
      accounts,
      from_at,
      until_at,
      members,
    }),
    input: ({ id, version }, input) => ({ id, groupReservationEdit: { ...cleaned(input), version } }),
    isReady,
    submit: 'Save',
    success: 'Reservation saved',
  }),
  action({
    name: 'cancel',
    operation: 'cancelGroupReservation',
    label: 'Cancel reservation…',
    title: ({ name }) => `Cancel the reservation for “${name}”`,
    body: 'The accounts become available to the queue immediately. Running labs of the group continue.',
    input: ({ id, version }, { reason }) => ({ id, groupReservationCancel: { version, reason } }),
    reason: true,
    isReady: hasReason,
    submit: 'Cancel reservation',
    color: 'error',
    success: 'Reservation cancelled',
  }),
]
