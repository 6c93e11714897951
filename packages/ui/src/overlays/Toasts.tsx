import { type Atom, atom, getDefaultStore } from 'jotai/vanilla'
import { type FocusEvent, useEffect, useState } from 'react'
import { Icon, type IconName } from '../Icon.tsx'
import { Link } from '../Link.tsx'
import { classNames } from '../text/class-names.ts'
import styles from './overlays.module.css'

/** Notifications at the top right. Success and information messages close automatically unless hovered or focused; problems stay. */
export function Toasts({ toasts, onClose }: { toasts: readonly Toast[]; onClose: (id: number) => void }) {
  return (
    <section className={styles.corner} aria-label="Notifications">
      {/* Both live regions are always rendered: a region added together with its text is often not announced. */}
      <ol className={styles.list} aria-live="polite" aria-relevant="additions">
        {toasts.filter(isPolite).map((toast) => (
          <Item key={toast.id} toast={toast} onClose={onClose} />
        ))}
      </ol>
      <ol className={styles.list} aria-live="assertive" aria-relevant="additions">
        {toasts
          .filter((toast) => !isPolite(toast))
          .map((toast) => (
            <Item key={toast.id} toast={toast} onClose={onClose} />
          ))}
      </ol>
    </section>
  )
}

const SECONDS_SHOWN = 8

const kinds: Record<ToastType, { icon: IconName; word: string }> = {
  success: { icon: 'check', word: 'Done' },
  failure: { icon: 'alert', word: 'Problem' },
  info: { icon: 'info', word: 'Note' },
  warning: { icon: 'warning', word: 'Warning' },
}

function Item({ toast, onClose }: { toast: Toast; onClose: (id: number) => void }) {
  const [paused, setPaused] = useState(false)
  useEffect(() => {
    if (paused || !isPolite(toast)) return
    const timer = setTimeout(() => onClose(toast.id), SECONDS_SHOWN * 1000)
    return () => clearTimeout(timer)
  }, [paused, toast, onClose])
  const resumeOnLeave = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setPaused(false)
  }
  return (
    <li
      className={classNames(styles.toast, styles[toast.type])}
      data-type={toast.type}
      onMouseEnter={() => setPaused(true)}
      onMouseLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={resumeOnLeave}
    >
      <span className={styles.icon}>
        <Icon name={kinds[toast.type].icon} />
      </span>
      <p className={styles.words}>
        <span className="visually-hidden">{kinds[toast.type].word}: </span>
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
      <button type="button" className={styles.noticeClose} onClick={() => onClose(toast.id)} aria-label="Close">
        <Icon name="close" />
      </button>
    </li>
  )
}

function isPolite(toast: Toast): boolean {
  return toast.type === 'success' || toast.type === 'info'
}

export type ToastType = 'success' | 'failure' | 'info' | 'warning'

interface Toast {
  id: number
  type: ToastType
  content: string
  link?: { to: string; text: string }
}

/** Visible toasts, oldest first. Identical toasts are shown once. */
export function createToastList() {
  const store = getDefaultStore()
  const shown = atom<readonly Toast[]>([])
  let last = 0
  return {
    atom: shown as Atom<readonly Toast[]>,
    show(toast: Omit<Toast, 'id'>): number {
      last += 1
      const isOther = ({ content, type }: Toast) => content !== toast.content || type !== toast.type
      store.set(shown, (toasts) => [...toasts.filter(isOther), { ...toast, id: last }])
      return last
    },
    close: (id: number) => store.set(shown, (toasts) => toasts.filter((toast) => toast.id !== id)),
  }
}
