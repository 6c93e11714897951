export { savePart } from './drafts.ts'
export {
  assertPublishable,
  assertSeen,
  cancelPublication,
  discardDraft,
  PUBLISH_JOB,
  publish,
  publishDue,
  revertRevision,
  schedulePublication,
} from './publish.ts'
export {
  deleteHistory,
  findLatestRevision,
  listDueDrafts,
  lockContentForEdit,
  lockContentForImport,
  readDraftParts,
  revisionSource,
} from './queries.ts'
export { recordRevision } from './record.ts'
export type { Parts, RevisedContent, RevisedItem, Summary } from './revised-content.ts'
export { fingerprint, readState } from './state.ts'
