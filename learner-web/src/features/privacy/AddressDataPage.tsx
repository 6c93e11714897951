import type { AddressData } from '@flagyard/api-types'
import { ApiError } from '@flagyard/api-types/contract/problem'
import { paths } from '@flagyard/api-types/links'
import { Button, ButtonLink } from '@flagyard/ui/Button'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { useAction } from '../../lib/useAction.ts'
import { useFragmentParam } from '../../lib/useFragmentParam.ts'
import { AuthCard } from '../auth/AuthCard.tsx'
import { AddressHoldings } from './AddressHoldings.tsx'
import { AddressLinkForm } from './AddressLinkForm.tsx'

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
        A link works once, within one day, and what it opens stays open for an hour. We are happy to send you a new one.
      </AddressLinkForm>
    )
  if (data) return <AddressHoldings data={data} unlessExpired={unlessExpired} onErased={setErased} />
  if (token) return <MailedAddressLink token={token} unlessExpired={unlessExpired} onOpened={setData} />
  return (
    <AddressLinkForm title="Your e-mail address at Flagyard">
      Someone may have given us your address, for example with a voucher or an order. You do not need an account to see
      what we hold about it, to download it, or to have it erased.
    </AddressLinkForm>
  )
}

interface MailedLinkProps {
  token: string
  unlessExpired: (task: () => Promise<void>) => Promise<void>
  onOpened: (data: AddressData) => void
}

/** Only the button opens the link, because mail scanners also open pages, and a link works only once. */
function MailedAddressLink({ token, unlessExpired, onOpened }: MailedLinkProps) {
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
