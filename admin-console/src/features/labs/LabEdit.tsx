import { RecordComingSoon } from '../../crud/ComingSoon.tsx'

export default function LabEdit() {
  return (
    <RecordComingSoon recordLabel="lab">
      Here you will edit this lab: texts, module, flags, downloads and health.
    </RecordComingSoon>
  )
}
