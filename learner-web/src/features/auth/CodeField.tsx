import { TextField } from '@flagyard/ui/fields'

interface Props {
  label?: string
  hint?: string
  error: string | undefined
}

/** Field for an authenticator or recovery code. Excluded from session recordings and form drafts. */
export function CodeField({ label = 'Code', hint, error }: Props) {
  return (
    <div data-sentry-block>
      <TextField
        label={label}
        hint={hint}
        name="code"
        mono
        autoComplete="one-time-code"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        required
        error={error}
      />
    </div>
  )
}
