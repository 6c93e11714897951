import type { ComponentPropsWithRef, ReactNode } from 'react'
import styles from './Button.module.css'
import { classNames } from './class-names.ts'
import { Link } from './Link.tsx'

interface Look {
  look?: 'plain' | 'primary' | 'quiet' | 'danger'
  size?: 'normal' | 'small'
  children: ReactNode
}

interface ButtonProps extends Look, Omit<ComponentPropsWithRef<'button'>, 'children'> {
  /** While true it cannot be pressed again and says that it works. */
  busy?: boolean
}

export function Button({
  look,
  size,
  busy = false,
  className,
  type = 'button',
  disabled,
  children,
  ...rest
}: ButtonProps) {
  return (
    // The type always comes from us: a button inside a form that sends it by accident is a bug.
    <button
      {...rest}
      type={type}
      className={classNames(buttonClass({ look, size }), className)}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
    >
      {busy && <span className={styles.working} aria-hidden="true" />}
      {children}
    </button>
  )
}

/** A link that looks like a button. */
export function ButtonLink({ to, look, size, children }: Look & { to: string }) {
  return (
    <Link to={to} className={buttonClass({ look, size })}>
      {children}
    </Link>
  )
}

/** The class of a button's look, for an element that must stay what it is (an anchor to another app, a label). */
export function buttonClass({
  look = 'plain',
  size = 'normal',
}: {
  look?: Look['look'] | undefined
  size?: Look['size'] | undefined
} = {}): string {
  return classNames(styles.button, styles[look], size === 'small' && styles.small)
}
