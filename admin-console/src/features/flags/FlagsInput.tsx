import type { FlagRecord, LabRecord } from '@flagyard/api-types'
import { useState } from 'react'
import {
  BooleanInput,
  FormDataConsumer,
  PasswordInput,
  SelectInput,
  useEditContext,
  useRecordContext,
} from 'react-admin'
import { OperationButton } from '../../crud/actions/action-table.tsx'
import { useCallMutation } from '../../crud/calls.tsx'
import { Columns, Group, Text, Whole } from '../../crud/inputs.tsx'
import { CopyButton } from '../../crud/links.tsx'
import { countOf } from '../../lib/format.ts'
import styles from '../content/content.module.css'
import { ItemsInput } from '../content/ItemsInput.tsx'
import { ItemsOrder } from '../content/OrderList.tsx'

const types = [
  { id: 'STATIC', name: 'Static: one secret for all learners' },
  { id: 'DYNAMIC', name: 'Dynamic: one value per learner' },
  { id: 'NOFLAG', name: 'No flag: a step to confirm' },
]

const newFlag = {
  title: '',
  question: '',
  type: 'STATIC',
  points: 10,
  required: true,
  hint: null,
  hint_cost: null,
  walkthrough: null,
  variable: null,
  secret: null,
}

/** The ordered flags, moved by dragging or with the arrow buttons. */
export const FlagsInput = ({ withRequired = false }: { withRequired?: boolean }) => (
  <Group title="Flags">
    <ItemsInput source="flags" itemLabel="Flag" addLabel="Add flag" newItem={newFlag} before={<FlagOrder />}>
      <Text source="title" label="Title" maxLength={200} isRequired />
      <Text source="question" label="Question" maxLength={2000} multiline />
      <Columns>
        <SelectInput source="type" label="Type" choices={types} helperText={false} />
        <Whole source="points" label="Points" />
      </Columns>
      <FormDataConsumer>
        {({ scopedFormData }) =>
          scopedFormData?.type === 'DYNAMIC' ? (
            <Text
              source="variable"
              orNull
              label="Variable"
              maxLength={64}
              helperText="Module variable that receives the value"
            />
          ) : scopedFormData?.type === 'NOFLAG' ? null : (
            <SecretInput id={scopedFormData?.id} />
          )
        }
      </FormDataConsumer>
      <Columns>
        <Text source="hint" orNull label="Hint" maxLength={4000} multiline />
        <Whole source="hint_cost" label="Hint cost in points" isOptional />
      </Columns>
      <Text
        source="walkthrough"
        orNull
        label="Walkthrough"
        maxLength={20_000}
        multiline
        helperText="Markdown or a link, shown after the flag is solved"
      />
      {withRequired && (
        <BooleanInput source="required" label="Required to complete the lab" helperText={false} defaultValue />
      )}
    </ItemsInput>
    <ArchivedFlags />
  </Group>
)

/** Flags removed from the content that learners have solved. */
function ArchivedFlags() {
  const archived = useRecordContext<Pick<LabRecord, 'id' | 'archived_flags'>>()?.archived_flags ?? []
  if (archived.length === 0) return null
  return (
    <p className={styles.quiet}>
      Archived flags, shown only to learners who solved them:{' '}
      {archived.map(({ title, solved_by }) => `${title} (${countOf(solved_by, 'learner')})`).join(', ')}.
    </p>
  )
}

const FlagOrder = () => (
  <ItemsOrder<FlagRecord>
    source="flags"
    itemLabel="flag"
    firstField="title"
    nameOf={({ title }, at) => title || `Flag ${at + 1}`}
    noteOf={({ points }) => countOf(points ?? 0, 'point')}
  />
)

/** Secret of a static flag. The stored secret is revealed on demand, which is recorded in the audit log. */
function SecretInput({ id }: { id: string | undefined }) {
  const facts = useEditContext<LabRecord>().record?.flag_facts?.find((flag) => flag.id === id)
  const [secret, setSecret] = useState<string | null>(null)
  const { send, isPending } = useCallMutation((provider) => provider.call('revealFlagSecret', { id: id ?? '' }), {
    onSuccess: (answer) => setSecret(answer.secret),
    // Nothing changed, so the page need not refresh.
    isGone: true,
  })
  const isStored = facts?.has_secret === true
  return (
    <div className={styles.secret}>
      <PasswordInput
        source="secret"
        label={isStored ? 'New secret' : 'Secret'}
        helperText={isStored ? 'Leave empty to keep the current secret' : 'Answer that solves the flag'}
        slotProps={{ htmlInput: { maxLength: 500, autoComplete: 'new-password' } }}
      />
      {isStored &&
        (secret === null ? (
          <div>
            <OperationButton operation="revealFlagSecret" size="small" loading={isPending} onClick={() => void send()}>
              Reveal secret
            </OperationButton>
          </div>
        ) : (
          <p role="status" data-sentry-block>
            <span className="mono">{secret}</span> <CopyButton text={secret} label="Copy secret" />
          </p>
        ))}
    </div>
  )
}
