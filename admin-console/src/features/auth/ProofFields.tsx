import { TextField } from '@flagyard/ui/fields'

interface Props {
  /** What the password is asked for: `to give rights`. */
  purpose: string
  fault: (field: string) => string | undefined
}

/** The administrator's own password, and a code where the account has a second factor: kept out of recordings. */
export function ProofFields({ purpose, fault }: Props) {
  return (
    <div data-sentry-block className="stack">
      <TextField
        label={`Your password, ${purpose}`}
        name="current_password"
        type="password"
        autoComplete="current-password"
        required
        error={fault('current_password')}
      />
      <TextField
        label="Code"
        name="code"
        mono
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        hint="If you have a second factor: of your app, or a recovery code."
        error={fault('code')}
      />
    </div>
  )
}

/** What the fields hold, as the calls take it. */
export function proofOf(values: FormData): { current_password: string; code?: string } {
  const code = String(values.get('code') ?? '').trim()
  return { current_password: String(values.get('current_password')), ...(code && { code }) }
}
