import type { BannerRecord } from '@flagyard/api-types'
import { consolePaths } from '@flagyard/api-types/links'
import { Button, ButtonLink } from '@flagyard/ui/Button'
import { Dialog } from '@flagyard/ui/Dialog'
import { Spinner } from '@flagyard/ui/Spinner'
import { useState } from 'react'
import { ShowBase, useDataProvider, useShowContext } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { Missing } from '../../layout/Missing.tsx'
import { ScreenHeader } from '../../layout/ScreenHeader.tsx'
import { useCapabilities } from '../../lib/useCapabilities.ts'
import { useChange } from '../../lib/useChange.ts'
import { useFaults } from '../../lib/useFaults.ts'
import { historyOf } from '../audit/history.ts'
import { BannerInputs } from './BannerInputs.tsx'
import { BannerStateChip } from './BannerStateChip.tsx'
import { scheduleOf } from './schedule.ts'

export default function BannerEdit() {
  return (
    <ShowBase queryOptions={{ onError: () => undefined, retry: false } as never}>
      <Content />
    </ShowBase>
  )
}

const back = { to: consolePaths.listBannersForAdmin, label: 'Banners' }

function Content() {
  const { record: banner, error, refetch } = useShowContext<BannerRecord>()
  const mayEdit = useCapabilities().has('content')
  if (error)
    return (
      <>
        <ScreenHeader title="Banner" back={back} />
        <Missing what="banner" error={error} back={back} onRetry={() => void refetch()} />
      </>
    )
  if (!banner) return <Spinner label="Loading the banner" />
  return (
    <>
      <ScreenHeader
        title="Banner"
        back={back}
        about={<BannerStateChip state={banner.state} />}
        actions={<ButtonLink to={historyOf('banner', banner.id)}>History</ButtonLink>}
      />
      {mayEdit ? <Editing key={banner.version} banner={banner} /> : <Reading banner={banner} />}
    </>
  )
}

function Editing({ banner }: { banner: BannerRecord }) {
  const { change, busy, fault } = useChange<BannerRecord>('banners', 'The banner is saved')
  return (
    <BannerInputs
      name={`banner ${banner.id}`}
      banner={banner}
      onSave={(fields) => change(banner, fields)}
      busy={busy}
      fault={fault}
    >
      <RemoveButton banner={banner} />
    </BannerInputs>
  )
}

/** For administrators who may look at content and not change it. */
const Reading = ({ banner }: { banner: BannerRecord }) => (
  <>
    <p>{banner.content}</p>
    <p>{`Leads to ${banner.link ?? 'nowhere'}; shows ${scheduleOf(banner)}.`}</p>
  </>
)

function RemoveButton({ banner: { id } }: { banner: BannerRecord }) {
  const [open, setOpen] = useState(false)
  const navigate = useNavigate()
  const provider = useDataProvider()
  const { attempt } = useFaults()
  const [busy, setBusy] = useState(false)
  // Left at once: reading again what is gone would only be refused.
  const remove = async () => {
    setBusy(true)
    const removed = await attempt(() => provider.delete('banners', { id }), 'The banner is removed')
    setBusy(false)
    if (removed) navigate(consolePaths.listBannersForAdmin)
  }
  return (
    <>
      <Button variant="danger" onClick={() => setOpen(true)}>
        Remove…
      </Button>
      <Dialog
        open={open}
        title="Remove this banner"
        onClose={() => setOpen(false)}
        closeOnOutsideClick={false}
        actions={
          <>
            <Button onClick={() => setOpen(false)}>Keep it</Button>
            <Button variant="danger" busy={busy} onClick={() => void remove()}>
              Remove the banner
            </Button>
          </>
        }
      >
        <p>Nobody sees it any more, and it cannot be brought back. To hide it for a while, switch it off instead.</p>
      </Dialog>
    </>
  )
}
