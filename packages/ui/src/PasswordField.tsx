import { type ComponentProps, type ReactNode, useState } from 'react'
import { TextField } from './fields.tsx'
import styles from './PasswordField.module.css'

/** Password input with a button to show the password. Whether shown or hidden, it is excluded from session recordings and form drafts. */
export function PasswordField({ meter, ...field }: ComponentProps<typeof TextField> & { meter?: ReactNode }) {
  const [shown, setShown] = useState(false)
  return (
    <div className={styles.password} data-sentry-block>
      <TextField
        {...field}
        type={shown ? 'text' : 'password'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        className={styles.input}
      />
      <button
        type="button"
        className={styles.show}
        aria-pressed={shown}
        aria-label="Show what is typed"
        onClick={() => setShown(!shown)}
      >
        {shown ? 'Hide' : 'Show'}
      </button>
      {meter}
    </div>
  )
}
