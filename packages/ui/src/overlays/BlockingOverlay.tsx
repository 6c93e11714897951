import { atom, getDefaultStore } from 'jotai/vanilla'
import { useEffect, useRef } from 'react'
import { Spinner } from '../Spinner.tsx'
import styles from './overlays.module.css'

/** Covers the whole screen during an operation that must not be interrupted. Nothing behind it is reachable. A null label closes it. */
export function BlockingOverlay({ label }: { label: string | null }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const open = label !== null
  useEffect(() => {
    const element = dialog.current
    if (!element || !open) return
    element.showModal()
    return () => element.close()
  }, [open])
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      className={styles.overlay}
      aria-label={label ?? 'Working'}
      onCancel={(event) => event.preventDefault()}
      // Prevents a surrounding dialog from closing with it or on Escape.
      onClose={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      {open && (
        <div className={styles.centre}>
          <Spinner label={label} />
          <p aria-hidden="true">{label}</p>
        </div>
      )}
    </dialog>
  )
}

export function createOverlay() {
  const store = getDefaultStore()
  const running = atom<readonly { label: string }[]>([])
  return {
    atom: atom((get) => get(running).at(-1)?.label ?? null),
    /** Covers the screen with this label until the task settles. */
    async showWhile<T>(label: string, task: () => Promise<T>): Promise<T> {
      const mine = { label }
      store.set(running, (all) => [...all, mine])
      try {
        return await task()
      } finally {
        store.set(running, (all) => all.filter((one) => one !== mine))
      }
    },
  }
}
