import { useRecordContext } from 'react-admin'
import type { ContentRecord } from '../content-record.ts'
import { type PlaceOf, Publish } from './Publish.tsx'

/** Publish tab of a lab, an exam or a bundle. */
export default function PublishPanel() {
  const record = useRecordContext<ContentRecord>()
  return record && <Publish record={record} placeOf={placeOf} />
}

const placeOf: PlaceOf = ({ field }) => (field === 'tested_at' ? ['/test', 'Try it now'] : ['', 'Open the form'])
