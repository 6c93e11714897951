import { TextField } from '@flagyard/ui/fields'

interface Props {
  label?: string
  hint?: string
  error: string | undefined
}

/** Where a code of the authenticator app goes, or one of the recovery codes: kept out of recordings and of what a reload keeps. */
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
