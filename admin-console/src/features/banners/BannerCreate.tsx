import type { BannerRecord } from '@flagyard/api-types'
import { useNavigate } from 'react-router-dom'
import { ScreenHeader } from '../../layout/ScreenHeader.tsx'
import { useAdding } from '../../lib/useAdding.ts'
import { BannerInputs } from './BannerInputs.tsx'

export default function BannerCreate() {
  const { add, busy, fault } = useAdding<BannerRecord>('banners', 'The banner is saved')
  const navigate = useNavigate()
  return (
    <>
      <ScreenHeader title="New banner" back={{ to: '/admin/banners', label: 'Banners' }} />
      <BannerInputs
        name="banner"
        onSave={async (fields) => (await add(fields)) && navigate('/admin/banners')}
        busy={busy}
        fault={fault}
      />
    </>
  )
}
