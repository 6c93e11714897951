import { LaterScreen } from '../../layout/LaterScreen.tsx'

export default function LabEdit() {
  return (
    <LaterScreen title="Edit a lab" back={{ to: '/admin/labs', label: 'Labs' }}>
      Here you will edit a lab: texts, module, flags, downloads and health.
    </LaterScreen>
  )
}
