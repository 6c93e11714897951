import type { BannerRecord } from '@flagyard/api-types'
import { consolePaths } from '@flagyard/api-types/links'
import { useNavigate } from 'react-router-dom'
import { ScreenHeader } from '../../layout/ScreenHeader.tsx'
import { useAdding } from '../../lib/useAdding.ts'
import { BannerInputs } from './BannerInputs.tsx'

export default function BannerCreate() {
  const { add, busy, fault } = useAdding<BannerRecord>('banners', 'The banner is saved')
  const navigate = useNavigate()
  return (
    <>
      <ScreenHeader title="New banner" back={{ to: consolePaths.listBannersForAdmin, label: 'Banners' }} />
      <BannerInputs
        name="banner"
        onSave={async (fields) => (await add(fields)) && navigate(consolePaths.listBannersForAdmin)}
        busy={busy}
        fault={fault}
      />
    </>
  )
}
