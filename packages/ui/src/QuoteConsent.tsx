import type { QuoteName } from '@flagyard/api-types'
import { Checkbox, SelectField } from './fields.tsx'

/** Names under which a learner can be quoted. */
export const quoteNames: Record<QuoteName, string> = {
  full_name: 'my full name',
  initials: 'my initials',
  learner: '“A learner”, without a name',
}

interface Props {
  value: QuoteName | null
  onChange: (value: QuoteName | null) => void
}

/** Asks whether the text may be quoted in public, and under which name. Not ticked by default. */
export function QuoteConsent({ value, onChange }: Props) {
  return (
    <>
      <Checkbox
        label="You may quote me on the page of the course"
        hint="Everybody can read there what you wrote, word for word. We choose what we quote, your ratings are never shown beside it, and you can withdraw this at any time on this page."
        checked={value !== null}
        onChange={({ target }) => onChange(target.checked ? 'learner' : null)}
      />
      {value !== null && (
        <SelectField
          label="Show it with"
          required
          hint="What you wrote is then not anonymous any more: people may recognise you by it, and from your name our team can tell which answers are yours."
          value={value}
          onChange={({ target }) => onChange(target.value as QuoteName)}
          options={Object.entries(quoteNames).map(([name, label]) => ({
            value: name,
            label: label.charAt(0).toUpperCase() + label.slice(1),
          }))}
        />
      )}
    </>
  )
}
