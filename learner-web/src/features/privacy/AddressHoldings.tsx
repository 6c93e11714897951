import type { AddressData } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { FormError } from '@flagyard/ui/FormError'
import { saveFile } from '@flagyard/ui/save-file'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { formatDate, formatDateTime } from '../../lib/dates.ts'
import { useAction } from '../../lib/useAction.ts'
import { ConfirmDialog } from '../../shell/ConfirmDialog.tsx'
import { Page } from '../../shell/Page.tsx'
import styles from './privacy.module.css'

interface Props {
  data: AddressData
  unlessExpired: (task: () => Promise<void>) => Promise<void>
  onErased: (message: string) => void
}

/** Data held about an address by kind, to download and to erase. */
export function AddressHoldings({ data: { email, token, token_until, held }, unlessExpired, onErased }: Props) {
  const [isConfirming, setConfirming] = useState(false)
  const [isDownloaded, setDownloaded] = useState(false)
  const { run, isPending, pendingName, error } = useAction()
  const payload = { addressTokenPayload: { token } }
  const download = () =>
    run(
      () =>
        unlessExpired(async () => {
          await saveFile(await api.downloadAddressData(payload), 'flagyard-my-address.json')
          setDownloaded(true)
        }),
      'download',
    )
  const erase = async () => {
    await run(() => unlessExpired(async () => onErased((await api.eraseAddress(payload)).message)), 'erase')
    setConfirming(false)
  }
  return (
    <Page
      title="What we hold about your e-mail address"
      width="text"
      intro={
        <span role="status" className={styles.address}>
          {email}
        </span>
      }
    >
      <Card>
        <ul className={styles.list}>
          {held.map((one) => (
            <Holding key={one.what} holding={one} />
          ))}
        </ul>
      </Card>
      <div className={styles.card}>
        <p>
          You can download and erase all of this until {formatDateTime(token_until)}. Please stay on this page: the link
          in the e-mail does not work again.
        </p>
        <FormError>{error}</FormError>
        <div className="row">
          <Button variant="primary" busy={pendingName === 'download'} disabled={isPending} onClick={download}>
            Download it
          </Button>
          <Button variant="danger" disabled={isPending} onClick={() => setConfirming(true)}>
            Erase it…
          </Button>
        </div>
        <p role="status">{isDownloaded && 'Downloaded. Keep it somewhere only you can read it.'}</p>
      </div>
      <ConfirmDialog
        open={isConfirming}
        title="Erase your address?"
        confirmLabel="Erase my address"
        cancelLabel="Keep it"
        isPending={pendingName === 'erase'}
        onConfirm={erase}
        onClose={() => setConfirming(false)}
      >
        <p>
          We erase it wherever this list says so, and also where someone mentioned it in a note or in another e-mail.
          This cannot be undone.
        </p>
      </ConfirmDialog>
    </Page>
  )
}

const Holding = ({
  holding: { what, count, first_at, last_at, erasure },
}: {
  holding: AddressData['held'][number]
}) => (
  <li className={styles.holding}>
    <p>
      <strong>{what}</strong>: {count}
    </p>
    <p className="small muted">
      {datesOf(first_at, last_at)}. {erasure}
    </p>
  </li>
)

function datesOf(first: string, last: string): string {
  const [from, to] = [formatDate(first), formatDate(last)]
  return from === to ? from : `${from} to ${to}`
}
