import type { AddressData } from '@flagyard/api-types'
import { ApiError } from '@flagyard/api-types/contract/problem'
import { paths } from '@flagyard/api-types/links'
import { Button, ButtonLink } from '@flagyard/ui/Button'
import { siteName } from '@flagyard/ui/brand'
import { Card } from '@flagyard/ui/Card'
import { Form, FormError, SubmitButton, TextField } from '@flagyard/ui/Form'
import { Link } from '@flagyard/ui/Link'
import { saveFile } from '@flagyard/ui/save-file'
import { type ReactNode, useState } from 'react'
import { api } from '../../lib/api.ts'
import { formatDate, formatDateTime } from '../../lib/format.ts'
import { siteHas } from '../../lib/site-offers.ts'
import { useAction } from '../../lib/useAction.ts'
import { useFragmentParam } from '../../lib/useFragmentParam.ts'
import { useSubmit } from '../../lib/useSubmit.ts'
import { ConfirmButton } from '../../shell/ConfirmDialog.tsx'
import { Page } from '../../shell/Page.tsx'
import { AuthCard } from '../auth/AuthCard.tsx'
import styles from './privacy.module.css'

/** Data held about an e-mail address: requests a link, and is the page of that link. */
export default function AddressDataPage() {
  const token = useFragmentParam('token')
  // Resets the page when another link is opened in this tab.
  return <AddressDataOf key={token} token={token} />
}

function AddressDataOf({ token }: { token: string }) {
  const [data, setData] = useState<AddressData>()
  const [erased, setErased] = useState<string>()
  const [isExpired, setExpired] = useState(false)
  /** Handles an expired link separately: the page then offers to request a new one. */
  const unlessExpired = async (task: () => Promise<void>) => {
    try {
      await task()
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'token_unusable')) throw error
      setExpired(true)
    }
  }
  if (erased !== undefined)
    return (
      <AuthCard title="Thank you" intro={<span role="status">{erased}</span>}>
        <ButtonLink to={paths.home}>Go to the home page</ButtonLink>
      </AuthCard>
    )
  if (isExpired)
    return (
      <AddressLinkForm title="This link no longer works">
        Each link works once, within a day, and its page then works for an hour. We can send you a new one.
      </AddressLinkForm>
    )
  if (data) return <AddressHoldings data={data} unlessExpired={unlessExpired} onErased={setErased} />
  if (token) return <MailedAddressLink token={token} unlessExpired={unlessExpired} onOpened={setData} />
  return (
    <AddressLinkForm title={`Your e-mail address at ${siteName}`}>
      Someone may have given us your address, for example with a voucher or an order. You do not need an account to see
      what we hold about it, to download it, or to have it erased.
    </AddressLinkForm>
  )
}

interface MailedAddressLinkProps extends Pick<HoldingsProps, 'unlessExpired'> {
  token: string
  onOpened: (data: AddressData) => void
}

/** Only the button opens the link, because mail scanners also open pages, and a link works only once. */
function MailedAddressLink({ token, unlessExpired, onOpened }: MailedAddressLinkProps) {
  const { run, isPending, error } = useAction()
  const openLink = () =>
    run(() => unlessExpired(async () => onOpened(await api.openAddressLink({ addressTokenPayload: { token } }))))
  return (
    <AuthCard title="What we hold about your e-mail address" error={error}>
      <div className="stack">
        <p>Your link works once. After you open it, you have an hour to download or erase what we hold.</p>
        <div className="row">
          <Button variant="primary" busy={isPending} onClick={openLink}>
            Show me
          </Button>
        </div>
      </div>
    </AuthCard>
  )
}

/** Requests a link to the data held about an address. The link is e-mailed to that address, so that only its owner gets it. */
function AddressLinkForm({ title, children }: { title: string; children: ReactNode }) {
  const [message, setMessage] = useState<string>()
  const submission = useSubmit(async (values) => {
    const { message } = await api.askAddressLink({ addressPayload: { email: String(values.get('email')).trim() } })
    setMessage(message)
  })
  const footer = siteHas('privacy') && <Link to={paths.privacy}>About your privacy</Link>
  if (message !== undefined)
    return (
      <AuthCard title="Check your inbox" footer={footer}>
        <p role="status">{message}</p>
      </AuthCard>
    )
  return (
    <AuthCard title={title} intro={children} error={submission.error} footer={footer}>
      <Form name="address-data" submission={submission}>
        <TextField
          label="Your e-mail address"
          name="email"
          type="email"
          autoComplete="email"
          required
          hint="We send a link there, so that only you can see what it shows."
        />
        <SubmitButton>Send me the link</SubmitButton>
      </Form>
    </AuthCard>
  )
}

interface HoldingsProps {
  data: AddressData
  unlessExpired: (task: () => Promise<void>) => Promise<void>
  onErased: (message: string) => void
}

function AddressHoldings({ data: { email, token, token_until, held }, unlessExpired, onErased }: HoldingsProps) {
  const [isDownloaded, setDownloaded] = useState(false)
  const { run, isPending, pendingName, error } = useAction()
  const payload = { addressTokenPayload: { token } }
  const download = () =>
    run(
      () =>
        unlessExpired(async () => {
          await saveFile(await api.downloadAddressData(payload), 'my-address.json')
          setDownloaded(true)
        }),
      'download',
    )
  const erase = async () => {
    await run(() => unlessExpired(async () => onErased((await api.eraseAddress(payload)).message)), 'erase')
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
      <div className="stack">
        <p>
          You can download and erase all of this until {formatDateTime(token_until)}. Please stay on this page: the link
          in the e-mail does not work again.
        </p>
        <FormError>{error}</FormError>
        <div className="row">
          <Button variant="primary" busy={pendingName === 'download'} disabled={isPending} onClick={download}>
            Download
          </Button>
          <ConfirmButton
            label="Erase…"
            variant="danger"
            disabled={isPending}
            title="Erase your address?"
            confirmLabel="Erase my address"
            cancelLabel="Keep it"
            isPending={pendingName === 'erase'}
            onConfirm={erase}
          >
            <p>
              We erase it as this list describes, and wherever someone mentioned it in a note or an e-mail. You cannot
              undo this.
            </p>
          </ConfirmButton>
        </div>
        <p role="status">{isDownloaded && 'Downloaded. Keep it somewhere only you can read it.'}</p>
      </div>
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
