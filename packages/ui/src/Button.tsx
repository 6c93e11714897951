import type { ComponentPropsWithRef, ReactNode } from 'react'
import styles from './Button.module.css'
import { Link } from './Link.tsx'
import { classNames } from './text/class-names.ts'

interface Appearance {
  variant?: 'plain' | 'primary' | 'quiet' | 'danger' | undefined
  size?: 'normal' | 'small' | undefined
  children: ReactNode
}

interface ButtonProps extends Appearance, Omit<ComponentPropsWithRef<'button'>, 'children'> {
  /** While true, the button is disabled and shows that its action is running. */
  busy?: boolean
}

export function Button({
  variant,
  size,
  busy = false,
  className,
  type = 'button',
  disabled,
  children,
  ...rest
}: ButtonProps) {
  return (
    // Without a type, a button inside a form would submit it.
    <button
      {...rest}
      type={type}
      className={classNames(buttonClass({ variant, size }), className)}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
    >
      {busy && <span className={styles.working} aria-hidden="true" />}
      {children}
    </button>
  )
}

/** A link that looks like a button. */
export function ButtonLink({ to, variant, size, children }: Appearance & { to: string }) {
  return (
    <Link to={to} className={buttonClass({ variant, size })}>
      {children}
    </Link>
  )
}

/** Button classes for an element that must not be a button: a link to the other app, a label. */
export function buttonClass({
  variant = 'plain',
  size = 'normal',
}: {
  variant?: Appearance['variant']
  size?: Appearance['size']
} = {}): string {
  return classNames(styles.button, styles[variant], size === 'small' && styles.small)
}
