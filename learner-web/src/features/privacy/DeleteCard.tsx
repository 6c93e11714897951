import { Button } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { Dialog } from '@flagyard/ui/Dialog'
import { useState } from 'react'
import { DeleteAccountForm } from './DeleteForm.tsx'
import styles from './privacy.module.css'

export function DeleteAccountCard() {
  const [open, setOpen] = useState(false)
  return (
    <Card as="section" className={styles.card}>
      <h2 className={styles.title}>Delete your account</h2>
      <p>
        Your account is closed right away and erased after 14 days. Until then you can change your mind. First, we show
        you what will be erased and what has to stay.
      </p>
      <div>
        <Button variant="danger" onClick={() => setOpen(true)}>
          Delete my account…
        </Button>
      </div>
      <Dialog open={open} title="Delete your account" onClose={() => setOpen(false)} closeOnOutsideClick={false}>
        <DeleteAccountForm onClose={() => setOpen(false)} />
      </Dialog>
    </Card>
  )
}
