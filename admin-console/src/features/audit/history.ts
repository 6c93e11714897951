import { filteredList } from '@flagyard/api-types/links'
/** The audit narrowed to one subject: the address behind every `History`. */
export const historyOf = (subject_type: string, subject_id: string) =>
  filteredList('listAudit', { subject_type, subject_id })
