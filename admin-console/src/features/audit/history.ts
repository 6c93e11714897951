/** The audit narrowed to one subject: the address behind every `History`. */
export const historyOf = (subject_type: string, subject_id: string) =>
  `/admin/audit?filter=${encodeURIComponent(JSON.stringify({ subject_type, subject_id }))}`
