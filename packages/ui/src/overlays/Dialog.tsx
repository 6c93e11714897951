import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { Icon } from '../Icon.tsx'
import { classNames } from '../text/class-names.ts'
import { countOpenDialog } from './open-dialogs.ts'
import styles from './overlays.module.css'

interface Props {
  open: boolean
  title: string
  onClose: () => void
  children: ReactNode
  actions?: ReactNode
  /** False if the dialog needs an answer, so that an accidental click outside does not close it. */
  closeOnOutsideClick?: boolean
  /** Aligns the dialog with the top of the window, so that its heading does not move when its height changes. */
  alignTop?: boolean
}

/** The browser's modal dialog: it traps the focus, restores it on close, and closes on Escape. */
export function Dialog({
  open,
  title,
  onClose,
  children,
  actions,
  closeOnOutsideClick = true,
  alignTop = false,
}: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  // A layout effect: a dialog unmounted while open must be closed before it leaves the DOM, or the focus is lost.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element || !open) return
    element.showModal()
    const uncount = countOpenDialog()
    return () => {
      element.close()
      uncount()
    }
  }, [open])
  useEffect(() => {
    const element = dialog.current
    if (!element || !open || !closeOnOutsideClick) return
    const closeOutside = (event: globalThis.MouseEvent) => {
      if (event.target === element) onClose()
    }
    element.addEventListener('mousedown', closeOutside)
    return () => element.removeEventListener('mousedown', closeOutside)
  }, [open, closeOnOutsideClick, onClose])
  return (
    <dialog
      ref={dialog}
      className={classNames(styles.dialog, alignTop && styles.top)}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      {open && (
        <div className={styles.inside}>
          <header className={styles.head}>
            <h2 id={heading} className={styles.title}>
              {title}
            </h2>
            <button type="button" className={styles.close} onClick={onClose} aria-label="Close">
              <Icon name="close" />
            </button>
          </header>
          <div className={styles.body}>{children}</div>
          {actions && <DialogActions>{actions}</DialogActions>}
        </div>
      )}
    </dialog>
  )
}

/** Buttons of a dialog whose text loads later. They are placed after the text, which would otherwise push them from under the pointer. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <footer className={styles.actions}>{children}</footer>
}
