import { BooleanInput, CheckboxGroupInput, required, TextInput } from 'react-admin'
import { eventChoices } from './webhook-words.ts'

export const webhookLabels = {
  url: 'Address',
  description: 'What for',
  events: 'Hears of',
  is_on: 'Switched on',
} as const

export const WebhookInputs = () => (
  <>
    <TextInput
      source="url"
      label={webhookLabels.url}
      helperText="Begins with https://, on the public internet"
      validate={required('Enter an address')}
      slotProps={{ htmlInput: { maxLength: 500 } }}
      fullWidth
    />
    <TextInput
      source="description"
      label={webhookLabels.description}
      helperText="For whoever looks here next, such as “Bookkeeping”"
      parse={(typed: string) => typed}
      slotProps={{ htmlInput: { maxLength: 200 } }}
      fullWidth
    />
    <CheckboxGroupInput
      source="events"
      label={webhookLabels.events}
      choices={eventChoices}
      row={false}
      helperText={false}
      validate={required('Choose at least one')}
    />
    <BooleanInput source="is_on" label={webhookLabels.is_on} helperText={false} />
  </>
)
