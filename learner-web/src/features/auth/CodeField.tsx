import { TextField } from '@flagyard/ui/fields'

interface Props {
  label?: string
  hint?: string
  error: string | undefined
}

/** The field for a code of the authenticator app or a recovery code. Neither recordings nor drafts of the form contain it. */
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
