import { useEffect, useRef } from 'react'
import styles from './BlockingOverlay.module.css'
import { Spinner } from './Spinner.tsx'

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
