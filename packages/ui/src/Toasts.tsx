import { type FocusEvent, useEffect, useState } from 'react'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './Icon.tsx'
import { Link } from './Link.tsx'
import styles from './Toasts.module.css'
import type { Toast, ToastType } from './toast-store.ts'

/** SPEC §2: notices at the top right. Good news leaves by itself, and never while it is read; bad news stays until closed. */
export function Toasts({ toasts, onClose }: { toasts: readonly Toast[]; onClose: (id: number) => void }) {
  return (
    <section className={styles.corner} aria-label="Notifications">
      {/* Both regions are always there: a live region added together with its words is often not read out. */}
      <ol className={styles.list} aria-live="polite" aria-relevant="additions">
        {toasts.filter(isCalm).map((toast) => (
          <Item key={toast.id} toast={toast} onClose={onClose} />
        ))}
      </ol>
      <ol className={styles.list} aria-live="assertive" aria-relevant="additions">
        {toasts
          .filter((toast) => !isCalm(toast))
          .map((toast) => (
            <Item key={toast.id} toast={toast} onClose={onClose} />
          ))}
      </ol>
    </section>
  )
}

const SECONDS_SHOWN = 8

const looks: Record<ToastType, { icon: IconName; word: string }> = {
  success: { icon: 'check', word: 'Done' },
  failure: { icon: 'alert', word: 'Problem' },
  info: { icon: 'info', word: 'Note' },
  warning: { icon: 'warning', word: 'Warning' },
}

function Item({ toast, onClose }: { toast: Toast; onClose: (id: number) => void }) {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held || !isCalm(toast)) return
    const timer = setTimeout(() => onClose(toast.id), SECONDS_SHOWN * 1000)
    return () => clearTimeout(timer)
  }, [held, toast, onClose])
  const release = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setHeld(false)
  }
  return (
    <li
      className={classNames(styles.toast, styles[toast.type])}
      data-type={toast.type}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={release}
    >
      <span className={styles.icon}>
        <Icon name={looks[toast.type].icon} />
      </span>
      <p className={styles.words}>
        <span className="visually-hidden">{looks[toast.type].word}: </span>
        <span>{toast.content}</span>
        {toast.link && (
          <>
            {' '}
            <Link to={toast.link.to} onClick={() => onClose(toast.id)}>
              {toast.link.text}
            </Link>
          </>
        )}
      </p>
      <button type="button" className={styles.close} onClick={() => onClose(toast.id)} aria-label="Close">
        <Icon name="close" />
      </button>
    </li>
  )
}

function isCalm(toast: Toast): boolean {
  return toast.type === 'success' || toast.type === 'info'
}
