import { BooleanInput, FormDataConsumer, SelectInput } from 'react-admin'
import { Columns, Group, Text, Whole } from '../../crud/inputs.tsx'
import { ItemsInput } from '../content/ItemsInput.tsx'
import { ArchivedFlags } from './ArchivedFlags.tsx'
import { FlagOrder } from './FlagOrder.tsx'
import { SecretInput } from './SecretInput.tsx'

const types = [
  { id: 'STATIC', name: 'Static: one secret for everybody' },
  { id: 'DYNAMIC', name: 'Dynamic: a value of each learner’s own' },
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
    <ItemsInput source="flags" itemLabel="Flag" addLabel="Add a flag" newItem={newFlag} before={<FlagOrder />}>
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
              helperText="The module receives the value under this name"
            />
          ) : scopedFormData?.type === 'NOFLAG' ? null : (
            <SecretInput id={scopedFormData?.id} />
          )
        }
      </FormDataConsumer>
      <Columns>
        <Text source="hint" orNull label="Hint" maxLength={4000} multiline />
        <Whole source="hint_cost" label="Points that the hint costs" isOptional />
      </Columns>
      <Text
        source="walkthrough"
        orNull
        label="Walkthrough"
        maxLength={20_000}
        multiline
        helperText="Markdown or a link, shown once the flag is solved"
      />
      {withRequired && (
        <BooleanInput source="required" label="Needed to complete the lab" helperText={false} defaultValue />
      )}
    </ItemsInput>
    <ArchivedFlags />
  </Group>
)
