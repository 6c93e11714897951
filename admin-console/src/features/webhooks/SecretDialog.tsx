import { Button } from '@mui/material'
import { Dialog, DialogBody, DialogFoot } from '../../crud/Dialog.tsx'
import { CopyButton } from '../../crud/links.tsx'
import styles from './Webhooks.module.css'

/** Shows the secret once. A click outside does not close the dialog, because the secret would be lost. */
export const SecretDialog = ({ secret, note, onClose }: { secret: string; note: string; onClose: () => void }) => (
  <Dialog title="Its secret" onClose={onClose} dismissible={false}>
    <DialogBody>
      <p className={styles.calm}>
        Your receiver checks with it that what arrives is ours. Keep it where it keeps its other secrets: we do not show
        it again. {note}
      </p>
      <div className={styles.secret}>
        <code>{secret}</code>
        <CopyButton text={secret} label="Copy the secret" />
      </div>
    </DialogBody>
    <DialogFoot>
      <Button variant="contained" onClick={onClose}>
        I have it
      </Button>
    </DialogFoot>
  </Dialog>
)
