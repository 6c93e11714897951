import { ComingSoon } from '../../layout/ComingSoon.tsx'

export default function LabEdit() {
  return (
    <ComingSoon title="Edit a lab" back={{ to: '/admin/labs', label: 'Labs' }}>
      Here you will edit a lab: texts, module, flags, downloads and health.
    </ComingSoon>
  )
}
