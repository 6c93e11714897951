import { Icon } from '@flagyard/ui/Icon'
import { DialogActions, DialogContent, DialogTitle, IconButton, Dialog as MuiDialog } from '@mui/material'
import { type ReactNode, useId } from 'react'
import styles from './Dialog.module.css'

interface Props {
  title: string
  onClose: () => void
  /** False keeps the dialog open on a click outside it. */
  dismissible?: boolean
  children: ReactNode
}

/** A dialog that is open while it is mounted. */
export function Dialog({ title, onClose, dismissible = true, children }: Props) {
  const heading = useId()
  return (
    <MuiDialog
      open
      fullWidth
      maxWidth="sm"
      aria-labelledby={heading}
      onClose={(_event, reason) => (dismissible || reason !== 'backdropClick') && onClose()}
    >
      <div className={styles.head}>
        <DialogTitle id={heading} component="h2" className={styles.title ?? ''}>
          {title}
        </DialogTitle>
        <IconButton aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </IconButton>
      </div>
      {children}
    </MuiDialog>
  )
}

export const DialogBody = ({ children }: { children: ReactNode }) => (
  <DialogContent className={styles.body ?? ''}>{children}</DialogContent>
)

/** The buttons at the bottom, primary one last. */
export const DialogFoot = ({ children }: { children: ReactNode }) => (
  <DialogActions className={styles.foot ?? ''}>{children}</DialogActions>
)
