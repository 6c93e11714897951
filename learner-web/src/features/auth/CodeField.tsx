import { TextField } from '@flagyard/ui/fields'

/** Where a code of the authenticator app goes, or one of the recovery codes: kept out of recordings and of what a reload keeps. */
export function CodeField({ label = 'Code', error }: { label?: string; error: string | undefined }) {
  return (
    <div data-sentry-block>
      <TextField
        label={label}
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
